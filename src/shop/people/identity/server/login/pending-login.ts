import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { checkSecondFactor } from '#shop/people/account-security/server/service.ts'
import { foldEmail } from '../account/email.ts'
import { type AccountRow, findAccountByEmail } from '../queries.ts'
import { type Login, openSession } from '../sessions/sessions.ts'

/** From the right password to the right code. */
const pendingMs = 10 * 60_000

/** Says in the form of the second step that the password of this address was right a moment ago. */
export function pendingLogin(context: Pick<Context, 'env'>, typedEmail: string): string {
  const email = foldEmail(typedEmail) ?? ''
  const claim = Buffer.from(JSON.stringify([email, Date.now() + pendingMs])).toString('base64url')
  return `${claim}.${sign(context, claim)}`
}

/**
 * Logs in with the code of the second step, after the password.
 * @throws ProductError link_expired when that was too long ago; second_factor_wrong; rate_limited
 */
export async function finishLogin(
  context: Context,
  { pending, code, next }: { pending: string; code: string; next: string | undefined },
): Promise<Login> {
  const account = await accountOf(context, pending)
  if (account === undefined || account.disabled_at !== null) throw new ProductError('link_expired')
  await checkSecondFactor(context, account.id, code)
  return await openSession(context, account, { grantType: 'password', next, secondFactor: true })
}

async function accountOf(context: Context, pending: string): Promise<AccountRow | undefined> {
  const [claim = '', signature = ''] = pending.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(context, claim))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [email, until] = JSON.parse(Buffer.from(claim, 'base64url').toString()) as [string, number]
  return until < Date.now() ? undefined : await findAccountByEmail(context.db, email)
}

function sign({ env }: Pick<Context, 'env'>, claim: string): string {
  return createHmac('sha256', purposeKey(env.secret, 'pending login')).update(claim).digest('base64url')
}
