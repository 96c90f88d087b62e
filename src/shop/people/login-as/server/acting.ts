import { type Context, isActedFor, type MemberVisitor } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { loginAsMinutes, loginAsReasonLength } from '#platform/limits.ts'
import { isPlainMember } from '#platform/roles.ts'
import { tellOwner } from '#shop/people/account-security/server/service.ts'
import {
  type ActingSession,
  endSession,
  foldEmail,
  insertActingSession,
  newSessionToken,
  parkSession,
  takeUpSession,
} from '#shop/people/identity/server/service.ts'
import { findNamed, findTarget, insertLoginAs, insertRequest, newestLoginAs } from './queries.ts'

const shownRows = 50
/** Of members with the name that was typed. */
const shownFound = 20
const shortestName = 2

/** A member an admin may mean. */
export interface FoundMember {
  id: number
  publicName: string
  email: string
  world: string
  isSeller: boolean
}

/**
 * Lets an admin act in a member's name for an hour, to help. The reason is kept, the owner hears of it, and the admin's
 * own session waits under a token that opens nothing meanwhile, so that nobody is two people in one browser.
 * @returns the session, or where a name was typed the members it may mean
 * @throws ProductError invalid_input with the fields: nobody of that name or number, or one who runs the platform
 */
export async function actAs(
  context: Context,
  typed: { member: string; reason: string },
): Promise<ActingSession | { found: FoundMember[] }> {
  const admin = requireMember(context)
  const reason = typed.reason.trim()
  const fields: FieldErrors = {}
  if (typed.member === '') fields.member = 'required'
  if (reason === '') fields.reason = 'required'
  else if (reason.length < loginAsReasonLength.min) fields.reason = 'too_short'
  else if (reason.length > loginAsReasonLength.max) fields.reason = 'too_long'
  const who = whoIs(typed.member)
  if (typed.member !== '' && who === undefined) return { found: await membersNamed(context, typed.member) }
  if (who === undefined || Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  const target = await findTarget(context.db, who)
  if (target === undefined) throw new ProductError('invalid_input', { fields: { member: 'not_found' } })
  // Never an admin, and nobody else who may more than members.
  if (!isPlainMember(target.role))
    throw new ProductError('invalid_input', { fields: { member: 'forbidden' } })
  const { token, tokenHash } = newSessionToken()
  const own = newSessionToken()
  await transaction(context.db, async (tx) => {
    const loginAsId = await insertLoginAs(tx, { adminId: admin.accountId, accountId: target.id, reason })
    await insertActingSession(tx, {
      ...{ tokenHash, loginAsId, minutes: loginAsMinutes, userAgent: context.userAgent },
      ...{ accountId: target.id, adminId: admin.accountId },
    })
    await parkSession(tx, admin.sessionHash, own.tokenHash)
    const owner = { email: target.email, publicName: target.public_name }
    // The device that is named is not the owner's to know.
    await tellOwner({ ...context, userAgent: undefined }, tx, owner, 'admin_acts')
  })
  return { token, ownToken: own.token, expiresInSeconds: loginAsMinutes * 60 }
}

/**
 * Ends the session in which an admin acts and gives back their own, if it waits in this browser (`parked`: its token). It
 * is what it was: its login is not younger, so what asks for the password again still does.
 * @returns undefined where there is none: the next login is theirs
 * @throws ProductError('unauthorized')
 */
export async function stopActing(
  context: Context,
  parked: string | undefined,
): Promise<{ token: string; expiresInSeconds: number } | undefined> {
  const actingHash = requireMember(context).sessionHash
  const { token, tokenHash } = newSessionToken()
  return await transaction(context.db, async (tx) => {
    const parkedHash = parked === undefined ? undefined : hashToken(parked)
    const own = parkedHash && (await takeUpSession(tx, { parkedHash, newHash: tokenHash, actingHash }))
    await endSession(tx, actingHash)
    return own && { token, expiresInSeconds: own.seconds }
  })
}

/** @throws ProductError('invalid_input') where nobody is called so */
async function membersNamed(context: Context, name: string): Promise<FoundMember[]> {
  const found = await findMembers(context, name)
  if (found.length === 0) throw new ProductError('invalid_input', { fields: { member: 'not_found' } })
  return found
}

/** Members by a part of their name, their number or their address, the newest first; nobody who may more than members. */
export async function findMembers({ db }: Pick<Context, 'db'>, typed: string): Promise<FoundMember[]> {
  const who = whoIs(typed)
  if (who === undefined && typed.length < shortestName) return []
  const rows = await findNamed(db, who ?? { name: typed }, shownFound)
  return rows.map(({ id, public_name, email, world, is_seller }) => ({
    ...{ id, publicName: public_name, email, world, isSeller: is_seller },
  }))
}

/** Notes one request of an admin who acts in a member's name, before anything is done for it. */
export async function noteActing(
  context: Pick<Context, 'db'>,
  visitor: MemberVisitor,
  request: { method?: string | undefined; url?: string | undefined },
): Promise<void> {
  if (!isActedFor({ visitor })) return
  // Without the query: it may hold what somebody typed.
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  await insertRequest(context.db, visitor.sessionHash, {
    method: request.method ?? 'GET',
    path: path.slice(0, 300),
  })
}

/** Who acted in whose name lately, and why; for admins. */
export async function actingLog(context: Context) {
  return await newestLoginAs(context.db, shownRows)
}

function whoIs(typed: string): { id: number } | { email: string } | undefined {
  if (/^\d{1,15}$/.test(typed)) return { id: Number(typed) }
  const email = foldEmail(typed)
  return email === undefined ? undefined : { email }
}
