import type { z } from 'zod'
import type { authenticateInputSchema, User } from '#shared/contract/user.ts'
import { ProductError } from '#shared/errors.ts'
import { legalTextVersion, publicSessionHours, registrationTokenHours, sessionDays } from '#shared/limits.ts'
import { requireMember } from '../../api/access.ts'
import type { Context, Deps, MemberVisitor, Visitor } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { foldEmail } from './email.ts'
import {
  type AccountRow,
  acceptTermsVersion,
  deleteExpired,
  deleteSession,
  findAccount,
  findAccountByEmail,
  findSession,
  insertAuthorProfile,
  insertSession,
  noteSessionInUse,
} from './queries.ts'
import { hashToken, isToken, newToken } from './token.ts'
import { memberView, userView } from './view.ts'

/** What a request says about who sends it: the `session` and `v_id` cookies, the Authorization header. */
export interface Credentials {
  sessionToken?: string | undefined
  bearer?: string | undefined
  anonymousId?: string | undefined
}

/** A session that was just opened. `member` is undefined for a public one (client credentials). */
export interface Login {
  token: string
  scope: 'public' | 'full'
  expiresInSeconds: number
  member: MemberVisitor | undefined
}

const daySeconds = 86_400

/**
 * Who asks. An expired or unknown session cookie makes a stranger; a bearer token that is not valid is refused,
 * because an app must hear that it has to log in again.
 * @throws ProductError('unauthorized')
 */
export async function resolveVisitor(deps: Pick<Deps, 'db'>, credentials: Credentials): Promise<Visitor> {
  const { sessionToken, bearer, anonymousId } = credentials
  const token = bearer ?? sessionToken
  const stranger: Visitor = { kind: 'anonymous', anonymousId }
  if (token === undefined) return stranger
  const sessionHash = hashToken(token)
  const session = isToken(token) ? await findSession(deps.db, sessionHash) : undefined
  if (session === undefined) {
    if (bearer !== undefined) throw new ProductError('unauthorized')
    return stranger
  }
  if (session.is_quiet) await noteSessionInUse(deps.db, sessionHash)
  return memberView(session, sessionHash, anonymousId) ?? stranger
}

/**
 * Specification 7, the grants `password` and `client_credentials`. Every success is a new session with a new token,
 * whatever the caller brought along. An e-mail that is not confirmed may log in for as long as its first link lives
 * (48 hours: somebody who registers in the checkout can pay and come back), then it must be confirmed.
 * An unknown e-mail, a wrong password and a disabled account are told apart neither by words nor by time.
 * @throws ProductError invalid_credentials, email_not_confirmed, rate_limited, invalid_input
 */
export async function authenticate(
  context: Context,
  input: z.output<typeof authenticateInputSchema>,
  client: { ip: string },
): Promise<Login> {
  if (input.grant_type === 'client_credentials') return await openPublicSession(context, input.platform)
  const { username, password } = input
  if (!username || !password) {
    throw new ProductError('invalid_input', {
      fields: {
        ...(username ? {} : { username: 'required' }),
        ...(password ? {} : { password: 'required' }),
      },
    })
  }
  const email = foldEmail(username) ?? ''
  await context.rateLimits.guessPassword(email, client.ip)
  const account = await findAccountByEmail(context.db, email)
  const isRight = await context.passwords.verify(password, account?.password_hash)
  if (account === undefined || !isRight || account.disabled_at !== null) {
    throw new ProductError('invalid_credentials')
  }
  await context.rateLimits.guessedRight(email, client.ip)
  if (account.email_confirmed_at === null && !isWithinGrace(account)) {
    throw new ProductError('email_not_confirmed')
  }
  return await openSession(context, account, { grantType: 'password', platform: input.platform })
}

function isWithinGrace(account: AccountRow): boolean {
  return Date.now() - account.created_at.getTime() < registrationTokenHours * 3_600_000
}

/** Opens a member's session and ends the one the same browser had before. */
export async function openSession(
  context: Context,
  account: AccountRow,
  how: { grantType: string; platform?: string | undefined },
): Promise<Login> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresInSeconds = sessionDays * daySeconds
  await transaction(context.db, async (tx) => {
    if (context.visitor.kind === 'member') await deleteSession(tx, context.visitor.sessionHash)
    await insertSession(tx, {
      tokenHash,
      accountId: account.id,
      grantType: how.grantType,
      platform: how.platform,
      seconds: expiresInSeconds,
    })
  })
  const row = { ...account, account_id: account.id }
  return {
    token,
    scope: 'full',
    expiresInSeconds,
    member: memberView(row, tokenHash, context.visitor.anonymousId),
  }
}

async function openPublicSession(context: Context, platform: string | undefined): Promise<Login> {
  const token = newToken()
  const expiresInSeconds = publicSessionHours * 3600
  await insertSession(context.db, {
    tokenHash: hashToken(token),
    accountId: null,
    grantType: 'client_credentials',
    platform,
    seconds: expiresInSeconds,
  })
  return { token, scope: 'public', expiresInSeconds, member: undefined }
}

/**
 * Specification 7 "validate". `bearer` is echoed to callers that sent it; a cookie session never shows its token to
 * scripts. @throws ProductError terms_not_accepted, or unauthorized when there is no valid session at all
 */
export function validate(
  context: Context,
  bearer: string | undefined,
): { oauth_user_id: number | null; oauth_access_token: string | null; scope: 'public' | 'full' } {
  const { visitor } = context
  if (visitor.kind === 'anonymous') {
    if (bearer === undefined) throw new ProductError('unauthorized')
    return { oauth_user_id: null, oauth_access_token: bearer, scope: 'public' }
  }
  if (!visitor.agbAccepted) throw new ProductError('terms_not_accepted')
  return { oauth_user_id: visitor.accountId, oauth_access_token: bearer ?? null, scope: 'full' }
}

/** Ends the session this request came with, member's or public; ending nothing is fine. */
export async function logout(context: Context, bearer: string | undefined): Promise<void> {
  const { visitor } = context
  if (visitor.kind === 'member') await deleteSession(context.db, visitor.sessionHash)
  else if (bearer !== undefined) await deleteSession(context.db, hashToken(bearer))
}

/** The member's own view of their account. @throws ProductError('unauthorized') */
export async function currentUser(context: Context): Promise<User> {
  const member = requireMember(context)
  const account = await findAccount(context.db, member.accountId)
  if (account === undefined) throw new ProductError('unauthorized')
  return userView(account)
}

/** Stores that the member accepts the terms in force, with their version and the time. */
export async function acceptTerms(context: Context): Promise<void> {
  await acceptTermsVersion(context.db, requireMember(context).accountId, legalTextVersion)
}

/**
 * Makes the member an author (their public page included); does nothing when they are one.
 * @returns the member as they are now
 * @throws ProductError email_not_confirmed: who sells must be reachable
 */
export async function becomeSeller(context: Context): Promise<MemberVisitor> {
  const member = requireMember(context)
  if (member.isSeller) return member
  if (!member.emailConfirmed) throw new ProductError('email_not_confirmed')
  await transaction(context.db, (tx) => insertAuthorProfile(tx, member.accountId))
  return { ...member, isSeller: true }
}

/** The nightly job: expired sessions and long expired links. */
export async function cleanSessions(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const removed = await deleteExpired(deps.db)
  deps.log.info(removed, 'expired sessions and links removed')
}

/**
 * The same context for a member who proved by a link of a mail who they are: for the one act the link is for, never for
 * a session. Undefined when the account is gone or disabled.
 */
export async function asMember(context: Context, accountId: number): Promise<Context | undefined> {
  const account = await findAccount(context.db, accountId)
  if (account === undefined || account.disabled_at !== null) return undefined
  const visitor = memberView({ ...account, account_id: account.id }, Buffer.alloc(0), undefined)
  return visitor && { ...context, visitor }
}
