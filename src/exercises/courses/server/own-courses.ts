import { randomBytes } from 'node:crypto'
import { type CourseGate, isScoredItem } from '#exercises/model/course-gates.ts'
import type { RoomMode } from '#exercises/model/modes.ts'
import { requireMode } from '#exercises/rooms/server/service.ts'
import { lostUnits, ownsMaterial, type PlayedSource, playedVersion } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { countsFor } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { courseLimits } from '#platform/rules/exercise-limits.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import * as queries from './queries.ts'
import { type CourseItem, type CourseLanguage, itemSchema, itemsSchema, languageSchema } from './types.ts'

/** A course as its owner sees it. */
export interface OwnCourse {
  id: number
  title: string
  description: string
  gate: CourseGate
  minPercent: number
  /** Of its words; '': that of its world. */
  language: CourseLanguage
  /** A picture; '': none. */
  cover: string
  hasCertificate: boolean
  items: CourseItem[]
  revision: number
  shareKey: string | null
}

/** What one adds: a reference and, where it has no name of its own, a title. */
interface NewItem {
  kind: CourseItem['kind']
  ref: string
  title: string
  minutes: number
  isRequired: boolean
  mode: RoomMode
  roomMinutes: number
  roomSeconds: number
}

/** The member's own courses, the newest change first. @throws ProductError unauthorized */
export async function listCourses(context: Context) {
  return await queries.courseRows(context.db, ownerInWorld(context), courseLimits.perMember)
}

/** An own course. @throws ProductError unauthorized; not_found, also for somebody else's */
export async function ownCourse(context: Context, id: number): Promise<OwnCourse> {
  return viewOf(await findMine(context, context.db, id))
}

/** Exercises the member may put into a course: their own and what they bought. @throws ProductError unauthorized */
export async function unitsForCourse(context: Context) {
  const units = await queries.unitsFor(context.db, buyerOf(context), courseLimits.choices)
  const lost = await lostUnits(
    context.db,
    ownerInWorld(context),
    units.map(({ id }) => id),
  )
  return units.filter(({ id }) => !lost.includes(id))
}

/** The exercises of an own course that its owner has no licence for any more: nobody can play them. */
export async function lostInCourse(
  context: Context,
  { items }: Pick<OwnCourse, 'items'>,
): Promise<ReadonlySet<number>> {
  const ids = items.flatMap((item) => ('unitId' in item ? [item.unitId] : []))
  return new Set(await lostUnits(context.db, ownerInWorld(context), ids))
}

/** Begins a course. @throws ProductError unauthorized; storage_quota */
export async function createCourse(context: Context, title: string): Promise<{ id: number }> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    await requireRoom(tx, owner)
    const course = {
      title: cleanLine(title),
      description: '',
      gate: 'none',
      min_percent: 60,
      items: [],
    } as const
    return { id: await queries.insertCourse(tx, owner, course) }
  })
}

/**
 * Changes an own course over the revision it was seen at; `edit` gets what is there now.
 * @throws ProductError unauthorized; not_found; conflict (a newer one is there); invalid_input
 */
export async function changeCourse(
  context: Context,
  { id, revision }: { id: number; revision: number },
  edit: (course: OwnCourse) => OwnCourse,
): Promise<OwnCourse> {
  return await transaction(context.db, async (tx) => {
    const now = viewOf(await findMine(context, tx, id, true))
    if (now.revision !== revision) throw new ProductError('conflict')
    const next = edit(now)
    const items = itemsSchema.safeParse(next.items)
    const units = items.data?.filter(isScoredItem) ?? []
    if (!items.success || units.length > courseLimits.units)
      throw new ProductError('invalid_input', { fields: { items: 'too_long' } })
    const head = { title: cleanLine(next.title), description: cleanLine(next.description), gate: next.gate }
    const face = { language: next.language, has_certificate: next.hasCertificate }
    const course = { ...head, ...face, min_percent: next.minPercent, items: items.data }
    await queries.updateCourse(tx, context.world, id, course)
    return viewOf(await findMine(context, tx, id))
  })
}

/** Another picture above an own course, or none; whoever changes its items meanwhile is not held up. */
export async function paintCourse(context: Context, id: number, cover: string): Promise<OwnCourse> {
  return await transaction(context.db, async (tx) => {
    await findMine(context, tx, id, true)
    await queries.setCover(tx, context.world, id, cover)
    return viewOf(await findMine(context, tx, id))
  })
}

/** What was chosen as an item; a unit is pinned to its version of today. @throws ProductError invalid_input; licence_lost */
export async function newItem(context: Context, wish: NewItem): Promise<CourseItem> {
  const id = randomBytes(3).toString('hex')
  const common = {
    id,
    title: cleanLine(wish.title),
    minutes: wish.minutes,
    isRequired: wish.isRequired,
    kind: wish.kind,
  }
  const item = itemSchema.safeParse({ ...common, ...(await referenceOf(context, wish)) })
  if (item.success) return item.data
  const isUntitled = item.error.issues.some(({ path }) => path[0] === 'title')
  throw new ProductError('invalid_input', { fields: isUntitled ? { title: 'required' } : { ref: 'invalid' } })
}

async function referenceOf(context: Context, wish: NewItem): Promise<object> {
  const { kind, ref, title } = wish
  if (kind === 'link') return { address: ref }
  if (kind === 'text') return { text: cleanText(ref) }
  // An address of a material has its number in it, too.
  const id = Number(/\d+/.exec(ref)?.[0] ?? 0)
  if (!Number.isSafeInteger(id) || id < 1) return {}
  if (isScoredItem(wish)) {
    const unit = await queries.versionFor(context.db, buyerOf(context), id)
    if (!unit) return {}
    await requireUnitLicence(context, id)
    const pinned = { unitId: id, version: unit.version, title: cleanLine(title || unit.title) }
    return kind === 'unit' ? pinned : { ...pinned, ...(await templateOf(context, pinned, wish)) }
  }
  const material = await queries.materialOf(context.db, context.world, id)
  return material ? { materialId: id, title: truncate(cleanLine(title || material.title), 120) } : {}
}

/** @throws ProductError licence_lost: an own copy of what its owner has no more */
async function requireUnitLicence(context: Context, unitId: number): Promise<void> {
  if ((await lostUnits(context.db, ownerInWorld(context), [unitId])).length > 0)
    throw new ProductError('licence_lost')
}

/** How a room of an exercise is opened. @throws ProductError invalid_input (`mode`: not meant for it) */
async function templateOf(
  context: Context,
  pinned: PlayedSource,
  { mode, roomMinutes, roomSeconds }: NewItem,
): Promise<object> {
  requireMode((await playedVersion(context, pinned)).content, mode)
  return { mode, roomMinutes, roomSeconds }
}

/** Opens a course to whoever has its address, or closes it; who began it goes on. @throws ProductError unauthorized; not_found */
export async function shareCourse(context: Context, id: number, isOpen: boolean): Promise<OwnCourse> {
  return await transaction(context.db, async (tx) => {
    const course = await findMine(context, tx, id, true)
    if (isOpen !== (course.share_key !== null))
      await queries.setShareKey(tx, context.world, id, isOpen ? secretKey('c') : null)
    return viewOf(await findMine(context, tx, id))
  })
}

/** The same course once more, without those who learn with it. @throws ProductError unauthorized; not_found; storage_quota */
export async function duplicateCourse(context: Context, id: number): Promise<{ id: number }> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    const row = await findMine(context, tx, id)
    const { title, description, gate, minPercent, items } = viewOf(row)
    const { language, cover, has_certificate } = row
    await requireRoom(tx, owner)
    return {
      id: await queries.insertCourse(tx, owner, {
        ...{ title, description, gate, min_percent: minPercent, items, language, cover, has_certificate },
        // A copy of what was bought is as little for sale.
        bought_with: row.bought_with,
      }),
    }
  })
}

/** Deletes a course with everything that is kept of those who learnt. @throws ProductError unauthorized; not_found */
export async function deleteCourse(context: Context, id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    await findMine(context, tx, id, true)
    await queries.deleteCourse(tx, context.world, id)
  })
}

/** A key nobody guesses, of letters and figures nobody mixes up. */
export function secretKey(kind: 'c' | 'k'): string {
  const signs = '23456789abcdefghjkmnpqrstuvwxyz'
  return kind + [...randomBytes(18)].map((byte) => signs[byte % signs.length]).join('')
}

export function viewOf(row: queries.CourseRow): OwnCourse {
  const { id, title, description, gate, min_percent: minPercent, revision, share_key: shareKey } = row
  const items = itemsSchema.safeParse(row.items).data ?? []
  const { cover, has_certificate: hasCertificate } = row
  const face = { language: languageSchema.catch('').parse(row.language), cover, hasCertificate }
  return { id, title, description, gate, minPercent, ...face, items, revision, shareKey }
}

/** The member, with the purchases that count for them. @throws ProductError unauthorized */
export function buyerOf(context: Context): queries.Buyer {
  const owner = ownerInWorld(context)
  return { ...owner, purchases: countsFor(owner.accountId) }
}

async function findMine(context: Context, db: Db, id: number, isLocked = false): Promise<queries.CourseRow> {
  const { accountId } = requireMember(context)
  const course = await queries.findCourse(db, context.world, id, isLocked)
  if (course === undefined || course.owner_id !== accountId) throw new ProductError('not_found')
  if (!(await isOpenToOwner(db, course))) throw new ProductError('not_entitled')
  return course
}

/** What was bought closes with its purchase: for who bought it and for who learns with it. */
export async function isOpenToOwner(db: Db, course: queries.CourseRow): Promise<boolean> {
  const { world, owner_id: accountId, bought_with: materialId } = course
  return materialId === null || (await ownsMaterial(db, { world, accountId }, materialId))
}

export async function requireRoom(tx: Db, owner: { world: string; accountId: number }): Promise<void> {
  await lockUntilCommit(tx, `courses ${owner.world} ${owner.accountId}`)
  if ((await queries.countCourses(tx, owner)) >= courseLimits.perMember)
    throw new ProductError('storage_quota')
}
