import type { Context, MemberVisitor } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { tellOwner } from '#shop/people/account-security/server/service.ts'
import { checkNewPassword } from '../login/password.ts'
import { dropMailTokens } from '../login/token-queries.ts'
import { findAccount } from '../queries.ts'
import { type Client, guessOf } from '../sessions/sessions.ts'
import { deleteOtherSessions, noteAuthenticated, setPassword } from './life-queries.ts'

/**
 * Sets another password; every other session of the account ends and its owner hears of it.
 * @throws ProductError invalid_input with the fields; invalid_credentials; rate_limited
 */
export async function changePassword(
  context: Context,
  { currentPassword, password }: { currentPassword: string; password: string },
  client: Client,
): Promise<void> {
  const member = requireMember(context)
  if (currentPassword === '')
    throw new ProductError('invalid_input', { fields: { currentPassword: 'required' } })
  checkNewPassword(password, member)
  await provePassword(context, member, currentPassword, client)
  const passwordHash = await context.passwords.hash(password)
  await transaction(context.db, async (tx) => {
    await setPassword(tx, member.accountId, passwordHash)
    await deleteOtherSessions(tx, member.accountId, member.sessionHash)
    await noteAuthenticated(tx, member.sessionHash)
    await dropMailTokens(tx, member.accountId, ['reset_password'])
    await tellOwner(context, tx, member, 'password_changed')
  })
}

/**
 * The password typed once more, before something important: from then on this session counts as fresh. Who may says the
 * permission 'session.confirm-password'.
 * @returns the context with the member as they are now
 * @throws ProductError invalid_credentials, rate_limited
 */
export async function confirmPassword(context: Context, password: string, client: Client): Promise<Context> {
  const member = requireMember(context)
  await provePassword(context, member, password, client)
  await noteAuthenticated(context.db, member.sessionHash)
  return { ...context, visitor: { ...member, secondsSinceLogin: 0 } }
}

async function provePassword(
  context: Context,
  member: MemberVisitor,
  password: string,
  client: Client,
): Promise<void> {
  const guess = guessOf(context, member.email, client)
  await context.rateLimits.guessPassword(guess)
  const account = await findAccount(context.db, member.accountId)
  if (!(await context.passwords.verify(password, account?.password_hash)))
    throw new ProductError('invalid_credentials')
  await context.rateLimits.guessedRight(guess)
}
