import { changesBetween, isEqual, type UnitChanges } from '#exercises/model/changes.ts'
import type { PinnedUnit } from '#exercises/units/server/events.ts'
import { copyTasks, type OwnVersion, ownVersionsOf, playedVersion } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { answerRows } from '../answers/answer-queries.ts'
import { ownRoom, requireMode } from '../own-rooms.ts'
import { announceRoom, type RoomRow, replaceContent } from '../queries.ts'
import { nameOfElement } from '../view.ts'
import { contentOf } from './content.ts'
import { switchedContent } from './version-switch.ts'

/** What else a room could play from now on. */
export interface RoomSwitches {
  /** What it plays is the teacher's own: a copy of it is not needed. */
  isOwn: boolean
  unitId: number | null
  versions: { unitId: number; title: string; changes: UnitChanges }[]
}

/** Own versions of what a room plays that it can go on with: what changes then. */
export async function switchesOf(context: Context, room: RoomRow): Promise<RoomSwitches> {
  if (room.unit_id === null || room.status === 'closed') return { isOwn: false, unitId: null, versions: [] }
  const [{ isOwn, versions }, before, answered] = await Promise.all([
    ownVersionsOf(context, room.unit_id),
    contentOf(context, room),
    answeredIn(context.db, room),
  ])
  const offers = versions.flatMap(({ unitId, content: after }) => {
    const next = switchedContent(room, answered, { before, after })
    if (!next || isEqual(before, next)) return []
    return [{ unitId, title: after.title, changes: changesBetween(before, next, nameOfElement) }]
  })
  return { isOwn, unitId: room.unit_id, versions: offers }
}

/**
 * Has a room go on with an own published version of its exercise; what was shown and answered stays as it is.
 * @throws ProductError unauthorized; not_found (no such version); conflict (begun, and its pages are not turned);
 * invalid_input (`mode`)
 */
export async function switchRoom(context: Context, id: number, unitId: number): Promise<RoomRow> {
  return await transaction(context.db, async (tx) => {
    const room = await ownRoom(context, id, tx, true)
    const version = await findVersion({ ...context, db: tx }, room, unitId)
    await goOnWith(context, tx, room, version)
    return await ownRoom(context, id, tx)
  })
}

/**
 * Has the room a version was pinned for play it, as its teacher adjusted it; of no room: nothing.
 * @throws ProductError not_found; conflict and invalid_input as switchRoom
 */
export async function playPinned(
  context: Context,
  { roomId, shadowId }: Pick<PinnedUnit, 'roomId' | 'shadowId'>,
  tx: Db,
): Promise<void> {
  if (roomId === undefined) return
  const room = await ownRoom(context, roomId, tx, true)
  await goOnWith(context, tx, room, await playedVersion({ ...context, db: tx }, { shadowId }))
}

async function goOnWith(
  context: Context,
  tx: Db,
  room: RoomRow,
  { unitId, content: after }: OwnVersion,
): Promise<void> {
  requireMode(after, room.mode)
  const before = await contentOf({ ...context, db: tx }, room)
  const next = switchedContent(room, await answeredIn(tx, room), { before, after })
  if (next === undefined) throw new ProductError('conflict')
  if (isEqual(before, next)) return
  await replaceContent(tx, room, { content: next, unitId })
  await announceRoom(tx, room)
}

/** A copy of the teacher's own of what a room plays, to be changed. @throws ProductError as copyTasks */
export async function copyPlayed(context: Context, id: number): Promise<{ id: number }> {
  const room = await ownRoom(context, id)
  if (room.unit_id === null) throw new ProductError('conflict')
  const copy = await copyTasks(context, room.unit_id, await contentOf(context, room))
  return { id: copy.id }
}

async function findVersion(context: Context, room: RoomRow, unitId: number): Promise<OwnVersion> {
  const { versions } = room.unit_id === null ? { versions: [] } : await ownVersionsOf(context, room.unit_id)
  const version = versions.find((each) => each.unitId === unitId)
  if (version === undefined) throw new ProductError('not_found')
  return version
}

async function answeredIn(db: Db, room: RoomRow): Promise<ReadonlySet<string>> {
  return new Set((await answerRows(db, room)).map(({ element_id: id }) => id))
}
