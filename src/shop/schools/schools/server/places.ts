import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { maxMasters } from '../rules/contract.ts'
import { schoolPlaceChanged } from './events.ts'
import { schoolRemovedMail, schoolUnverifiedMail } from './mails.ts'
import { decidesAboutSchool, isDecidedByOthers } from './policy.ts'
import {
  findPlaces,
  lockSchool,
  type PlaceRow,
  placeMailParty,
  removePlace,
  schoolState,
  setRole,
  setVerified,
} from './queries.ts'

/**
 * The member leaves their school: what it has bought is theirs no more, their own purchases stay.
 * @throws ProductError unauthorized; not_found (in no school); conflict (nobody else looks after the school's account)
 */
export async function leaveSchool(context: Context): Promise<void> {
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    const { places, own } = await placesAround(tx, accountId)
    const others = places.filter((each) => each !== own && decidesAboutSchool(each))
    if (decidesAboutSchool(own) && others.length === 0) throw new ProductError('conflict')
    await endPlace(context, tx, own)
  })
}

/**
 * A master takes a member out of their school; the member is told by mail.
 * @throws ProductError unauthorized; not_found; forbidden (a master, oneself too)
 */
export async function removeFromSchool(context: Context, accountId: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const place = await ledPlace(context, tx, accountId)
    await endPlace(context, tx, place)
    await writeTo(context, tx, place, { mail: schoolRemovedMail, page: 'interactive-my' })
  })
}

/**
 * A master says that a member of their school belongs to it, or takes that back, which the member is told by mail; the same
 * twice is once.
 * @throws ProductError as removeFromSchool; conflict (the school itself is not verified)
 */
export async function verifyInSchool(
  context: Context,
  { accountId, isVerified }: { accountId: number; isVerified: boolean },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const place = await ledPlace(context, tx, accountId)
    if (place.is_verified === isVerified) return
    if (isVerified && (await schoolState(tx, place)) !== 'verified') throw new ProductError('conflict')
    await setVerified(tx, accountId, isVerified)
    await tell(context, tx, place)
    if (!isVerified) await writeTo(context, tx, place, { mail: schoolUnverifiedMail, page: 'interactive-my' })
  })
}

/**
 * A master makes a verified member look after the school, too.
 * @throws ProductError as removeFromSchool; conflict (not verified, or the school has enough masters)
 */
export async function makeMaster(context: Context, accountId: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { places, own } = await placesAround(tx, requireMember(context).accountId)
    const place = places.find((each) => each.account_id === accountId)
    if (!place || !decidesAboutSchool(own)) throw new ProductError('not_found')
    if (!isDecidedByOthers(place)) return
    const masters = places.filter(decidesAboutSchool)
    if (!place.is_verified || masters.length >= maxMasters) throw new ProductError('conflict')
    await setRole(tx, accountId, 'master')
  })
}

/**
 * A master is a member from now on. @throws ProductError unauthorized; not_found; conflict (nobody else looks after the school)
 */
export async function stepDown(context: Context): Promise<void> {
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    const { places, own } = await placesAround(tx, accountId)
    if (!decidesAboutSchool(own)) return
    if (places.filter(decidesAboutSchool).length < 2) throw new ProductError('conflict')
    await setRole(tx, accountId, 'member')
  })
}

/** The place of a member in the school the caller looks after. */
async function ledPlace(context: Context, tx: Db, accountId: number): Promise<PlaceRow> {
  const { places, own } = await placesAround(tx, requireMember(context).accountId)
  const place = places.find((each) => each.account_id === accountId)
  if (!place || !decidesAboutSchool(own)) throw new ProductError('not_found')
  if (!isDecidedByOthers(place)) throw new ProductError('forbidden')
  return place
}

/** Everybody in somebody's school, who come and go one after the other. @throws ProductError not_found */
async function placesAround(tx: Db, accountId: number): Promise<{ places: PlaceRow[]; own: PlaceRow }> {
  await lockSchool(tx, accountId)
  const places = await findPlaces(tx, accountId)
  const own = places.find((each) => each.account_id === accountId)
  if (!own) throw new ProductError('not_found')
  return { places, own }
}

async function endPlace(context: Context, tx: Db, place: PlaceRow): Promise<void> {
  await removePlace(tx, place.account_id)
  await tell(context, tx, place)
}

async function tell(context: Context, tx: Db, place: PlaceRow): Promise<void> {
  const { world, account_id: accountId, school_id: schoolId, is_verified: wasVerified } = place
  await emit(context, tx, schoolPlaceChanged, { world, accountId, schoolId, wasVerified })
}

/** Tells somebody by mail what became of their place in a school; not who closed their account. `page`: where it leads. */
export async function writeTo(
  context: Context,
  tx: Db,
  place: PlaceRow,
  { mail, page }: { mail: typeof schoolRemovedMail; page: 'interactive-my' | 'school-account' },
): Promise<void> {
  const party = await placeMailParty(tx, place)
  if (party === undefined) return
  const { world, email: to, public_name: publicName, school_name: school } = party
  const linkUrl = absoluteUrl(context.env.siteUrl, url(page, { world }))
  await queueMail(
    tx,
    { ...context, world },
    { mail, to, vars: { publicName, school, linkUrl }, dedupeKey: `${mail.name}:${randomUUID()}` },
  )
}
