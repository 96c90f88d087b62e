import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { deviceKnownTo } from '#platform/http/visitor/device.ts'
import { deviceWords, tellOwner } from '#shop/people/account-security/server/service.ts'
import { isFirstLogin } from '../sessions/session-queries.ts'
import type { Client, Login } from '../sessions/sessions.ts'

/**
 * Tells the owner of an account that somebody logged in with a browser that was never used for it: once a day for each
 * kind of browser. The first login after registering is none of these. Programs, which keep no cookie, are new every time and say nothing.
 */
export async function tellOfNewDevice(context: Context, { member }: Login, client: Client): Promise<void> {
  const device = deviceWords(context.userAgent)
  if (member === undefined || device === undefined) return
  if (deviceKnownTo(client.device, member.email, context.env.secret) !== undefined) return
  // Whoever has just opened the account is its owner at their first login, not somebody else's device.
  if (await isFirstLogin(context.db, member)) return
  const day = new Date().toISOString().slice(0, 10)
  await transaction(context.db, (tx) =>
    tellOwner(context, tx, member, 'new_device', `${member.accountId}:${day}:${device}`),
  )
}
