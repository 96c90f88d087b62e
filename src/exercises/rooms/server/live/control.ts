import { type Command, moreTimeMs, type Phrase, purgeDate, statusAfter } from '#exercises/model/room.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import { lostUnits } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { isDecentName } from '../../rules/decent-names.ts'
import { cleanName } from '../../rules/pupil-names.ts'
import { ownRoom, settingsOf } from '../own-rooms.ts'
import { forgetWork, isNameTaken, type ParticipantChange, updateParticipant } from '../people-queries.ts'
import * as queries from '../queries.ts'
import { tellCourse } from '../results/course-results.ts'
import { contentOf, type Step, stepsOf } from './content.ts'

/** What a teacher does to a room; which of the rest counts says the command. */
export interface Control {
  command: Command
  step?: number | undefined
  participant?: number | undefined
  /** With `kick`: nobody new comes in from now on. No device is known without an account, so it could be the same pupil. */
  locks?: boolean | undefined
  name?: string | undefined
  factor?: number | undefined
  phrase?: Phrase | '' | undefined
}

/**
 * Runs a command of the teacher. The same twice, as from two windows, is the same as once.
 * @throws ProductError unauthorized; not_found; conflict (not from here); storage_quota (too many open rooms);
 * licence_lost (its exercise was refunded, or was the school's); invalid_input
 */
export async function controlRoom(context: Context, id: number, control: Control): Promise<queries.RoomRow> {
  return await transaction(context.db, async (tx) => {
    const room = await ownRoom(context, id, tx, true)
    const status = statusAfter(room.status, control.command)
    if (status === undefined) throw new ProductError('conflict')
    if (toPupil.has(control.command) && control.participant !== undefined)
      await changeParticipant(tx, room, control)
    else await queries.updateRoom(tx, room, await changeOf(context, tx, room, control))
    await queries.announceRoom(tx, room)
    const after = await ownRoom(context, id, tx)
    if (control.command === 'close' || control.command === 'release') await tellCourse(context, tx, after)
    return after
  })
}

/** Closes a room for a teacher who did not, as `close` does. */
export async function closeRoom(context: Context, tx: Db, room: queries.RoomRow): Promise<void> {
  await queries.updateRoom(tx, room, await closing(tx, room, new Date()))
  await queries.announceRoom(tx, room)
  await tellCourse(context, tx, room)
}

/** `tell` without a pupil speaks to the class. */
const toPupil: ReadonlySet<Command> = new Set(['kick', 'reopen', 'rename', 'extend', 'tell'])

async function changeOf(
  context: Context,
  tx: Db,
  room: queries.RoomRow,
  { command, step, phrase }: Control,
): Promise<queries.RoomChange> {
  const now = new Date()
  const isSame = statusAfter(room.status, command) === room.status
  if (command === 'open' && !isSame) return await opening(tx, room, now)
  if (command === 'start' && !isSame) return { status: 'running', started_at: now, step_at: now }
  if (command === 'pause' && !isSame) return { status: 'paused', paused_at: now }
  if (command === 'resume' && !isSame) return resuming(room, now)
  if (command === 'close' && !isSame) return await closing(tx, room, now)
  if (command === 'goto')
    return turning(room, step, stepsOf(room, await contentOf({ ...context, db: tx }, room)), now)
  if (command === 'more') {
    if (room.status !== 'running' && room.status !== 'paused') throw new ProductError('conflict')
    return { more_ms: Number(room.more_ms) + moreTimeMs }
  }
  if (command === 'reveal') return revealing(room, await contentOf({ ...context, db: tx }, room))
  if (command === 'lock' || command === 'unlock') return { is_locked: command === 'lock' }
  if (command === 'tell') return { phrase: phrase || null }
  if (command === 'release') {
    if (room.status !== 'closed') throw new ProductError('conflict')
    return { is_released: true }
  }
  if (toPupil.has(command)) throw new ProductError('invalid_input', { fields: { participant: 'required' } })
  return {}
}

async function opening(tx: Db, room: queries.RoomRow, now: Date): Promise<queries.RoomChange> {
  if (room.ends_at !== null || (await isLost(tx, room))) throw new ProductError('licence_lost')
  // Each opener holds its own room already; whoever has the turn waits for no other one.
  await lockUntilCommit(tx, `rooms ${room.world} ${room.owner_id}`)
  const { live } = await queries.countRooms(tx, room.world, room.owner_id)
  if (live >= roomLimits.openPerTeacher) throw new ProductError('storage_quota')
  return { status: 'open', opened_at: now }
}

/** Whether what a room plays was taken back from its teacher since it was made. */
async function isLost(
  tx: Db,
  { world, owner_id: accountId, unit_id: unitId }: queries.RoomRow,
): Promise<boolean> {
  return unitId !== null && (await lostUnits(tx, { world, accountId }, [unitId])).length > 0
}

/** What was paused was no time of anybody's. */
function resuming(room: queries.RoomRow, now: Date): queries.RoomChange {
  const pausedMs = room.paused_at === null ? 0 : Math.max(0, now.getTime() - room.paused_at.getTime())
  return {
    status: 'running',
    paused_at: null,
    paused_ms: Number(room.paused_ms) + pausedMs,
    step_at: room.step_at && new Date(room.step_at.getTime() + pausedMs),
  }
}

async function closing(tx: Db, room: queries.RoomRow, now: Date): Promise<queries.RoomChange> {
  await queries.freeCodes(tx, [room.code], roomLimits.codeHours)
  return { status: 'closed', closed_at: now, purge_at: purgeDate(settingsOf(room).retention, now) }
}

/** Shows the step that is on with its solution; which tasks were shown is remembered, whatever page comes next. */
function revealing(room: queries.RoomRow, content: UnitContent): queries.RoomChange {
  const shown = stepsOf(room, content)[room.step]?.elements.map(({ id }) => id) ?? []
  return { is_revealed: true, revealed: [...new Set([...room.revealed, ...shown])] }
}

function turning(
  room: queries.RoomRow,
  step: number | undefined,
  steps: readonly Step[],
  now: Date,
): queries.RoomChange {
  const next = step === undefined ? undefined : steps[step]
  if (step === undefined || next === undefined)
    throw new ProductError('invalid_input', { fields: { step: 'invalid' } })
  // The second window of a teacher sends the same: the clock goes on.
  if (step === room.step) return {}
  // What was given for one page is no time of the next; that of the whole room stays longer by it.
  const pausedMs = Number(room.paused_ms) + Number(room.more_ms)
  // Whoever has seen a solution cannot answer any more.
  const isRevealed = next.elements.some(({ id }) => room.revealed.includes(id))
  return { step, step_at: now, is_revealed: isRevealed, paused_ms: pausedMs, more_ms: 0 }
}

async function changeParticipant(tx: Db, room: queries.RoomRow, control: Control): Promise<void> {
  const participantId = control.participant ?? 0
  const change = await participantChange(tx, room, participantId, control)
  const seq = await queries.nextSeq(tx, room)
  if (!(await updateParticipant(tx, room, { participantId, seq }, change)))
    throw new ProductError('not_found')
  if (control.command === 'kick') await forgetWork(tx, room, participantId)
  if (control.command === 'kick' && control.locks) await queries.updateRoom(tx, room, { is_locked: true })
}

async function participantChange(
  tx: Db,
  room: queries.RoomRow,
  participantId: number,
  { command, name, factor, phrase }: Control,
): Promise<ParticipantChange> {
  if (command === 'kick') return { is_kicked: true, is_hand_up: false }
  if (command === 'reopen') return { finished_at: null }
  if (command === 'extend') return { factor: factor ?? 1 }
  if (command === 'tell') return { phrase: phrase || null, is_hand_up: false }
  // No list of words knows better than a teacher who is called so.
  const next = namedBy(name)
  if (await isNameTaken(tx, room, next, participantId))
    throw new ProductError('invalid_input', { fields: { name: 'invalid' } })
  return { name: next }
}

/** A name as a class may see it that a pupil typed. @throws ProductError invalid_input */
export function readName(typed: string | undefined): string {
  const name = namedBy(typed)
  if (!isDecentName(name)) throw new ProductError('invalid_input', { fields: { name: 'invalid' } })
  return name
}

function namedBy(typed: string | undefined): string {
  const name = cleanName(typed ?? '')
  if (name === '') throw new ProductError('invalid_input', { fields: { name: 'required' } })
  if (name.length > roomLimits.name) throw new ProductError('invalid_input', { fields: { name: 'too_long' } })
  return name
}
