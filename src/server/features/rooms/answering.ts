import { typeOf } from '#shared/interactive/types.ts'
import { type Element, scoreAnswers, type UnitContent } from '#shared/interactive/unit.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import { toleranceMs } from '#shared/rooms/points.ts'
import { deadlineOf, feedbackOf, isPaced, type RoomSettings } from '#shared/rooms/room.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { findScore, type NewAnswer, type StoredScore, upsertAnswers } from './answer-queries.ts'
import { contentOf, elementsOf, stepsOf } from './content.ts'
import {
  type ParticipantChange,
  type ParticipantRow,
  participantRows,
  updateParticipant,
  updatePlaces,
} from './people-queries.ts'
import { announceRoom, findRoom, nextSeq, type RoomRow } from './queries.ts'
import { settingsOf } from './service.ts'
import type { RoomKey } from './types.ts'

/** An answer as it came in, by the server's clock. */
export interface GivenAnswer {
  kind: 'answer'
  participantId: number
  elementId: string
  answers: Answers
  seqLocal: number
  at: number
}

/** What a pupil does beside answering. */
export interface Signal {
  kind: 'signal'
  participantId: number
  element?: string
  isHandUp?: boolean
  isAway?: true
  isFinished?: true
}

export type Given = GivenAnswer | Signal

/** `closed`: the room takes no answers now; `elsewhere`: another step; `late`; `done`: handed in; `gone`: removed. */
export type AnswerRefusal = 'closed' | 'elsewhere' | 'late' | 'done' | 'gone'
export type Taken = { score: StoredScore; isTold: boolean } | { refused: AnswerRefusal } | { done: true }

/**
 * Takes what came from pupils of one room together: one look at the room, one count, one writing. The room's row is
 * locked, so no answer slips in behind a closing, whichever process it came to.
 */
export async function takeGiven(deps: Deps, key: RoomKey, given: readonly Given[]): Promise<Taken[]> {
  const content = await contentOf(deps, key)
  return await transaction(deps.db, async (tx) => {
    const room = await findRoom(tx, key, { isLocked: true })
    if (room === undefined) return given.map(() => ({ refused: 'closed' }))
    const people = new Map((await participantRows(tx, key)).map((row) => [row.id, row]))
    const look = { room, settings: settingsOf(room), content, shown: shownIds(room, content), people }
    const checked = given.map((one) => refusalOf(look, one))
    const fine = given.filter((_, at) => checked[at] === undefined)
    const scores = fine.length > 0 ? await write(tx, look, fine) : new Map<string, StoredScore>()
    const flags = { isReleased: room.is_released, isRevealed: room.is_revealed }
    const isTold = feedbackOf(room.mode, flags) !== 'none'
    const taken: Taken[] = []
    for (const [at, one] of given.entries()) {
      const refused = checked[at]
      if (refused) taken.push({ refused })
      else if (one.kind === 'signal') taken.push({ done: true })
      else {
        // What was there already, or came before what is there, is answered as it stands.
        const score = scores.get(pairOf(one)) ?? (await findScore(tx, key, one))
        taken.push(score ? { score, isTold } : { refused: 'elsewhere' })
      }
    }
    return taken
  })
}

interface Look {
  room: RoomRow
  settings: RoomSettings
  content: UnitContent
  shown: ReadonlySet<string> | undefined
  people: ReadonlyMap<number, ParticipantRow>
}

/** What may be answered now; undefined: everything. */
function shownIds(room: RoomRow, content: UnitContent): ReadonlySet<string> | undefined {
  if (!isPaced(room.mode)) return undefined
  return new Set(stepsOf(room, content)[room.step]?.elements.map(({ id }) => id))
}

function refusalOf({ room, settings, shown, people }: Look, given: Given): AnswerRefusal | undefined {
  const pupil = people.get(given.participantId)
  if (!pupil || pupil.is_kicked) return 'gone'
  if (room.status === 'closed') return 'closed'
  if (given.kind === 'signal') return undefined
  if (room.status !== 'running') return 'closed'
  if (pupil.finished_at !== null) return 'done'
  if (shown && (!shown.has(given.elementId) || room.is_revealed)) return 'elsewhere'
  const end = endOf(room, settings, pupil.factor)
  return end !== undefined && given.at > end + toleranceMs ? 'late' : undefined
}

/** When this pupil's time for what is shown is over, in ms. */
function endOf(room: RoomRow, settings: RoomSettings, factor: number): number | undefined {
  if (room.mode === 'quiz' && settings.seconds > 0 && room.step_at)
    return room.step_at.getTime() + settings.seconds * 1000 * factor
  const times = { startedAt: room.started_at, pausedMs: Number(room.paused_ms) }
  return deadlineOf(settings, times, factor)?.getTime()
}

function pairOf({ participantId, elementId }: Pick<GivenAnswer, 'participantId' | 'elementId'>): string {
  return `${participantId} ${elementId}`
}

async function write(tx: Db, look: Look, given: readonly Given[]): Promise<Map<string, StoredScore>> {
  const { room } = look
  const seq = await nextSeq(tx, room)
  const written = await upsertAnswers(tx, room, newAnswers(look, given, seq), room.mode === 'quiz')
  await updatePlaces(tx, room, seq, placesOf(look, given))
  for (const [participantId, change] of changesOf(look, given))
    await updateParticipant(tx, room, { participantId, seq }, change)
  await announceRoom(tx, room)
  return new Map(
    written.map((row) => [
      pairOf({ participantId: Number(row.participant_id), elementId: row.element_id }),
      row,
    ]),
  )
}

/** One a pair: in a quiz the first that came, elsewhere the last that was given. */
function newAnswers({ room, content, people }: Look, given: readonly Given[], seq: number): NewAnswer[] {
  const elements = new Map(elementsOf(content).map((element) => [element.id, element]))
  const answers = new Map<string, NewAnswer>()
  for (const one of given) {
    const element = one.kind === 'answer' ? elements.get(one.elementId) : undefined
    if (one.kind !== 'answer' || !element || typeOf(element.type)?.kind === 'content') continue
    const pair = pairOf(one)
    const before = answers.get(pair)
    if (before && (room.mode === 'quiz' || before.seqLocal >= one.seqLocal)) continue
    const pupil = people.get(one.participantId)
    if (pupil) answers.set(pair, newAnswer(room, element, pupil, one, seq))
  }
  return [...answers.values()]
}

function newAnswer(
  room: RoomRow,
  element: Element,
  pupil: ParticipantRow,
  { participantId, elementId, answers, seqLocal, at }: GivenAnswer,
  seq: number,
): NewAnswer {
  const begin = isPaced(room.mode) ? room.step_at : pupil.joined_at
  const ms = Math.min(2_000_000_000, Math.max(0, at - (begin?.getTime() ?? at)))
  return { participantId, elementId, answers, score: scoreAnswers(element, answers), seqLocal, ms, seq }
}

/** Where the pupils work. */
function placesOf({ content }: Look, given: readonly Given[]): Map<number, string> {
  const known = new Set(elementsOf(content).map(({ id }) => id))
  const places = given.map((one) => [
    one.participantId,
    one.kind === 'answer' ? one.elementId : (one.element ?? ''),
  ])
  return new Map(places.filter((place): place is [number, string] => known.has(String(place[1]))))
}

/** What pupils signal beside answering. */
function changesOf({ people }: Look, given: readonly Given[]): Map<number, ParticipantChange> {
  const changes = new Map<number, ParticipantChange>()
  for (const one of given) {
    if (one.kind !== 'signal') continue
    const change = changes.get(one.participantId) ?? {}
    if (one.isHandUp !== undefined) change.is_hand_up = one.isHandUp
    if (one.isFinished) change.finished_at = new Date()
    if (one.isAway) change.away_count = Math.min(9_999, (people.get(one.participantId)?.away_count ?? 0) + 1)
    if (Object.keys(change).length > 0) changes.set(one.participantId, change)
  }
  return changes
}
