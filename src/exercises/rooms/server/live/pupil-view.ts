import { creditsOf, type Statement } from '#exercises/model/media/asset-sources.ts'
import { elementsOf } from '#exercises/model/pages/pages.ts'
import type { ShownPage } from '#exercises/model/pages/shown-pages.ts'
import { attemptsIn, deadlineOf, type Feedback, feedbackOf, isPaced } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { commentOn, type Element, type PublicElement, roomView, shownAgain } from '#exercises/model/unit.ts'
import type { Result } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { type FullAnswerRow, fullAnswerRows } from '../answers/answer-queries.ts'
import { settingsOf } from '../own-rooms.ts'
import type { ParticipantRow } from '../people-queries.ts'
import type { RoomRow } from '../queries.ts'
import { fieldsOfAnswers } from '../view.ts'
import {
  contentOf,
  countedFor,
  mostPoints,
  scaledOf,
  seedOf,
  shownSteps,
  shutTo,
  stepsOf,
  tasksIn,
} from './content.ts'
import { offeredNames, pupilOf, roomOfCode } from './joining.ts'
import { type TaskTime, timesOf } from './task-times.ts'

/**
 * What a pupil's device hears of the room. What it shows has changed when `view` has; whoever only sees that its own line
 * changed is not named as long as nothing of it did.
 */
export function pupilState(room: RoomRow, own: ParticipantRow | undefined) {
  const { status, mode, step, seq } = room
  return {
    ...{ seq: Number(seq), status, mode, step, isRevealed: room.is_revealed, isReleased: room.is_released },
    phrase: own?.phrase ?? room.phrase,
    ...(own && {
      name: own.name,
      isHandUp: own.is_hand_up,
      isFinished: own.finished_at !== null,
      team: own.team,
    }),
  }
}

/** What is shown has changed when this has. */
export function viewKey(room: RoomRow, own: ParticipantRow | undefined): string {
  const step = isPaced(room.mode) ? room.step : 0
  const flags = [room.is_revealed, room.is_released, own?.finished_at != null, own?.is_kicked === true].map(
    Number,
  )
  const time = [room.more_ms, own?.factor ?? 1, Object.keys(own?.begun ?? {}).length].join('.')
  return [room.status, step, ...flags, time, own?.phrase ?? room.phrase ?? ''].join('-')
}

export interface PupilView {
  code: string
  title: string
  state: ReturnType<typeof pupilState>
  view: string
  pupil: { id: number; name: string; isKicked: boolean; isFinished: boolean } | undefined
  /** Before somebody is in. */
  entry:
    | {
        naming: 'pick' | 'seat' | 'free'
        names: { place: number; name: string }[]
        hasPassword: boolean
        isLocked: boolean
        /** To choose from; 0: none. */
        teams: number
      }
    | undefined
  /** Seen before somebody is in. */
  cover: Picture | undefined
  /** The language in which the unit is written; '' where nothing of it is shown. */
  lang: string
  steps: ShownPage<PublicElement>[]
  stepCount: number
  /** Where things come from that are shown. */
  credits: readonly Statement[]
  feedback: Feedback
  results: Record<string, Result>
  /** What cannot be answered any more. */
  taken: string[]
  /** What cannot, either, and no answer of theirs arrived in time. */
  missed: string[]
  /** So often each task may be checked; 0: as often as one likes. */
  attempts: number
  values: Record<string, string>
  /** Seconds from which on the device counts what it sends: those of now, after whatever came from another device. */
  clock: number
  sum: { raw: number; max: number } | undefined
  deadline: string | undefined
  /** Of what has a time of its own. */
  times: Record<string, TaskTime>
  purgeAt: Date | undefined
  retention: string
}

/** A room as a pupil sees it, without a key. @throws ProductError not_found; rate_limited */
export async function lookAtRoom(context: Context, code: string, ip: string | undefined): Promise<PupilView> {
  const room = await roomOfCode(context, code, ip)
  const own = await pupilOf(context, room)
  const settings = settingsOf(room)
  const isIn = own !== undefined && !own.is_kicked
  const shared = {
    ...{ code: room.code, title: room.title, state: pupilState(room, own), view: viewKey(room, own) },
    pupil: own && {
      id: own.id,
      name: own.name,
      isKicked: own.is_kicked,
      isFinished: own.finished_at !== null,
    },
    purgeAt: room.purge_at ?? undefined,
    retention: settings.retention,
  }
  const nothing = {
    lang: '',
    steps: [],
    stepCount: 0,
    credits: [],
    feedback: 'none',
    results: {},
    taken: [],
    missed: [],
    attempts: 0,
    values: {},
    clock: 0,
    times: {},
  } as const
  if (!isIn) {
    const isOpen = own === undefined && room.status !== 'closed'
    const names = isOpen && settings.naming === 'pick' ? await offeredNames(context, room) : []
    const entry = isOpen
      ? {
          ...{
            naming: settings.naming,
            names,
            hasPassword: settings.password !== '',
            isLocked: room.is_locked,
          },
          teams: settings.teamsBy === 'chosen' ? settings.teams : 0,
        }
      : undefined
    const { cover } = isOpen ? await contentOf(context, room) : {}
    return {
      ...shared,
      ...nothing,
      cover,
      steps: [],
      taken: [],
      missed: [],
      entry,
      sum: undefined,
      deadline: undefined,
    }
  }
  return { ...shared, cover: undefined, entry: undefined, ...(await workOf(context, room, own)) }
}

async function workOf(context: Context, room: RoomRow, own: ParticipantRow) {
  const content = await contentOf(context, room)
  const all = await fullAnswerRows(context.db, room, { participantIds: [own.id] })
  const scaled = scaledOf(all)
  const shut = shutTo(room, content, scaled)
  const rows = all.filter(({ element_id: id }) => !shut.has(id))
  const flags = { isReleased: room.is_released, isRevealed: room.is_revealed }
  const feedback = feedbackOf(room.mode, flags, content.settings.showSolution)
  const isShown = ['running', 'paused'].includes(room.status) || room.is_released
  const shown = isShown ? shownSteps(room, content, own.id, scaled) : []
  const seed = seedOf(room, own.id)
  const times = isShown && !room.is_released ? timesOf({ room, shown }, own) : {}
  const attempts = attemptsIn(room.mode, content.settings)
  const elements = new Map(elementsOf(content).map((element) => [element.id, element]))
  const results =
    feedback === 'none' ? [] : rows.flatMap((row) => resultOf(row, elements.get(row.element_id), feedback))
  const pausedMs = Number(room.paused_ms) + Number(room.more_ms)
  return {
    steps: shown.map((step) => ({
      ...step,
      elements: step.elements.map((element) => openedView(element, seed, times[element.id])),
    })),
    stepCount: stepsOf(room, content).length,
    lang: wordsLanguage(content, worldOf(context.world).lang),
    credits: creditsOf({ sources: content.sources, pages: openedPart(shown, times) }),
    feedback,
    results: Object.fromEntries(results),
    taken: rows.flatMap(({ element_id: id, tries }) => (attempts > 0 && tries >= attempts ? [id] : [])),
    missed: isShown && !room.is_released ? missedOf(room, shown, { times, rows }) : [],
    attempts,
    values: Object.assign(
      {},
      ...rows.map(({ element_id: id, answers }) => {
        const element = elements.get(id)
        return fieldsOfAnswers(id, element ? shownAgain(element, answers) : answers)
      }),
    ) as Record<string, string>,
    clock: Math.max(Math.ceil(Date.now() / 1000), ...rows.map(({ seq_local: last }) => last)),
    sum: room.is_released
      ? sumOfRows(rows, [...elements.values()].filter(countedFor(room, content, scaled)))
      : undefined,
    deadline: deadlineOf(
      settingsOf(room),
      { startedAt: room.started_at, pausedMs },
      own.factor,
    )?.toISOString(),
    times,
  }
}

/** Without the tasks nobody has opened: where their pictures are from would tell of them. */
function openedPart(shown: readonly ShownPage[], times: Readonly<Record<string, TaskTime>>): Element[] {
  return shown.flatMap(({ elements }) => elements.filter(({ id }) => times[id]?.state !== 'unopened'))
}

/** Tasks whose time is over, or whose solution is shown, without an answer. */
function missedOf(
  room: RoomRow,
  shown: readonly ShownPage[],
  { times, rows }: { times: Readonly<Record<string, TaskTime>>; rows: readonly FullAnswerRow[] },
): string[] {
  const answered = new Set(
    rows.flatMap(({ element_id: id, answers }) => (Object.keys(answers).length > 0 ? [id] : [])),
  )
  const isRevealed = isPaced(room.mode) && room.is_revealed
  return tasksIn(shown.flatMap(({ elements }) => elements))
    .map(({ id }) => id)
    .filter((id) => !answered.has(id) && (isRevealed || times[id]?.state === 'over'))
}

/** A task nobody has opened says nothing yet but that it is there. */
function openedView(element: Element, seed: string, time: TaskTime | undefined): PublicElement {
  const view = roomView(element, seed)
  return time?.state === 'unopened' ? { ...view, prompt: '', hints: [], widgets: [] } : view
}

function resultOf(row: FullAnswerRow, element: Element | undefined, feedback: Feedback): [string, Result][] {
  if (!element) return []
  const { raw, max, scaled, state, answers } = row
  const comment = commentOn(element, answers, scaled)
  const solution = feedback === 'solution' ? (typeOf(element.type)?.solution(element.data) ?? []) : []
  return [[row.element_id, { raw, max, scaled, state, parts: [], comment, solution }]]
}

/** The same sum as the teacher's. */
function sumOfRows(rows: readonly FullAnswerRow[], elements: readonly Element[]) {
  const raw = rows.reduce((sum, row) => sum + row.raw, 0)
  const states = new Map(rows.map(({ element_id: id, state }) => [id, state]))
  return { raw: Math.round(raw * 100) / 100, max: mostPoints(elements, (id) => states.get(id)) }
}

/** The pupil's place in the room of a code. @throws ProductError not_found; rate_limited; unauthorized; forbidden (removed) */
export async function requirePupil(context: Context, code: string, ip: string | undefined, token?: string) {
  const room = await roomOfCode(context, code, ip)
  const pupil = await pupilOf(context, room, token)
  if (pupil === undefined) throw new ProductError('unauthorized')
  if (pupil.is_kicked) throw new ProductError('forbidden')
  return { room, pupil }
}
