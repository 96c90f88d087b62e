import { elementsOf } from '#exercises/model/pages/pages.ts'
import {
  type Begun,
  isOpenedFirst,
  stepSeconds,
  type TaskClock,
  taskEnd,
} from '#exercises/model/pages/task-time.ts'
import { deadlineOf, isPaced, type RoomSettings } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Element, UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { fullAnswerRows } from '../answers/answer-queries.ts'
import { settingsOf } from '../own-rooms.ts'
import { noteBegun, type ParticipantRow } from '../people-queries.ts'
import { announceRoom, findRoom, nextSeq, type RoomRow } from '../queries.ts'
import { contentOf, type Step, scaledOf, shutTo, stepsOf, taskOf } from './content.ts'

/** The time a pupil has for a task, by the server's clock: devices only count down. */
export interface TaskTime {
  /** `unopened`: it begins when the pupil opens the task. */
  state: 'unopened' | 'running' | 'over'
  /** All of it, extra time included. */
  seconds: number
  leftMs: number
}

type OfPupil = Pick<ParticipantRow, 'factor' | 'begun'>

/** Whoever has no more time than its exercise gives everybody. */
function everybody({ settings }: UnitContent): OfPupil {
  return { factor: settings.extraTime / 100, begun: {} }
}

/** What times of tasks depend on, of a room and a pupil. */
export function clockOf(room: RoomRow, { factor, begun }: OfPupil): TaskClock {
  return {
    ...{ mode: room.mode, settings: settingsOf(room), stepAt: room.step_at, factor, begun },
    ...{ pausedMs: Number(room.paused_ms), moreMs: Number(room.more_ms) },
  }
}

/** Whether a pupil has still to open this task. */
export function isUnopened(room: RoomRow, pupil: OfPupil, element: Element): boolean {
  return pupil.begun[element.id] === undefined && isOpenedFirst(clockOf(room, pupil), element)
}

/** When this pupil's time for a task, or for the whole room, is over, in ms; undefined: when the teacher says so. */
export function endOf(
  { room, settings, content }: { room: RoomRow; settings: RoomSettings; content: UnitContent },
  pupil: OfPupil,
  element: Element | undefined,
): number | undefined {
  const clock = clockOf(room, pupil)
  const shown = isPaced(room.mode) ? (stepsOf(room, content)[room.step]?.elements ?? []) : []
  const times = { startedAt: room.started_at, pausedMs: clock.pausedMs + clock.moreMs }
  const ends = [
    element && taskEnd(clock, element, shown),
    deadlineOf(settings, times, pupil.factor)?.getTime(),
  ].filter((end) => end !== undefined)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** What the board counts. */
export interface BoardTime {
  leftMs: number
  /** In a break. */
  isStill: boolean
}

/** The time of whoever has no extra time of their own: for the question that is on, or for the whole room. Undefined: nothing ends. */
export function boardTime(
  { room, settings, content }: { room: RoomRow; settings: RoomSettings; content: UnitContent },
  now = Date.now(),
): BoardTime | undefined {
  const isStill = room.status === 'paused'
  if (room.status !== 'running' && !isStill) return undefined
  const isOn = isPaced(room.mode) && !room.is_revealed
  const shown = isOn ? taskOf(stepsOf(room, content)[room.step]) : undefined
  const end = endOf({ room, settings, content }, everybody(content), shown)
  return end === undefined ? undefined : { leftMs: Math.max(0, end - momentOf(room, now)), isStill }
}

/** A break stands still. */
function momentOf({ status, paused_at: paused }: RoomRow, now: number): number {
  return status === 'paused' && paused ? paused.getTime() : now
}

/** The times of what a pupil is shown; tasks without one are not named. */
export function timesOf(
  { room, shown }: { room: RoomRow; shown: readonly Pick<Step, 'elements'>[] },
  pupil: OfPupil,
  now = Date.now(),
): Record<string, TaskTime> {
  const clock = clockOf(room, pupil)
  const at = momentOf(room, now)
  const times = shown.flatMap(({ elements }) =>
    elements.flatMap((element): [string, TaskTime][] => {
      const own = isPaced(room.mode) ? stepSeconds(clock, elements) : element.timeLimit
      const seconds = own * pupil.factor
      if (isUnopened(room, pupil, element))
        return [[element.id, { state: 'unopened', seconds, leftMs: seconds * 1000 }]]
      const end = typeOf(element.type)?.kind === 'content' ? undefined : taskEnd(clock, element, elements)
      if (end === undefined) return []
      const leftMs = Math.max(0, end - at)
      return [[element.id, { state: leftMs > 0 ? 'running' : 'over', seconds, leftMs }]]
    }),
  )
  return Object.fromEntries(times)
}

/**
 * Opens a task that has a time of its own in an exam: the time begins now. The same again changes nothing.
 * @throws ProductError not_found (no such task); conflict (the room rests, or everything is handed in)
 */
export async function beginTask(
  context: Context,
  { world, id }: RoomRow,
  pupil: ParticipantRow,
  elementId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const room = await findRoom(tx, { world, id }, { isLocked: true })
    const content = room && (await contentOf({ ...context, db: tx }, room))
    const element = content && elementsOf(content).find((each) => each.id === elementId)
    if (!room || !element || !isOpenedFirst(clockOf(room, pupil), element))
      throw new ProductError('not_found')
    if (room.status !== 'running' || pupil.finished_at !== null) throw new ProductError('conflict')
    const rows = await fullAnswerRows(tx, room, { participantIds: [pupil.id] })
    const shut = shutTo(room, content, scaledOf(rows))
    if (shut.has(elementId)) throw new ProductError('not_found')
    const begun: Begun = { [elementId]: [Date.now(), Number(room.paused_ms) + Number(room.more_ms)] }
    const seq = await nextSeq(tx, room)
    await noteBegun(tx, room, { participantId: pupil.id, seq }, begun)
    await announceRoom(tx, room)
  })
}

/** Tasks without whose answer nobody hands in; of those whose time is over nothing is asked any more. */
export async function openRequired(
  context: Context,
  room: RoomRow,
  pupil: ParticipantRow,
): Promise<string[]> {
  const content = await contentOf(context, room)
  const required = elementsOf(content).filter(
    ({ isRequired, type }) => isRequired && typeOf(type)?.kind !== 'content',
  )
  if (required.length === 0) return []
  const rows = await fullAnswerRows(context.db, room, { participantIds: [pupil.id] })
  const said = new Set(
    rows.filter(({ answers }) => Object.keys(answers).length > 0).map((row) => row.element_id),
  )
  const times = timesOf({ room, shown: [{ elements: required }] }, pupil)
  // What waits for an answer that did not come cannot be answered.
  const shut = shutTo(room, content, scaledOf(rows))
  return required
    .map(({ id }) => id)
    .filter((id) => !said.has(id) && !shut.has(id) && times[id]?.state !== 'over')
}
