import { elementsOf } from '#exercises/model/pages/pages.ts'
import { attemptsIn, feedbackOf, isHandedIn, isPaced, type RoomSettings } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { type Element, readSent, scoreAnswers, type UnitContent } from '#exercises/model/unit.ts'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import { limitLockWait } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError } from '#platform/errors.ts'
import { toleranceMs } from '../../rules/points.ts'
import { contentOf, hasConditions, scaledOf, shutTo, stepsOf } from '../live/content.ts'
import { changesOf, type Signal } from '../live/signals.ts'
import { endOf, isUnopened } from '../live/task-times.ts'
import { settingsOf } from '../own-rooms.ts'
import { type ParticipantRow, participantsOf, updateParticipant } from '../people-queries.ts'
import { findRooms, type RoomRow } from '../queries.ts'
import { tellCourse } from '../results/course-results.ts'
import { nameOf, type RoomKey } from '../types.ts'
import {
  answerTries,
  findScore,
  type NewAnswer,
  type RoomWrite,
  type ScaledRow,
  type StoredScore,
  type WrittenRoom,
  writeRooms,
} from './answer-queries.ts'

/** An answer as it came in, by the server's clock. */
export interface GivenAnswer {
  kind: 'answer'
  participantId: number
  elementId: string
  answers: Answers
  seqLocal: number
  at: number
}

export type Given = GivenAnswer | Signal

/** `closed`: the room takes no answers now; `elsewhere`: another step; `late`; `done`: handed in; `gone`: removed;
 * `tried`: as often as it may be; `shut`: on a page that is not open to them. */
export type AnswerRefusal = 'closed' | 'elsewhere' | 'late' | 'done' | 'gone' | 'tried' | 'shut'
export type Taken = { score: StoredScore; isShown: boolean } | { refused: AnswerRefusal } | { done: true }

/** So long a room that somebody else holds is waited for. */
const lockMs = 1_000

/** What came from pupils of one room. */
export interface Batch {
  key: RoomKey
  given: readonly Given[]
}

/**
 * Takes what came from pupils of several rooms together: one look, one count, one writing for all of them, since nearly all
 * of what an answer costs is the way to the database. The rooms' rows are locked, so no answer slips in behind a closing,
 * whichever process it came to. A room that somebody else holds is left (undefined), or `waits` for it for a second.
 * @returns batch by batch
 */
export async function takeGiven(
  deps: Deps,
  batches: readonly Batch[],
  { waits }: { waits: boolean },
): Promise<(Taken[] | undefined)[]> {
  const pupils = batches.flatMap(({ key, given }) =>
    given.map(({ participantId }) => ({ key, participantId })),
  )
  return await transaction(deps.db, async (tx) => {
    const keys = batches.map(({ key }) => key)
    if (waits) await limitLockWait(tx, lockMs)
    const rooms = await findRooms(tx, keys, { isLocked: true, skipsHeld: !waits })
    const contents = await contentsOf({ ...deps, db: tx }, rooms, keys)
    const people = await participantsOf(tx, pupils)
    const limited = batches.flatMap(({ key }, at) => {
      const [room, content] = [rooms.get(nameOf(key)), contents[at]]
      if (!room || !content) return []
      return attemptsIn(room.mode, content.settings) > 0 || hasConditions(room, content) ? [key] : []
    })
    const pupilIds = pupils.map(({ participantId }) => participantId)
    const counted = await answerTries(tx, limited, pupilIds)
    const tries = new Map(counted.map((row) => [pairOfRow(row), row.tries]))
    const before = Map.groupBy(counted, (row) => Number(row.participant_id))
    const looks = batches.map(({ key, given }, at): Look | undefined => {
      const [room, content] = [rooms.get(nameOf(key)), contents[at]]
      if (room === undefined || content === undefined) return undefined
      const shown = shownIds(room, content)
      const shut = shutIn(room, content, before)
      const look = { room, settings: settingsOf(room), content, shown, shut, people, tries }
      return { ...look, refusals: given.map((one) => refusalOf(look, one)) }
    })
    const fine = batches.map(({ given }, at) => given.filter((_, n) => looks[at] && !looks[at].refusals[n]))
    const scores = await write(deps, tx, looks, fine)
    const taken: (Taken[] | undefined)[] = []
    for (const [at, { key, given }] of batches.entries()) {
      const isHeld = !waits && !rooms.has(nameOf(key))
      taken.push(isHeld ? undefined : await outcomesOf(tx, looks[at], given, scores[at] ?? new Map()))
    }
    return taken
  })
}

/** What each of these rooms plays; nothing where there is none, or none that can be read. */
async function contentsOf(
  deps: Deps,
  rooms: ReadonlyMap<string, RoomRow>,
  keys: readonly RoomKey[],
): Promise<(UnitContent | undefined)[]> {
  const contents: (UnitContent | undefined)[] = []
  for (const key of keys) {
    const room = rooms.get(nameOf(key))
    contents.push(room && (await contentOf(deps, room).catch(whereGone)))
  }
  return contents
}

function whereGone(error: unknown): undefined {
  if (isProductError(error) && error.code === 'not_found') return undefined
  throw error
}

async function outcomesOf(
  tx: Db,
  look: Look | undefined,
  given: readonly Given[],
  scores: ReadonlyMap<string, StoredScore>,
): Promise<Taken[]> {
  if (look === undefined) return given.map(() => ({ refused: 'closed' }))
  const { room, refusals } = look
  const flags = { isReleased: room.is_released, isRevealed: room.is_revealed }
  const isShown = feedbackOf(room.mode, flags, look.content.settings.showSolution) !== 'none'
  const taken: Taken[] = []
  for (const [at, one] of given.entries()) {
    const refused = refusals[at]
    if (refused) taken.push({ refused })
    else if (one.kind === 'signal') taken.push({ done: true })
    else {
      // What was there already, or came before what is there, is answered as it stands.
      const score = scores.get(pairOf(one)) ?? (await findScore(tx, room, one))
      taken.push(score ? { score, isShown } : { refused: 'elsewhere' })
    }
  }
  return taken
}

interface Look {
  room: RoomRow
  settings: RoomSettings
  content: UnitContent
  shown: ReadonlySet<string> | undefined
  /** What a pupil may not answer yet. */
  shut: (participantId: number) => ReadonlySet<string>
  people: ReadonlyMap<number, ParticipantRow>
  /** Where it is counted. */
  tries: ReadonlyMap<string, number>
  /** Of what came, in its order. */
  refusals: readonly (AnswerRefusal | undefined)[]
}

/** What may be answered now; undefined: everything. */
function shownIds(room: RoomRow, content: UnitContent): ReadonlySet<string> | undefined {
  if (!isPaced(room.mode)) return undefined
  return new Set(stepsOf(room, content)[room.step]?.elements.map(({ id }) => id))
}

const nothing: ReadonlySet<string> = new Set()

function shutIn(room: RoomRow, content: UnitContent, before: ReadonlyMap<number, ScaledRow[]>): Look['shut'] {
  if (!hasConditions(room, content)) return () => nothing
  return (participantId) => {
    const rows = before.get(participantId) ?? []
    return shutTo(room, content, scaledOf(rows))
  }
}

function refusalOf(
  { room, settings, content, shown, shut, people, tries }: Omit<Look, 'refusals'>,
  given: Given,
): AnswerRefusal | undefined {
  const pupil = people.get(given.participantId)
  if (!pupil || pupil.is_kicked || Number(pupil.room_id) !== Number(room.id)) return 'gone'
  if (room.status === 'closed') return 'closed'
  if (given.kind === 'signal' && !given.isFinished) return undefined
  if (room.status !== 'running') return 'closed'
  if (given.kind === 'signal') return isHandedIn(room.mode) ? undefined : 'elsewhere'
  if (pupil.finished_at !== null) return 'done'
  if (shown && (!shown.has(given.elementId) || room.is_revealed)) return 'elsewhere'
  if (shut(given.participantId).has(given.elementId)) return 'shut'
  const attempts = attemptsIn(room.mode, content.settings)
  if (attempts > 0 && (tries.get(pairOf(given)) ?? 0) >= attempts) return 'tried'
  const element = elementsOf(content).find(({ id }) => id === given.elementId)
  if (element && isUnopened(room, pupil, element)) return 'elsewhere'
  const end = endOf({ room, settings, content }, pupil, element)
  return end !== undefined && given.at > end + toleranceMs ? 'late' : undefined
}

function pairOf({ participantId, elementId }: Pick<GivenAnswer, 'participantId' | 'elementId'>): string {
  return `${participantId} ${elementId}`
}

/** Writes what is fine of each room. @returns by batch, then by pupil and element, what was written */
async function write(
  deps: Deps,
  tx: Db,
  looks: readonly (Look | undefined)[],
  fine: readonly (readonly Given[])[],
): Promise<ReadonlyMap<string, StoredScore>[]> {
  const writes = looks.flatMap((look, at): RoomWrite[] => {
    const given = fine[at] ?? []
    if (look === undefined || given.length === 0) return []
    const { world, id } = look.room
    return [{ key: { world, id }, answers: newAnswers(look, given), places: placesOf(look, given) }]
  })
  const written = writes.length > 0 ? await writeRooms(tx, writes) : new Map<string, WrittenRoom>()
  const scores: ReadonlyMap<string, StoredScore>[] = []
  for (const [at, look] of looks.entries()) {
    const room = look && written.get(nameOf(look.room))
    if (look && room) await writeChanges(deps, tx, look, { given: fine[at] ?? [], seq: room.seq })
    scores.push(new Map(room?.scores.map((row) => [pairOfRow(row), row])))
  }
  return scores
}

async function writeChanges(
  deps: Deps,
  tx: Db,
  look: Look,
  { given, seq }: { given: readonly Given[]; seq: number },
): Promise<void> {
  for (const [participantId, change] of changesOf(look, given))
    await updateParticipant(tx, look.room, { participantId, seq }, change)
  const finished = given.flatMap((one) =>
    one.kind === 'signal' && one.isFinished ? [one.participantId] : [],
  )
  if (finished.length > 0) await tellCourse(strangerContext(deps, look.room.world), tx, look.room, finished)
}

function pairOfRow({
  participant_id,
  element_id,
}: Pick<StoredScore, 'participant_id' | 'element_id'>): string {
  return pairOf({ participantId: Number(participant_id), elementId: element_id })
}

/** One a pair: the last that was given. In a quiz, too, an answer may be changed until its time ends or it is shown. */
function newAnswers({ room, content, people }: Look, given: readonly Given[]): NewAnswer[] {
  const elements = new Map(elementsOf(content).map((element) => [element.id, element]))
  const answers = new Map<string, NewAnswer>()
  for (const one of given) {
    const element = one.kind === 'answer' ? elements.get(one.elementId) : undefined
    if (one.kind !== 'answer' || !element || typeOf(element.type)?.kind === 'content') continue
    const pair = pairOf(one)
    const before = answers.get(pair)
    if (before && before.seqLocal >= one.seqLocal) continue
    const pupil = people.get(one.participantId)
    if (pupil) answers.set(pair, newAnswer(room, element, pupil, one))
  }
  return [...answers.values()]
}

function newAnswer(
  room: RoomRow,
  element: Element,
  pupil: ParticipantRow,
  { participantId, elementId, answers: sent, seqLocal, at }: GivenAnswer,
): NewAnswer {
  const begin = isPaced(room.mode) ? room.step_at : pupil.joined_at
  const ms = Math.min(2_000_000_000, Math.max(0, at - (begin?.getTime() ?? at)))
  const answers = readSent(element, sent)
  const score = scoreAnswers(element, answers)
  return { participantId, elementId, answers, score, seqLocal, ms }
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
