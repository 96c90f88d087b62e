import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { recoveryTokenHours } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { tellOwner } from '#shop/people/account-security/server/service.ts'
import { foldEmail } from '../account/email.ts'
import { recoveryMail } from '../account/life-mails.ts'
import { setPassword } from '../account/life-queries.ts'
import { type AccountRow, deleteSessionsOf, findAccount, findAccountByEmail } from '../queries.ts'
import { constantTime, mailWindow } from './constant-time.ts'
import { checkNewPassword } from './password.ts'
import { isToken } from './token.ts'
import { dropMailTokens, findMailToken, insertMailToken, takeMailToken } from './token-queries.ts'

/**
 * Sends the link with which a new password is set. Whether the address is known, unknown or closed is told neither by
 * the answer nor by its time. @throws ProductError('invalid_input') for what is no address
 */
export async function forgotPassword(context: Context, typedEmail: string): Promise<void> {
  const email = foldEmail(typedEmail)
  if (email === undefined)
    throw new ProductError('invalid_input', { fields: { email: typedEmail === '' ? 'required' : 'invalid' } })
  await constantTime(async () => {
    const account = await findAccountByEmail(context.db, email)
    if (account === undefined || account.disabled_at !== null) return
    await transaction(context.db, (tx) => sendRecovery(context, tx, account, `${mailWindow()}`))
  })
}

/** Writes the mail with the link; `event` names the occasion, which has one mail. */
export async function sendRecovery(
  context: Context,
  tx: Db,
  account: Pick<AccountRow, 'id' | 'email' | 'public_name'>,
  event: string,
): Promise<void> {
  const token = newToken()
  const isNew = await queueMail(tx, context, {
    mail: recoveryMail,
    to: account.email,
    vars: {
      publicName: account.public_name,
      linkUrl: absoluteUrl(context.env.siteUrl, url('password-recovery', { world: context.world, token })),
      hours: recoveryTokenHours,
    },
    dedupeKey: `recover-password:${account.id}:${event}`,
  })
  if (!isNew) return
  const tokenHash = hashToken(token)
  await insertMailToken(tx, {
    ...{ tokenHash, purpose: 'reset_password', accountId: account.id },
    hours: recoveryTokenHours,
  })
}

/** Whose password a link sets. Looking uses nothing up. @throws ProductError('link_expired') */
export async function recoveryPage(context: Context, token: string): Promise<{ email: string }> {
  const account = await accountOfLink(context.db, token)
  return { email: account.email }
}

/**
 * Sets a new password by the secret of a mail. Works once; every session of the account ends, whoever has it, and the
 * other links for it, too. @throws ProductError link_expired; invalid_input with the field
 */
export async function recoverPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const account = await accountOfLink(context.db, token)
  checkNewPassword(password, { email: account.email, publicName: account.public_name })
  const passwordHash = await context.passwords.hash(password)
  await transaction(context.db, async (tx) => {
    const taken = await takeMailToken(tx, hashToken(token), 'reset_password')
    if (taken === undefined) throw new ProductError('link_expired')
    await setPassword(tx, account.id, passwordHash, { confirms: true })
    await dropMailTokens(tx, account.id, ['reset_password', 'change_email', 'complete_registration'])
    await deleteSessionsOf(tx, account.id)
    await tellOwner(
      context,
      tx,
      { email: account.email, publicName: account.public_name },
      'password_changed',
    )
  })
}

async function accountOfLink(db: Db, token: string): Promise<AccountRow> {
  const found = isToken(token) ? await findMailToken(db, hashToken(token), 'reset_password') : undefined
  const account = found && (await findAccount(db, found.account_id))
  if (account === undefined || account.disabled_at !== null) throw new ProductError('link_expired')
  return account
}
