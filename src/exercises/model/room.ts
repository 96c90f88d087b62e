import { z } from 'zod'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import type { RoomMode } from './modes.ts'
import type { SolutionTime } from './pages/pages.ts'
import { mostTeams, teamWays } from './teams.ts'

export const roomStatuses = ['draft', 'open', 'running', 'paused', 'closed'] as const
export type RoomStatus = (typeof roomStatuses)[number]

/** How long answers stay after a room was closed: days, or until the school year ends. */
export const retentions = ['7', '30', '90', 'year'] as const
export type Retention = (typeof retentions)[number]

/** What a teacher may say to a class or a pupil: fixed phrases, so that nothing private is written here. */
export const phrases = [
  'well_done',
  'look_again',
  'read_prompt',
  'come_to_me',
  'two_minutes',
  'hand_in',
] as const
export type Phrase = (typeof phrases)[number]

export const roomSettingsSchema = z.object({
  maxPupils: z.number().int().min(1).max(roomLimits.pupils).default(roomLimits.usualPupils),
  /** `pick`: one of three made-up names; `seat`: the PIN of a seat card; `free`: typed. */
  naming: z.enum(['pick', 'seat', 'free']).default('pick'),
  seats: z.number().int().min(1).max(roomLimits.pupils).default(roomLimits.usualSeats),
  retention: z.enum(retentions).default('30'),
  /** Asked for at the door of an exam; empty: nothing is. */
  password: z.string().trim().max(roomLimits.password).default(''),
  /** For the whole room; 0: as long as the teacher likes. */
  minutes: z.number().int().min(0).max(roomLimits.minutes).default(0),
  /** For a question of a quiz; 0: until it is ended. */
  seconds: z.number().int().min(0).max(roomLimits.seconds).default(0),
  /** Tasks have no times of their own here. */
  isUntimed: z.boolean().default(false),
  hasSpeed: z.boolean().default(false),
  hasStreak: z.boolean().default(false),
  /** 0: everybody for themselves. */
  teams: z.number().int().min(0).max(mostTeams).default(0),
  teamsBy: z.enum(teamWays).default('drawn'),
})
export type RoomSettings = z.output<typeof roomSettingsSchema>

export const commands = [
  'open',
  'start',
  'pause',
  'resume',
  'goto',
  'reveal',
  'lock',
  'unlock',
  'kick',
  'reopen',
  'rename',
  'extend',
  'more',
  'tell',
  'release',
  'close',
] as const
export type Command = (typeof commands)[number]

const moves: Readonly<Partial<Record<Command, { from: readonly RoomStatus[]; to: RoomStatus }>>> = {
  open: { from: ['draft'], to: 'open' },
  start: { from: ['open'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  close: { from: ['draft', 'open', 'running', 'paused'], to: 'closed' },
}

/**
 * Where a command leads; the same again changes nothing, as two windows of one teacher may both send it. Undefined: not
 * from here.
 */
export function statusAfter(status: RoomStatus, command: Command): RoomStatus | undefined {
  const move = moves[command]
  if (!move) return status
  if (move.to === status) return status
  return move.from.includes(status) ? move.to : undefined
}

/** Whether the teacher turns the pages. */
export function isPaced(mode: RoomMode): boolean {
  return mode === 'paced' || mode === 'quiz'
}

/** Whether pupils say themselves that they are done: where each goes their own way. */
export function isHandedIn(mode: RoomMode): boolean {
  return !isPaced(mode)
}

/** What a pupil learns of an answer: nothing yet, how right it was, or that with the solution. */
export type Feedback = 'none' | 'score' | 'solution'

/**
 * Solutions leave the server when the teacher shows them: a question that is over, or the released results; neither where
 * the author says `never`, and single questions not where they say `after_close`.
 */
export function feedbackOf(
  mode: RoomMode,
  { isReleased, isRevealed }: { isReleased: boolean; isRevealed: boolean },
  showSolution: SolutionTime = 'after_attempt',
): Feedback {
  if (isReleased) return showSolution === 'never' ? 'score' : 'solution'
  if (isPaced(mode) && isRevealed) return showSolution === 'after_attempt' ? 'solution' : 'score'
  if (isPaced(mode)) return 'none'
  return mode === 'exam' ? 'none' : 'score'
}

/** How often a task may be answered there, where a pupil hears at once how right it was; 0: as often as they like. */
export function attemptsIn(mode: RoomMode, settings: { attempts: number } | undefined): number {
  const hasFeedback = feedbackOf(mode, { isReleased: false, isRevealed: false }) !== 'none'
  return hasFeedback ? (settings?.attempts ?? 0) : 0
}

/** When the answers of a room that closes now are erased. */
export function purgeDate(retention: Retention, closed: Date): Date {
  if (retention !== 'year') return new Date(closed.getTime() + Number(retention) * 86_400_000)
  const year = closed.getUTCMonth() < 7 ? closed.getUTCFullYear() : closed.getUTCFullYear() + 1
  return new Date(Date.UTC(year, 7, 1))
}

/** What one press of `more` gives everybody. */
export const moreTimeMs = 60_000

/** When a pupil's time in a room is over; undefined: when the teacher says so. */
export function deadlineOf(
  { minutes }: Pick<RoomSettings, 'minutes'>,
  { startedAt, pausedMs }: { startedAt: Date | null; pausedMs: number },
  factor: number,
): Date | undefined {
  if (minutes === 0 || startedAt === null) return undefined
  return new Date(startedAt.getTime() + minutes * 60_000 * factor + pausedMs)
}
