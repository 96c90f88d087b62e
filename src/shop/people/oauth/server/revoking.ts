import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken } from '#platform/env/secrets.ts'
import type { revokeInputSchema } from '#platform/rules/contract/user.ts'
import { endSession, isToken } from '#shop/people/identity/server/service.ts'
import { callerOf } from './clients.ts'
import { sessionOfToken } from './queries.ts'
import { isRefused, type Refused } from './refusal.ts'

/**
 * RFC 7009: ends the session a token belongs to, with its access and refresh tokens. A token that is unknown, or another
 * program's, is answered alike: there is nothing to end.
 */
export async function revokeToken(
  context: Context,
  input: z.output<typeof revokeInputSchema>,
  authorization: string | undefined,
): Promise<Record<never, never> | Refused> {
  const caller = await callerOf(context, input, authorization)
  if (isRefused(caller)) return caller
  if (!isToken(input.token)) return {}
  const clientId = caller.kind === 'program' ? caller.client.id : null
  await transaction(context.db, async (tx) => {
    const session = await sessionOfToken(tx, hashToken(input.token), clientId)
    if (session !== undefined) await endSession(tx, session)
  })
  return {}
}
