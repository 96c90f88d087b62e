import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { emailChangeHours, emailChangeStopDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { constantTime, mailWindow } from '../login/constant-time.ts'
import { sendRecovery } from '../login/recovery.ts'
import { isToken } from '../login/token.ts'
import {
  dropMailTokens,
  findMailToken,
  insertMailToken,
  type MailToken,
  takeMailToken,
} from '../login/token-queries.ts'
import { type AccountRow, deleteSessionsOf, findAccount, findAccountByEmail } from '../queries.ts'
import { foldEmail } from './email.ts'
import { addressChangedMail, addressChangeMail, addressInUseMail, newAddressMail } from './life-mails.ts'
import { setEmail } from './life-queries.ts'

/** What a link of the two mails does. */
export type EmailChangeLink = { kind: 'confirm'; email: string } | { kind: 'stop'; email: string }

/**
 * Asks the new address whether it belongs to the member, and tells the old one, with a link that stops or takes back the
 * change. An address that has an account gets a mail of its own; the answer is the same.
 * @throws ProductError('invalid_input') with the field
 */
export async function askEmailChange(context: Context, typedEmail: string): Promise<void> {
  const member = requireMember(context)
  const email = foldEmail(typedEmail)
  if (email === undefined)
    throw new ProductError('invalid_input', { fields: { email: typedEmail === '' ? 'required' : 'invalid' } })
  if (email === member.email) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  await constantTime(async () => {
    const account = await findAccount(context.db, member.accountId)
    const other = await findAccountByEmail(context.db, email)
    if (account === undefined) throw new ProductError('unauthorized')
    await transaction(context.db, async (tx) => {
      await dropMailTokens(tx, account.id, ['change_email'])
      await (other === undefined
        ? sendConfirmation(context, tx, account, email)
        : sendInUse(context, tx, other, account.id))
      await sendStop(context, tx, account, email)
    })
  })
}

async function sendConfirmation(context: Context, tx: Db, account: AccountRow, email: string): Promise<void> {
  const token = newToken()
  await insertMailToken(tx, {
    ...{ tokenHash: hashToken(token), purpose: 'change_email', accountId: account.id },
    ...{ payload: { email, from: account.email }, hours: emailChangeHours },
  })
  await queueMail(tx, context, {
    mail: newAddressMail,
    to: email,
    vars: {
      publicName: account.public_name,
      linkUrl: linkOf(context, token),
      hours: emailChangeHours,
    },
    dedupeKey: `confirm-new-address:${hashToken(token).toString('hex')}`,
  })
}

async function sendInUse(context: Context, tx: Db, other: AccountRow, askedBy: number): Promise<void> {
  if (other.disabled_at !== null) return
  await queueMail(tx, context, {
    mail: addressInUseMail,
    to: other.email,
    vars: { publicName: other.public_name },
    dedupeKey: `address-in-use:${other.id}:${askedBy}:${mailWindow()}`,
  })
}

async function sendStop(context: Context, tx: Db, account: AccountRow, email: string): Promise<void> {
  const token = newToken()
  await insertMailToken(tx, {
    ...{ tokenHash: hashToken(token), purpose: 'stop_email_change', accountId: account.id },
    ...{ payload: { email: account.email }, hours: emailChangeStopDays * 24 },
  })
  await queueMail(tx, context, {
    mail: addressChangeMail,
    to: account.email,
    vars: {
      publicName: account.public_name,
      email,
      linkUrl: linkOf(context, token),
      days: emailChangeStopDays,
    },
    dedupeKey: `address-change:${hashToken(token).toString('hex')}`,
  })
}

/** What the button of the link's page does. Looking uses nothing up. @throws ProductError('link_expired') */
export async function emailChangePage(context: Context, token: string): Promise<EmailChangeLink> {
  const { kind, found } = await linkIn(context.db, token)
  return { kind, email: String(found.payload.email) }
}

/**
 * Does what the link is for: the new address becomes the account's, or the change is taken back, which also ends every
 * session and sends the old address a link for a new password, because somebody else was in the account.
 * @throws ProductError link_expired; email_taken when the address was given away meanwhile
 */
export async function finishEmailChange(
  context: Context,
  token: string,
): Promise<EmailChangeLink & { accountId: number }> {
  const { kind, found } = await linkIn(context.db, token)
  const email = String(found.payload.email)
  await transaction(context.db, async (tx) => {
    const purpose = kind === 'confirm' ? 'change_email' : 'stop_email_change'
    const taken = await takeMailToken(tx, hashToken(token), purpose)
    if (taken === undefined) throw new ProductError('link_expired')
    const account = await findAccount(tx, taken.account_id)
    if (account === undefined || account.disabled_at !== null) throw new ProductError('link_expired')
    await (kind === 'confirm' ? confirm(context, tx, account, email) : takeBack(context, tx, account, email))
  })
  return { kind, email, accountId: found.account_id }
}

async function confirm(context: Context, tx: Db, account: AccountRow, email: string): Promise<void> {
  if (!(await setEmail(tx, account.id, email))) throw new ProductError('email_taken')
  // Links that were sent to the old address open nothing any more, but for the one that takes this back.
  await dropMailTokens(tx, account.id, ['reset_password', 'confirm_registration', 'change_email'])
  await queueMail(tx, context, {
    mail: addressChangedMail,
    to: account.email,
    vars: { publicName: account.public_name, email },
    dedupeKey: `address-changed:${account.id}:${email}:${Date.now()}`,
  })
}

async function takeBack(context: Context, tx: Db, account: AccountRow, email: string): Promise<void> {
  await dropMailTokens(tx, account.id, ['change_email', 'reset_password', 'stop_email_change'])
  if (account.email !== email && !(await setEmail(tx, account.id, email)))
    throw new ProductError('email_taken')
  await deleteSessionsOf(tx, account.id)
  await sendRecovery(context, tx, { ...account, email }, `address-kept:${Date.now()}`)
}

async function linkIn(db: Db, token: string): Promise<{ kind: EmailChangeLink['kind']; found: MailToken }> {
  if (!isToken(token)) throw new ProductError('link_expired')
  const tokenHash = hashToken(token)
  const confirming = await findMailToken(db, tokenHash, 'change_email')
  if (confirming !== undefined) return { kind: 'confirm', found: confirming }
  const stopping = await findMailToken(db, tokenHash, 'stop_email_change')
  if (stopping === undefined) throw new ProductError('link_expired')
  return { kind: 'stop', found: stopping }
}

function linkOf({ env, world }: Context, confirmationToken: string): string {
  return absoluteUrl(env.siteUrl, url('change-email-confirm', { world, confirmationToken }))
}
