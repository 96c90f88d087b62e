import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { purposeKey } from '#platform/env/env.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { deviceOf } from '#platform/http/visitor/device.ts'
import { registrationTokenHours } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { slugify } from '#platform/routing/slug.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { registerInputSchema } from '#platform/rules/contract/user.ts'
import { secondFactorNeeded } from '#shop/people/account-security/server/service.ts'
import { accountRegistered } from '../events.ts'
import { constantTime, mailWindow } from '../login/constant-time.ts'
import { passwordProblem } from '../login/password.ts'
import { isToken } from '../login/token.ts'
import { alreadyRegistered, confirmationMail } from '../mails.ts'
import {
  type AccountRow,
  confirmEmail,
  deleteSessionsOf,
  findAccount,
  findAccountByEmail,
  insertAccount,
  insertEmailToken,
  replaceCredentials,
  takeConfirmationToken,
  wasConfirmedBy,
} from '../queries.ts'
import { type Client, guessOf, type Login, openSession } from '../sessions/sessions.ts'
import { foldEmail } from './email.ts'
import { noteAcceptance } from './life-queries.ts'
import { checkedName } from './public-name.ts'
import { welcome } from './welcome.ts'

export type Registration = { kind: 'logged_in'; login: Login } | { kind: 'check_mailbox' }

interface Registrant {
  email: string
  password: string
  publicName: string
  invitation: string | undefined
  /** The page of ours they were on the way to. */
  next: string | undefined
}

/**
 * Opens an account: terms accepted with version and time, a confirmation mail sent, and the person logged in at once,
 * because somebody in the checkout must be able to pay now.
 * An e-mail that has an account gets no second one. Its right password logs in; otherwise the answer is the same,
 * without a session, and its owner gets a mail. What remains is that a newcomer is logged in and a known address is
 * not; asking that way costs an account and a mail to its owner, and soon a network waits longer for each.
 * @throws ProductError('invalid_input') with the fields
 */
export async function register(
  context: Context,
  input: z.output<typeof registerInputSchema>,
  client: Client,
): Promise<Registration> {
  const registrant = checked(input)
  if (context.env.rateLimits) {
    const device = deviceOf(client.device, context.env.secret)
    await context.rateLimits.openAccount({ email: registrant.email, ip: client.ip, device })
  }
  return await constantTime(async () => {
    const known = await findAccountByEmail(context.db, registrant.email)
    if (known?.email_confirmed_at || known?.disabled_at)
      return await greetKnown(context, known, registrant, client)
    const passwordHash = await context.passwords.hash(registrant.password)
    if (known !== undefined) return await registerAgain(context, known, registrant, passwordHash)
    const account = await transaction(context.db, (tx) =>
      createAccount(context, tx, registrant, passwordHash),
    )
    // Lost a race against a registration of the same address, which has its own mail on the way.
    if (account === undefined) return { kind: 'check_mailbox' }
    const how = { grantType: 'registration', next: registrant.next }
    return { kind: 'logged_in', login: await openSession(context, account, how) }
  })
}

async function createAccount(context: Context, tx: Db, registrant: Registrant, passwordHash: string) {
  const { email, publicName, invitation } = registrant
  const account = await insertAccount(tx, {
    world: context.world,
    email,
    passwordHash,
    publicName,
    slug: slugify(publicName, context.world),
    agbVersion: context.termsVersion(context.world),
    source: invitation === undefined ? 'web' : 'referral',
  })
  if (account === undefined) return undefined
  await noteAcceptance(tx, {
    ...{ accountId: account.id, version: context.termsVersion(context.world) },
    ...{ world: context.world, channel: 'registration' },
  })
  await sendConfirmation(context, tx, account, {}, `new:${account.id}`)
  await emit(context, tx, accountRegistered, { accountId: account.id, invitation })
  return account
}

async function greetKnown(
  context: Context,
  account: AccountRow,
  registrant: Registrant,
  client: Client,
): Promise<Registration> {
  // Where a login asks for a second step, this is no way around it.
  const isRight =
    (await isRightPassword(context, account, registrant.password, client)) &&
    !(await secondFactorNeeded(context, account.id))
  if (isRight && account.disabled_at === null) {
    await context.rateLimits.guessedRight(guessOf(context, account.email, client))
    const how = { grantType: 'password', next: registrant.next }
    return { kind: 'logged_in', login: await openSession(context, account, how) }
  }
  if (account.disabled_at === null) {
    await transaction(context.db, (tx) =>
      queueMail(tx, context, {
        mail: alreadyRegistered,
        to: account.email,
        vars: {
          publicName: account.public_name,
          loginUrl: absoluteUrl(context.env.siteUrl, url('login', { world: context.world })),
        },
        dedupeKey: `already-registered:${account.id}:${mailWindow()}`,
      }),
    )
  }
  return { kind: 'check_mailbox' }
}

/** Where a login would have to wait, a password counts as wrong: waiting would tell that there is an account. */
async function isRightPassword(
  context: Context,
  account: AccountRow,
  password: string,
  client: Client,
): Promise<boolean> {
  if (!(await context.rateLimits.mayGuess(guessOf(context, account.email, client)))) return false
  return await context.passwords.verify(password, account.password_hash)
}

/**
 * Somebody else may have registered this address first. Whoever opens the new mail decides: its link puts this
 * person's password in place of the former one and ends every session made with that.
 */
async function registerAgain(
  context: Context,
  account: AccountRow,
  registrant: Registrant,
  passwordHash: string,
): Promise<Registration> {
  const { publicName } = registrant
  const payload = { passwordHash, publicName, slug: slugify(publicName, context.world) }
  // A window of its own per set of data: the last typed password must be the one that a mail confirms. Keyed with
  // the product's secret, because the key is stored.
  const data = createHmac('sha256', purposeKey(context.env.secret, 'registration'))
    .update(`${publicName}\0${registrant.password}`)
    .digest('base64url')
    .slice(0, 12)
  await transaction(context.db, (tx) =>
    sendConfirmation(context, tx, account, payload, `again:${account.id}:${mailWindow()}:${data}`),
  )
  return { kind: 'check_mailbox' }
}

/**
 * Confirms an address by the secret of its mail. Works once; a second click hears that all is well.
 * @throws ProductError('link_expired') for unknown, expired or superseded links
 */
export async function confirmRegistration(context: Context, token: string): Promise<{ isFirst: boolean }> {
  if (!isToken(token)) throw new ProductError('link_expired')
  const tokenHash = hashToken(token)
  const isFirst = await transaction(context.db, async (tx) => {
    const taken = await takeConfirmationToken(tx, tokenHash)
    if (taken === undefined) return undefined
    const isConfirmedNow = await confirmEmail(tx, taken.account_id)
    const { passwordHash, publicName, slug } = taken.payload
    if (isConfirmedNow && passwordHash && publicName && slug !== undefined) {
      await replaceCredentials(tx, taken.account_id, {
        passwordHash: String(passwordHash),
        publicName: String(publicName),
        slug: String(slug),
      })
      await deleteSessionsOf(tx, taken.account_id)
    }
    const account = isConfirmedNow ? await findAccount(tx, taken.account_id) : undefined
    if (account !== undefined) await welcome(context, tx, { ...account, publicName: account.public_name })
    return isConfirmedNow
  })
  if (isFirst !== undefined) return { isFirst }
  if (await wasConfirmedBy(context.db, tokenHash)) return { isFirst: false }
  throw new ProductError('link_expired')
}

/**
 * Sends the confirmation mail once more, to the member who asks or to an address somebody typed. The answer is the
 * same whether the address is unknown, confirmed or waiting.
 */
export async function resendConfirmation(context: Context, typedEmail: string | undefined): Promise<void> {
  const email = foldEmail(typedEmail ?? (context.visitor.kind === 'member' ? context.visitor.email : ''))
  if (email === undefined) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  await constantTime(async () => {
    const account = await findAccountByEmail(context.db, email)
    if (account === undefined || account.email_confirmed_at !== null || account.disabled_at !== null) return
    await transaction(context.db, (tx) =>
      sendConfirmation(context, tx, account, {}, `resend:${account.id}:${mailWindow()}`),
    )
  })
}

async function sendConfirmation(
  context: Context,
  tx: Db,
  account: AccountRow,
  payload: Record<string, string>,
  event: string,
): Promise<void> {
  const token = newToken()
  const confirmPath = url('register-confirm', { world: context.world, registrationToken: token })
  const isNew = await queueMail(tx, context, {
    mail: confirmationMail,
    to: account.email,
    vars: {
      publicName: payload.publicName ?? account.public_name,
      confirmUrl: absoluteUrl(context.env.siteUrl, confirmPath),
      hours: registrationTokenHours,
    },
    dedupeKey: `confirm-registration:${event}`,
  })
  if (!isNew) return
  await insertEmailToken(tx, {
    tokenHash: hashToken(token),
    accountId: account.id,
    payload,
    hours: registrationTokenHours,
  })
}

function checked(input: z.output<typeof registerInputSchema>): Registrant {
  const fields: FieldErrors = {}
  const email = foldEmail(input.email)
  if (input.email === '') fields.email = 'required'
  else if (email === undefined) fields.email = 'invalid'
  const publicName = checkedName(input.publicName, fields)
  const problem = passwordProblem(input.password, { email: email ?? '', publicName })
  if (input.password === '') fields.password = 'required'
  else if (problem !== undefined) fields.password = problem
  if (!input.agb) fields.agb = 'required'
  if (email === undefined || Object.keys(fields).length > 0)
    throw new ProductError('invalid_input', { fields })
  return { email, password: input.password, publicName, invitation: input.invitation, next: input.next }
}
