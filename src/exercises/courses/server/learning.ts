import { isCourseDone, isItemDone, isScoredItem, openItems } from '#exercises/model/course-gates.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { cleanName } from '#exercises/rooms/rules/pupil-names.ts'
import type { RoomCounted } from '#exercises/rooms/server/events.ts'
import { courseRooms } from '#exercises/rooms/server/service.ts'
import type { Practised } from '#exercises/units/server/events.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { courseLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { isOpenToOwner, secretKey, viewOf } from './own-courses.ts'
import * as queries from './queries.ts'
import type { CourseItem } from './types.ts'

export type LearntItem = CourseItem & {
  isOpen: boolean
  isDone: boolean
  percent: number | null
  slug: string
  /** Of an item that asks for a room: whether one may be entered now. */
  hasRoom: boolean
}

/** A course as who learns with it sees it; without a pass: as who looks at it first. */
export interface LearntCourse {
  title: string
  description: string
  /** Of its words, `de` to `zh`. */
  lang: string
  /** A picture; '': none. */
  cover: string
  /** Whether who has done it gets a certificate. */
  hasCertificate: boolean
  /** Null before it was begun. */
  pass: { key: string; name: string } | null
  items: LearntItem[]
  done: number
  isDone: boolean
}

/**
 * A course by the address under which it is begun, or by one's own address in it.
 * @throws ProductError not_found
 */
export async function learntCourse(context: Context, key: string): Promise<LearntCourse> {
  const { db, world } = context
  const pass = key.startsWith('k') ? await queries.findPass(db, world, key) : undefined
  const row = pass
    ? await queries.findCourse(db, world, pass.course_id)
    : await queries.findShared(db, world, key)
  if (row === undefined || !(await isOpenToOwner(db, row))) throw new ProductError('not_found')
  const { title, description, gate, minPercent, items, language, cover, hasCertificate } = viewOf(row)
  const rows = pass ? await queries.progressRows(db, world, pass.id) : []
  const progress = new Map(rows.map(({ item, percent }) => [item, percent]))
  const rule = { gate, minPercent }
  const open = openItems(items, progress, rule)
  const ids = items.flatMap((item) => (item.kind === 'material' ? [item.materialId] : []))
  const slugs = await queries.slugsOf(db, world, ids)
  const hasRooms = pass !== undefined && items.some(({ kind }) => kind === 'room_template')
  const rooms = new Set(hasRooms ? (await courseRooms(db, world, row.id)).map(({ item }) => item) : [])
  const shown = items.map((item) => ({
    ...item,
    isOpen: pass !== undefined && open.has(item.id),
    isDone: isItemDone(item, progress, rule),
    percent: progress.get(item.id) ?? null,
    slug: item.kind === 'material' ? (slugs.get(item.materialId) ?? '') : '',
    hasRoom: rooms.has(item.id),
  }))
  return {
    title,
    description,
    ...{ lang: wordsLanguage({ language }, worldOf(world).lang), cover, hasCertificate },
    pass: pass ? { key, name: pass.name } : null,
    items: shown,
    done: shown.filter(({ isDone }) => isDone).length,
    isDone: isCourseDone(items, progress, rule),
  }
}

/**
 * Begins a course under a name of one's choice; the answer is one's own address in it.
 * @throws ProductError not_found; invalid_input (`name`: nothing is to be seen of it); storage_quota (so many learn with it already)
 */
export async function beginCourse(context: Context, key: string, typed: string): Promise<{ key: string }> {
  const { world } = context
  const name = truncate(cleanName(typed), courseLimits.name)
  if (name === '') throw new ProductError('invalid_input', { fields: { name: 'required' } })
  return await transaction(context.db, async (tx) => {
    const course = await queries.findShared(tx, world, key)
    if (course === undefined || !(await isOpenToOwner(tx, course))) throw new ProductError('not_found')
    const pass = {
      world,
      courseId: course.id,
      key: secretKey('k'),
      name,
    }
    await lockUntilCommit(tx, `course ${world} ${course.id}`)
    if ((await queries.countPasses(tx, world, course.id)) >= courseLimits.learners)
      throw new ProductError('storage_quota')
    await queries.insertPass(tx, pass)
    return { key: pass.key }
  })
}

/** Ticks off what nobody scores. @throws ProductError not_found; forbidden (not open yet, or an exercise) */
export async function tickItem(context: Context, key: string, itemId: string): Promise<void> {
  const course = await learntCourse(context, key)
  const item = course.items.find(({ id }) => id === itemId)
  if (course.pass === null || item === undefined) throw new ProductError('not_found')
  if (!item.isOpen || isScoredItem(item)) throw new ProductError('forbidden')
  await transaction(context.db, async (tx) => {
    const pass = await queries.findPass(tx, context.world, key)
    if (pass) await queries.tickOff(tx, { world: context.world, passId: pass.id, item: itemId })
  })
}

/** Keeps what an exercise of a course was answered with: the best of each task. */
export async function keepPractice(
  context: Context,
  { key, scores, total }: Practised,
  tx: Db,
): Promise<void> {
  const [passKey = '', item = ''] = key.split('-')
  const pass = await queries.findPass(tx, context.world, passKey)
  const { world } = context
  if (pass) await queries.keepScores(tx, { world, item }, { results: [{ passId: pass.id, scores }], total })
}

/** Keeps what pupils reached in a room that the course asked for, as if each had practised. */
export async function keepRoomResults(
  context: Context,
  { item, results, total }: RoomCounted,
  tx: Db,
): Promise<void> {
  await queries.keepScores(tx, { world: context.world, item }, { results, total })
}
