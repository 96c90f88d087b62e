import { elementsOf } from '#exercises/model/pages/pages.ts'
import { stepSeconds } from '#exercises/model/pages/task-time.ts'
import { levelsOf } from '#exercises/model/task/levels.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { type TeamScore, teamScores } from '#exercises/model/teams.ts'
import { keyLineInWords } from '#exercises/model/text/key-words.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { type Element, type PublicElement, roomView, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { seeded } from '#platform/rules/random.ts'
import { type ItemFigures, itemAnalysis } from '../../rules/analysis.ts'
import { countsInQuiz, totalOf } from '../../rules/points.ts'
import { type AnswerRow, answerRows, type FullAnswerRow, fullAnswerRows } from '../answers/answer-queries.ts'
import {
  contentOf,
  countedFor,
  mostPoints,
  type Step,
  scaledOf,
  seedOf,
  shutTo,
  stepsOf,
  tasksIn,
} from '../live/content.ts'
import { type BoardTime, boardTime } from '../live/task-times.ts'
import { ownRoom, settingsOf } from '../own-rooms.ts'
import { type ParticipantRow, participantRows } from '../people-queries.ts'
import type { RoomRow } from '../queries.ts'
import { nameOfElement } from '../view.ts'
import { drawnAnswer, type Made, picksIn, transcriptOf, writtenIn } from './transcript.ts'

/** An element with its place in the exercise. */
export interface ResultElement {
  id: string
  number: number
  name: string
  type: string
  points: number
  solution: string[]
  /** What its teacher gives points by. */
  levels: ReturnType<typeof levelsOf>
}

/** A pupil with what they answered, in the order of the elements. */
export interface PupilResult {
  id: number
  name: string
  raw: number
  max: number
  percent: number | undefined
  awayCount: number
  team: number | null
  answers: (PupilAnswer | undefined)[]
  /** Elements on pages that never opened to them. */
  shut: string[]
}

export interface PupilAnswer
  extends Pick<FullAnswerRow, 'raw' | 'max' | 'state' | 'tries' | 'ms' | 'answered_at'> {
  said: string[]
  /** By the ids of the task, as it is stored. */
  given: Answers
  made: Made
  /** A text with signs for what is bold or a list, as it was written; undefined: it has none. */
  written: string | undefined
}

export interface RoomResults {
  room: RoomRow
  elements: ResultElement[]
  pupils: PupilResult[]
  figures: ItemFigures[]
  /** What is not shown as long as few took part. */
  meanPercent: number | undefined
  /** Means of percents; empty where there are no teams, or nothing to earn. */
  teams: TeamScore[]
}

/** The results of an own room, pupils by name. @throws ProductError unauthorized; not_found */
export async function resultsOf(context: Context, id: number): Promise<RoomResults> {
  const room = await ownRoom(context, id)
  const [content, people, rows] = await Promise.all([
    contentOf(context, room),
    participantRows(context.db, room),
    fullAnswerRows(context.db, room),
  ])
  const scored = askedIn(content)
  const byPupil = Map.groupBy(rows, (row) => row.participant_id)
  const { lang } = worldOf(room.world)
  const present = people.filter((row) => !row.is_kicked).sort(byName(lang))
  const played = { room, content, scored, t: translator(room.world) }
  const pupils = present.map((row) => pupilResult(row, played, byPupil.get(row.id) ?? []))
  const byId = new Map(scored.map((element) => [element.id, element]))
  const here = new Set(present.map((row) => row.id))
  const scores = rows.flatMap((row) => {
    const element = byId.get(row.element_id)
    if (!element || !here.has(row.participant_id)) return []
    const { participant_id: participant, element_id, scaled } = row
    return [{ participant, element: element_id, scaled, picks: picksIn(element, row.answers) }]
  })
  // Whoever entered and answered nothing says nothing about the exercise.
  const worked = new Set(scores.map(({ participant }) => participant))
  const percents = pupils.flatMap(({ id: pupil, percent }) => (worked.has(pupil) ? (percent ?? []) : []))
  return {
    room,
    pupils,
    elements: scored.map((element) => resultElement(element, elementsOf(content).indexOf(element), played.t)),
    figures: itemAnalysis(
      scored.map((element) => element.id),
      present.flatMap((row) => (worked.has(row.id) ? [row.id] : [])),
      scores,
    ),
    meanPercent:
      percents.length === 0 ? undefined : percents.reduce((sum, one) => sum + one, 0) / percents.length,
    teams: teamScores(
      pupils.flatMap(({ team, percent }) => (percent === undefined ? [] : [{ team, score: percent }])),
    ),
  }
}

/** Pupils by name; numbers in names count as numbers: AF-2 comes before AF-10. */
function byName(lang: string): (a: { name: string }, b: { name: string }) => number {
  const { compare } = new Intl.Collator(lang, { numeric: true })
  return (a, b) => compare(a.name, b.name)
}

/** What there is to answer. */
export function askedIn(content: UnitContent): Element[] {
  return tasksIn(elementsOf(content))
}

function resultElement(element: Element, at: number, t: Translate): ResultElement {
  const { id, type, points } = element
  const says = { true: t('new-interactive:values.true'), false: t('new-interactive:values.false') }
  const solution = (typeOf(type)?.solution(element.data) ?? []).map((line) => keyLineInWords(line, says))
  return {
    id,
    type,
    points,
    number: at + 1,
    name: nameOfElement(element),
    solution,
    levels: levelsOf(element),
  }
}

interface Played {
  room: RoomRow
  content: UnitContent
  scored: readonly Element[]
  t: Translate
}

/**
 * Percent of what there was to earn: what a pupil left out counts as nothing, and in a test so does what never opened to
 * them. Opinions count for nobody.
 */
function pupilResult(
  row: ParticipantRow,
  { room, content, scored: elements, t }: Played,
  rows: readonly FullAnswerRow[],
): PupilResult {
  const own = new Map(rows.map((answer) => [answer.element_id, answer]))
  const scaled = scaledOf(rows)
  const answers = elements.map((element) => {
    const found = own.get(element.id)
    if (!found) return undefined
    const { raw, max, state, tries, ms, answered_at } = found
    return {
      raw,
      max,
      state,
      tries,
      ms,
      answered_at,
      said: transcriptOf(element, found.answers, t),
      given: found.answers,
      made: drawnAnswer(element, found.answers),
      written: writtenIn(element, found.answers),
    }
  })
  const raw = answers.reduce((sum, answer) => sum + (answer?.raw ?? 0), 0)
  const counted = elements.filter(countedFor(room, content, scaled))
  const max = mostPoints(counted, (id) => own.get(id)?.state)
  const percent = max === 0 ? undefined : Math.floor((raw / max) * 1000 + 0.5) / 10
  return {
    id: row.id,
    name: row.name,
    raw: Math.round(raw * 100) / 100,
    max,
    percent,
    awayCount: row.away_count,
    team: row.team,
    answers,
    shut: [...shutTo(room, content, scaled)],
  }
}

/** One answer with what its teacher needs to judge it. @throws ProductError unauthorized; not_found */
export async function answerOf(context: Context, id: number, participantId: number, elementId: string) {
  const results = await resultsOf(context, id)
  const at = results.elements.findIndex((element) => element.id === elementId)
  const pupil = results.pupils.find((one) => one.id === participantId)
  const element = results.elements[at]
  if (!pupil || !element) throw new ProductError('not_found')
  return { pupil, element, answer: pupil.answers[at] }
}

export interface ScreenView {
  room: RoomRow
  settings: ReturnType<typeof settingsOf>
  stepCount: number
  title: string
  /** The language in which the unit is written. */
  lang: string
  elements: (PublicElement & { solution: string[]; picks: [string, number][] })[]
  pupils: number
  /** Who has come, while the room waits for them. */
  names: string[]
  answered: number
  /** The five with the most points, in a quiz whose question is over. */
  best: { name: string; points: number }[]
  /** Their means of points, then. */
  teams: TeamScore[]
  time: BoardTime | undefined
  /** Somebody has more of it than the board shows. */
  hasExtraTime: boolean
}

/** What the projector shows: the question without its key until it is shown, never who answered what. */
export async function screenOf(context: Context, id: number): Promise<ScreenView> {
  const room = await ownRoom(context, id)
  const settings = settingsOf(room)
  const { db } = context
  const content = await contentOf(context, room)
  const lang = wordsLanguage(content, worldOf(context.world).lang)
  const steps = stepsOf(room, content)
  const step = steps[room.step]
  const isOver = room.is_revealed || room.status === 'closed'
  const { showSolution } = content.settings
  const isKeyShown =
    showSolution === 'after_close' ? room.status === 'closed' : isOver && showSolution !== 'never'
  const hasBest = room.mode === 'quiz' && isOver
  const elementIds = step?.elements.map((element) => element.id) ?? []
  const [people, rows, all] = await Promise.all([
    participantRows(db, room),
    elementIds.length === 0 ? [] : fullAnswerRows(db, room, { elementIds }),
    hasBest ? answerRows(db, room) : [],
  ])
  const present = people.filter((row) => !row.is_kicked)
  const here = new Set(present.map((row) => row.id))
  const given = rows.filter((row) => here.has(row.participant_id))
  const totals = hasBest ? totalsOf(room, present, all, steps) : []
  return {
    ...{
      ...{ room, settings, stepCount: steps.length },
      title: step?.title ?? '',
      lang,
      pupils: present.length,
      names: ['draft', 'open'].includes(room.status) ? present.map(({ name }) => name) : [],
      time: boardTime({ room, settings, content }),
      hasExtraTime: present.some(({ factor }) => factor * 100 > content.settings.extraTime),
    },
    answered: new Set(given.map((row) => row.participant_id)).size,
    elements: (step?.elements ?? []).map((element) => ({
      ...roomView(element, seedOf(room, 0)),
      solution: isKeyShown ? (typeOf(element.type)?.solution(element.data) ?? []) : [],
      picks: isOver ? countPicks(element, given) : [],
    })),
    best: totals.slice(0, 5).map(({ name, score: points }) => ({ name, points })),
    teams: teamScores(totals),
  }
}

function countPicks(element: Element, given: readonly FullAnswerRow[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const widget of typeOf(element.type)?.view(element.data, seeded(element.id)) ?? [])
    if (widget.kind === 'choice') for (const { text } of widget.options) counts.set(text, 0)
  for (const row of given)
    if (row.element_id === element.id)
      for (const pick of picksIn(element, row.answers)) counts.set(pick, (counts.get(pick) ?? 0) + 1)
  return [...counts]
}

/** What everybody has in a quiz so far, the most first. */
function totalsOf(
  room: RoomRow,
  people: readonly ParticipantRow[],
  rows: readonly AnswerRow[],
  steps: readonly Step[],
): { name: string; team: number | null; score: number }[] {
  const rules = settingsOf(room)
  const secondsOf = (element: Element) => stepSeconds({ mode: room.mode, settings: rules }, [element])
  const byPupil = Map.groupBy(rows, (row) => row.participant_id)
  const seen = steps.slice(0, room.step + 1).flatMap(({ elements }) => elements)
  const asked = tasksIn(seen).filter(countsInQuiz)
  return people
    .map(({ id, name, team, factor }) => {
      const own = new Map((byPupil.get(id) ?? []).map((row) => [row.element_id, row]))
      const answers = asked.map((element) => {
        const row = own.get(element.id)
        const rights = typeOf(element.type)?.picks?.(element.data)
        return row && { ...row, quizPoints: element.quizPoints, rights, seconds: secondsOf(element) }
      })
      return { name, team, score: totalOf(answers, rules, factor).points }
    })
    .sort((a, b) => b.score - a.score || byName(worldOf(room.world).lang)(a, b))
}
