import type { RoomMode } from '../modes.ts'
import { isPaced, type RoomSettings } from '../room.ts'
import { typeOf } from '../task/types.ts'
import type { Element } from '../unit.ts'

/** When a pupil opened a task: the moment, and the breaks and gifts of the room by then, in ms. */
export type Begun = Readonly<Record<string, readonly [at: number, given: number]>>

/** What of a room and of a pupil the time for a task depends on. */
export interface TaskClock {
  mode: RoomMode
  settings: Pick<RoomSettings, 'seconds' | 'isUntimed'>
  /** Since when what is shown is shown; a break moves it. */
  stepAt: Date | null
  pausedMs: number
  /** What a teacher gave everybody beyond it. */
  moreMs: number
  /** Of the pupil. */
  factor: number
  begun: Begun
}

type Timed = Pick<Element, 'id' | 'type' | 'timeLimit'>

/**
 * Seconds for what is shown together, where the teacher turns the pages: the tasks of a page share what they have, and one
 * without an end leaves the page without one. In a quiz a question's own time goes before the room's. 0: no end.
 */
export function stepSeconds(
  { mode, settings }: Pick<TaskClock, 'mode' | 'settings'>,
  elements: readonly Timed[],
): number {
  const tasks = elements.filter(({ type }) => typeOf(type)?.kind !== 'content')
  const own = settings.isUntimed || tasks.some(({ timeLimit }) => timeLimit === 0) ? [] : tasks
  const sum = own.reduce((seconds, { timeLimit }) => seconds + timeLimit, 0)
  return sum > 0 || mode !== 'quiz' ? sum : settings.seconds
}

/** Whether a task has to be opened before it is seen: its time begins then. */
export function isOpenedFirst(
  { mode, settings }: Pick<TaskClock, 'mode' | 'settings'>,
  { type, timeLimit }: Timed,
): boolean {
  return mode === 'exam' && !settings.isUntimed && timeLimit > 0 && typeOf(type)?.kind !== 'content'
}

/**
 * When the time for a task is over, in ms by the server's clock; undefined: never, or not before it is opened.
 * `shown`: what stands beside it where the teacher turns the pages.
 */
export function taskEnd(clock: TaskClock, element: Timed, shown: readonly Timed[]): number | undefined {
  const { mode, stepAt, pausedMs, moreMs, factor, begun } = clock
  if (isPaced(mode)) {
    const seconds = stepSeconds(clock, shown)
    return seconds === 0 || stepAt === null ? undefined : stepAt.getTime() + seconds * 1000 * factor + moreMs
  }
  const opened = begun[element.id]
  if (!isOpenedFirst(clock, element) || opened === undefined) return undefined
  const [at, given] = opened
  return at + element.timeLimit * 1000 * factor + pausedMs + moreMs - given
}
