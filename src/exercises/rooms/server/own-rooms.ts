import { randomBytes } from 'node:crypto'
import type { RoomMode } from '#exercises/model/modes.ts'
import { elementsOf } from '#exercises/model/pages/pages.ts'
import { type RoomSettings, roomSettingsSchema } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import { type PlayedSource, playedVersion } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { codeOf, pinLength } from '../rules/code.ts'
import { answerRows } from './answers/answer-queries.ts'
import { sweepFilesJob } from './files/file-jobs.ts'
import { contentOf, stepsOf } from './live/content.ts'
import { insertSeats, participantRows, seatRows } from './people-queries.ts'
import { isOwnRoom } from './policy.ts'
import * as queries from './queries.ts'
import type { CourseItemKey } from './types.ts'
import { nameOfElement } from './view.ts'

export interface NewRoom {
  source: PlayedSource
  mode: RoomMode
  settings: RoomSettings
  /** Whose pupils its results count for. */
  course?: CourseItemKey
}

/** The member's rooms. @throws ProductError unauthorized */
export async function listRooms(context: Context) {
  return await queries.roomRows(
    context.db,
    context.world,
    requireMember(context).accountId,
    roomLimits.perTeacher,
  )
}

/**
 * Makes a room of a published unit, as a draft nobody can enter yet.
 * @throws ProductError unauthorized; not_found, conflict (nothing is published); storage_quota (too many rooms);
 * invalid_input (`mode`: its author wants it played otherwise)
 */
export async function createRoom(context: Context, room: NewRoom): Promise<{ id: number; code: string }> {
  const { accountId } = requireMember(context)
  const { unitId, content } = await playedVersion(context, room.source)
  if (elementsOf(content).length === 0) throw new ProductError('conflict')
  requireMode(content, room.mode)
  return await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `rooms ${context.world} ${accountId}`)
    const { all } = await queries.countRooms(tx, context.world, accountId)
    if (all >= roomLimits.perTeacher) throw new ProductError('storage_quota')
    const code = await newCode(tx)
    const { world } = context
    const { mode, settings } = room
    const id = await queries.insertRoom(tx, {
      world,
      ownerId: accountId,
      code,
      title: content.title,
      content,
      unitId,
      mode,
      settings,
      course: room.course,
    })
    if (settings.naming === 'seat') await insertSeats(tx, { world, id }, newPins(settings.seats))
    return { id, code }
  })
}

/** @throws ProductError invalid_input (`mode`: the author of a unit wants it played otherwise) */
export function requireMode({ settings: { modes } }: UnitContent, mode: RoomMode): void {
  if (modes.length > 0 && !modes.includes(mode))
    throw new ProductError('invalid_input', { fields: { mode: 'invalid' } })
}

/** An own room. @throws ProductError unauthorized; not_found, also for somebody else's */
export async function ownRoom(
  context: Context,
  id: number,
  db: Db = context.db,
  isLocked = false,
): Promise<queries.RoomRow> {
  const member = requireMember(context)
  const room = await queries.findRoom(db, { world: context.world, id }, { isLocked })
  if (room === undefined || !isOwnRoom(member, room)) throw new ProductError('not_found')
  return room
}

/** What its teacher sees of a room: everything but what was answered. @throws ProductError as ownRoom */
export async function viewRoom(context: Context, id: number) {
  const room = await ownRoom(context, id)
  const [content, participants, answers] = await Promise.all([
    contentOf(context, room),
    participantRows(context.db, room),
    answerRows(context.db, room),
  ])
  const settings = settingsOf(room)
  const elements = elementsOf(content).flatMap((element, at) => {
    const kind = typeOf(element.type)?.kind ?? 'content'
    const { id: elementId, type, points } = element
    return kind === 'content'
      ? []
      : [{ id: elementId, number: at + 1, type, kind, points, name: nameOfElement(element) }]
  })
  const steps = stepsOf(room, content).map(({ title, elements: shown }) => ({
    title,
    elements: shown.map((element) => element.id),
  }))
  const isTimed =
    settings.minutes > 0 ||
    (room.mode === 'quiz' && settings.seconds > 0) ||
    (!settings.isUntimed && elementsOf(content).some(({ timeLimit }) => timeLimit > 0))
  return { room, settings, elements, steps, participants, answers, isTimed }
}
export type RoomView = Awaited<ReturnType<typeof viewRoom>>

/** The seat cards of an own room. @throws ProductError as ownRoom */
export async function seatsOf(context: Context, id: number) {
  const room = await ownRoom(context, id)
  return { room, seats: await seatRows(context.db, room) }
}

/** Deletes an own room with all that is in it. @throws ProductError as ownRoom */
export async function deleteRoom(context: Context, id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const room = await ownRoom(context, id, tx, true)
    await queries.freeCodes(tx, [room.code], roomLimits.codeHours)
    await queries.deleteRoom(tx, room)
    // Its files are swept.
    await context.queue.send(tx, sweepFilesJob, {})
    await queries.announceRoom(tx, room)
  })
}

/** The settings as they are stored, with what is new since. */
export function settingsOf({ settings }: Pick<queries.RoomRow, 'settings'>): RoomSettings {
  return roomSettingsSchema.parse(settings)
}

async function newCode(tx: Db): Promise<string> {
  for (;;) {
    const code = codeOf(randomBytes(32))
    if (code.length === 6 && (await queries.takeCode(tx, code))) return code
  }
}

function newPins(count: number): string[] {
  const pins = new Set<string>()
  while (pins.size < count) {
    const pin = codeOf(randomBytes(32), pinLength)
    if (pin.length === pinLength) pins.add(pin)
  }
  return [...pins]
}
