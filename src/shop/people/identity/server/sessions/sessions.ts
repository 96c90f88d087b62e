import { type Context, type Deps, isActedFor, type MemberVisitor } from '#platform/context/context.ts'
import type { Guess } from '#platform/context/rate-limits.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { deviceKnownTo } from '#platform/http/visitor/device.ts'
import {
  appTokenMinutes,
  publicSessionHours,
  refreshDays,
  registrationTokenHours,
  scriptTokenMinutes,
  sessionDays,
} from '#platform/limits.ts'
import { nextPath } from '#platform/routing/next-path.ts'
import type { ProgramScope } from '#platform/scopes.ts'
import { secondFactorNeeded } from '#shop/people/account-security/server/service.ts'
import { offerToKeep } from '../account/closing.ts'
import { foldEmail } from '../account/email.ts'
import { accountSignedIn } from '../events.ts'
import { waitForFloor } from '../login/constant-time.ts'
import { rehash } from '../login/rehash.ts'
import { passSecondStep } from '../login/second-step.ts'
import { isScriptToken, scriptToken } from '../login/token.ts'
import {
  type AccountRow,
  deleteExpired,
  deleteSession,
  deleteSessionsOf,
  findAccount,
  findAccountByEmail,
  insertSession,
} from '../queries.ts'
import { memberView } from '../view.ts'

/** Where a login or registration comes from. */
export interface Client {
  ip: string
  /** The `device` cookie, as it came. */
  device?: string | undefined
  /** A program that keeps its tokens itself; a browser has a cookie. */
  isApp?: boolean | undefined
}

/** A session that was just opened. `member` is undefined for a public one (client credentials). */
export interface Login {
  token: string
  scope: 'public' | 'full'
  expiresInSeconds: number
  member: MemberVisitor | undefined
  /** The token can be renewed. */
  isRefreshed?: boolean | undefined
  /** Where what was begun before the login has led; undefined: where the person wanted to go. */
  goTo?: string | undefined
}

const daySeconds = 86_400

/** What the two grants of the product itself are asked with. */
interface OwnGrant {
  grant_type: 'password' | 'client_credentials'
  username?: string | undefined
  password?: string | undefined
  platform?: string | undefined
  /** Of the second step, where the account has one. */
  code?: string | undefined
  /** The page of ours that asked for the login. */
  next?: string | undefined
}

/**
 * Specification 7, the grants `password` and `client_credentials`. Every success is a new session with a new token,
 * whatever the caller brought along. An e-mail that is not confirmed may log in for as long as its first link lives
 * (48 hours: somebody who registers in the checkout can pay and come back), then it must be confirmed.
 * An unknown e-mail, a wrong password and a disabled account are told apart neither by words nor by time. Whoever knows the
 * password of a closed account in its days of grace is offered to keep it.
 * @throws ProductError invalid_credentials, account_closed, email_not_confirmed, rate_limited, invalid_input; second_factor_required
 * and second_factor_wrong where the account asks for a second step
 */
export async function authenticate(context: Context, input: OwnGrant, client: Client): Promise<Login> {
  if (input.grant_type === 'client_credentials') return await openPublicSession(context, input)
  const { username, password } = input
  if (!username || !password) {
    throw new ProductError('invalid_input', {
      fields: {
        ...(username ? {} : { username: 'required' }),
        ...(password ? {} : { password: 'required' }),
      },
    })
  }
  const begun = performance.now()
  const email = foldEmail(username) ?? ''
  const guess = guessOf(context, email, client)
  await context.rateLimits.guessPassword(guess)
  const account = await findAccountByEmail(context.db, email)
  const isRight = await context.passwords.verify(password, account?.password_hash)
  if (account !== undefined && isRight && isInGrace(account)) throw await offerToKeep(context, account.id)
  if (account === undefined || !isRight || account.disabled_at !== null) {
    // Hashes of another cost take longer than nobody's.
    await waitForFloor(begun)
    throw new ProductError('invalid_credentials')
  }
  await context.rateLimits.guessedRight(guess)
  requireConfirmed(account)
  const { platform, next } = input
  const secondFactor = await passSecondStep(context, account.id, input.code)
  await rehash(context, account, password)
  return await openSession(context, account, {
    grantType: 'password',
    platform,
    next,
    isRefreshed: client.isApp === true,
    secondFactor,
  })
}

/** Closed by its owner, and not erased yet. */
function isInGrace({ disabled_at: closedAt, erase_at: eraseAt }: AccountRow): boolean {
  return closedAt !== null && eraseAt !== null && eraseAt.getTime() > Date.now()
}

/** A guess at the password of an account, as the limits count it: the same for e-mails that have no account. */
export function guessOf(context: Context, email: string, { ip, device }: Client): Guess {
  return { email, ip, knownDevice: deviceKnownTo(device, email, context.env.secret) }
}

/**
 * By password and by passkey alike: who has not confirmed the e-mail logs in for as long as its first link lives.
 * @throws ProductError('email_not_confirmed') after that
 */
export function requireConfirmed(account: Pick<AccountRow, 'email_confirmed_at' | 'created_at'>): void {
  if (account.email_confirmed_at !== null) return
  const isWithinGrace = Date.now() - account.created_at.getTime() < registrationTokenHours * 3_600_000
  if (!isWithinGrace) throw new ProductError('email_not_confirmed')
}

/** What a session is opened for. */
interface OpenedBy {
  grantType: string
  platform?: string | undefined
  next?: string | undefined
  /** For programs: a token for an hour that can be renewed, in place of a cookie for a month. */
  isRefreshed?: boolean | undefined
  /** The second step was passed. */
  secondFactor?: boolean | undefined
}

/**
 * Opens a member's session, ends the one the same browser had before, and tells who keeps something for strangers
 * (`account.signed-in`).
 */
export async function openSession(context: Context, account: AccountRow, how: OpenedBy): Promise<Login> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const { isRefreshed } = how
  const expiresInSeconds = isRefreshed ? appTokenMinutes * 60 : sessionDays * daySeconds
  const row = { ...account, account_id: account.id, seconds_since_login: 0 }
  const member = memberView(context, row, tokenHash, context.visitor.anonymousId)
  if (member === undefined) throw new Error(`account ${account.id} is no member`)
  const answers = await transaction(context.db, async (tx) => {
    if (context.visitor.kind === 'member') await deleteSession(tx, context.visitor.sessionHash)
    await insertSession(tx, {
      tokenHash,
      accountId: account.id,
      grantType: how.grantType,
      platform: how.platform,
      seconds: expiresInSeconds,
      userAgent: context.userAgent,
      secondFactor: how.secondFactor,
      refreshSeconds: isRefreshed ? refreshDays * daySeconds : undefined,
    })
    const asMember = { ...context, visitor: member }
    return await emit(asMember, tx, accountSignedIn, { accountId: account.id, next: nextPath(how.next) })
  })
  const goTo = answers.find((answer) => answer !== undefined)?.goTo
  return { token, scope: 'full', expiresInSeconds, member, goTo, isRefreshed }
}

/** Lets a program of others into a member's account, for an hour that can be renewed. Not a login: nobody is told. */
export async function openClientSession(
  tx: Db,
  { accountId, clientId, scopes }: { accountId: number; clientId: string; scopes: ProgramScope[] },
): Promise<{ token: string; tokenHash: Buffer; expiresInSeconds: number }> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresInSeconds = appTokenMinutes * 60
  await insertSession(tx, {
    tokenHash,
    accountId,
    grantType: 'authorization_code',
    platform: undefined,
    clientId,
    scopes,
    seconds: expiresInSeconds,
    refreshSeconds: refreshDays * daySeconds,
  })
  return { token, tokenHash, expiresInSeconds }
}

/** A public session: the product's own, or one of a program of others. */
export async function openPublicSession(
  context: Context,
  { platform, clientId }: { platform?: string | undefined; clientId?: string | undefined },
): Promise<Login> {
  const token = newToken()
  const expiresInSeconds = publicSessionHours * 3600
  await insertSession(context.db, {
    tokenHash: hashToken(token),
    accountId: null,
    grantType: 'client_credentials',
    platform,
    clientId,
    seconds: expiresInSeconds,
  })
  return { token, scope: 'public', expiresInSeconds, member: undefined }
}

export interface Validated {
  oauth_user_id: number | null
  oauth_access_token: string
  /** Of the token, in seconds; null where the caller knows it. */
  expires_in: number | null
  scope: 'public' | 'full'
}

/**
 * Specification 7 "validate". A program hears its own token again. The scripts of a browser get one of their own for
 * some minutes; the cookie's secret they never see.
 * @throws ProductError terms_not_accepted, or unauthorized when there is no valid session at all
 */
export function validate(context: Context, bearer: string | undefined): Validated {
  const { visitor, env } = context
  if (visitor.kind === 'anonymous') {
    if (bearer === undefined) throw new ProductError('unauthorized')
    return { oauth_user_id: null, oauth_access_token: bearer, expires_in: null, scope: 'public' }
  }
  if (!visitor.agbAccepted) throw new ProductError('terms_not_accepted')
  const member = { oauth_user_id: visitor.accountId, scope: 'full' } as const
  if (bearer !== undefined && !isScriptToken(bearer))
    return { ...member, oauth_access_token: bearer, expires_in: null }
  return { ...member, ...tokenForScripts(env.secret, visitor.sessionHash) }
}

/** The token that the scripts of a browser get of a session. */
export function tokenForScripts(
  secret: string,
  sessionHash: Buffer,
): Pick<Validated, 'oauth_access_token'> & { expires_in: number } {
  const seconds = scriptTokenMinutes * 60
  return { oauth_access_token: scriptToken(secret, sessionHash, seconds), expires_in: seconds }
}

/**
 * Ends the session this request came with, member's or public; ending nothing is fine. `isEverywhere`: all sessions of
 * the member; who acts in a member's name, or is a program of others, ends its own alone. `parked`: the token of an
 * admin's own session that waits while they act; it ends, too.
 */
export async function logout(
  context: Context,
  {
    bearer,
    parked,
    isEverywhere = false,
  }: { bearer?: string | undefined; parked?: string | undefined; isEverywhere?: boolean } = {},
): Promise<void> {
  const { visitor } = context
  if (parked !== undefined) await deleteSession(context.db, hashToken(parked))
  if (visitor.kind === 'anonymous') {
    if (bearer !== undefined) await deleteSession(context.db, hashToken(bearer))
    return
  }
  const isOwn = !isActedFor(context) && visitor.clientId === undefined
  if (isEverywhere && isOwn) await deleteSessionsOf(context.db, visitor.accountId)
  else await deleteSession(context.db, visitor.sessionHash)
}

/** Whether an account is there and not disabled. */
export async function isActive(db: Db, accountId: number): Promise<boolean> {
  const account = await findAccount(db, accountId)
  return account !== undefined && account.disabled_at === null
}

/** Ends one session and all that came of it. */
export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await deleteSession(db, sessionHash)
}

/**
 * Logs in the member whose account is known by other means than the password. @throws ProductError('social_failed') for
 * an account that is gone or disabled; social_second_step for one that asks for a second step, which a password or a
 * passkey brings
 */
export async function logInAs(context: Context, accountId: number, how: OpenedBy): Promise<Login> {
  const account = await findAccount(context.db, accountId)
  if (account === undefined || account.disabled_at !== null) throw new ProductError('social_failed')
  if (await secondFactorNeeded(context, accountId)) throw new ProductError('social_second_step')
  return await openSession(context, account, how)
}

/** The nightly job: expired sessions and long expired links. */
export async function cleanSessions(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const removed = await deleteExpired(deps.db)
  deps.log.info(removed, 'expired sessions and links removed')
}

/** The secret of a new session, and what the database keeps of it. */
export function newSessionToken(): { token: string; tokenHash: Buffer } {
  const token = newToken()
  return { token, tokenHash: hashToken(token) }
}
