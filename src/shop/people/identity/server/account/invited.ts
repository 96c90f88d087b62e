import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { invitedAccountDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { slugify } from '#platform/routing/slug.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { accountRegistered } from '../events.ts'
import { passwordProblem } from '../login/password.ts'
import { isToken } from '../login/token.ts'
import {
  dropMailTokens,
  findMailToken,
  insertBareAccount,
  insertMailToken,
  takeMailToken,
} from '../login/token-queries.ts'
import { type AccountRow, findAccount } from '../queries.ts'
import { type Login, openSession } from '../sessions/sessions.ts'
import { worldOfAccount } from '../view.ts'
import { foldEmail } from './email.ts'
import { completionMail } from './life-mails.ts'
import { completeAccount, noteAcceptance } from './life-queries.ts'
import { checkedName } from './public-name.ts'
import { welcome } from './welcome.ts'

/** Why an account was opened for somebody; stored as its creation source. */
type InvitedBy = 'invitation' | 'purchase'

/**
 * Opens an account for somebody who has none, in the caller's transaction, and mails them the link to complete it.
 * @returns its number, or undefined when the address has an account already
 */
async function openAccountFor(
  context: Context,
  tx: Db,
  person: { email: string; publicName: string; source: InvitedBy },
): Promise<number | undefined> {
  const { email, publicName, source } = person
  const { world } = context
  const accountId = await insertBareAccount(tx, {
    ...{ world, email, publicName, source, isProven: false },
    slug: slugify(publicName, world),
  })
  if (accountId === undefined) return undefined
  const token = newToken()
  await insertMailToken(tx, {
    ...{ tokenHash: hashToken(token), purpose: 'complete_registration', accountId },
    hours: invitedAccountDays * 24,
  })
  await queueMail(tx, context, {
    mail: completionMail,
    to: email,
    vars: {
      publicName,
      linkUrl: absoluteUrl(context.env.siteUrl, url('complete-registration', { world, token })),
      days: invitedAccountDays,
    },
    dedupeKey: `complete-registration:${accountId}`,
  })
  await emit(context, tx, accountRegistered, { accountId, invitation: undefined })
  return accountId
}

/** An admin opens an account for somebody. The answer is the same when there is one. @throws invalid_input */
export async function inviteMember(
  context: Context,
  typed: { email: string; publicName: string },
): Promise<void> {
  const fields: FieldErrors = {}
  const email = foldEmail(typed.email)
  if (email === undefined) fields.email = typed.email === '' ? 'required' : 'invalid'
  const publicName = checkedName(typed.publicName, fields)
  if (email === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  await transaction(context.db, (tx) =>
    openAccountFor(context, tx, { email, publicName, source: 'invitation' }),
  )
}

/** Whose account a link completes. Looking uses nothing up. @throws ProductError('link_expired') */
export async function completionPage(
  context: Context,
  token: string,
): Promise<{ email: string; publicName: string }> {
  const account = await accountOfLink(context.db, token)
  return { email: account.email, publicName: account.public_name }
}

/**
 * The person takes over the account: name, password, terms; the link proves the address. They are logged in at once.
 * @throws ProductError link_expired; invalid_input with the fields
 */
export async function completeRegistration(
  context: Context,
  input: { token: string; publicName: string; password: string; agb: boolean },
): Promise<Login> {
  const account = await accountOfLink(context.db, input.token)
  const fields: FieldErrors = {}
  const publicName = checkedName(input.publicName, fields)
  const problem = passwordProblem(input.password, { email: account.email, publicName })
  if (input.password === '') fields.password = 'required'
  else if (problem !== undefined) fields.password = problem
  if (!input.agb) fields.agb = 'required'
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  const passwordHash = await context.passwords.hash(input.password)
  const agbVersion = context.termsVersion(worldOfAccount(account.world))
  await transaction(context.db, async (tx) => {
    const taken = await takeMailToken(tx, hashToken(input.token), 'complete_registration')
    if (taken === undefined) throw new ProductError('link_expired')
    await completeAccount(tx, account.id, {
      ...{ passwordHash, publicName, agbVersion },
      slug: slugify(publicName, context.world),
    })
    await noteAcceptance(tx, {
      ...{ accountId: account.id, version: agbVersion },
      ...{ world: context.world, channel: 'completion' },
    })
    await welcome(context, tx, { id: account.id, email: account.email, publicName })
    await dropMailTokens(tx, account.id, ['reset_password', 'confirm_registration', 'complete_registration'])
  })
  const completed = await findAccount(context.db, account.id)
  if (completed === undefined) throw new ProductError('link_expired')
  return await openSession(context, completed, { grantType: 'registration' })
}

async function accountOfLink(db: Db, token: string): Promise<AccountRow> {
  const found = isToken(token)
    ? await findMailToken(db, hashToken(token), 'complete_registration')
    : undefined
  const account = found && (await findAccount(db, found.account_id))
  // Who has set a password by another way has completed it.
  if (account === undefined || account.disabled_at !== null || account.password_hash !== null)
    throw new ProductError('link_expired')
  return account
}
