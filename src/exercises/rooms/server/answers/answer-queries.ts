import { sql } from 'kysely'
import type { Answers } from '#exercises/model/task/widget.ts'
import type { Score } from '#exercises/model/unit.ts'
import type { Db } from '#platform/db/pool.ts'
import type { RoomKey, RoomSince } from '../types.ts'

export interface AnswerRow {
  participant_id: number
  element_id: string
  raw: number
  max: number
  scaled: number | null
  state: Score['state']
  tries: number
  seq_local: number
  ms: number
  is_graded: boolean
  answered_at: Date
  seq: number
}

export interface FullAnswerRow extends AnswerRow {
  answers: Answers
}

const columns = [
  ...(['participant_id', 'element_id', 'raw', 'max', 'scaled', 'state', 'tries', 'seq_local', 'ms'] as const),
  ...(['is_graded', 'answered_at', 'seq'] as const),
] as const

/** How right the answers of a room are, without what was answered; all, or what changed since a count. */
export async function answerRows(db: Db, { world, id }: RoomKey, since = -1): Promise<AnswerRow[]> {
  return await db
    .selectFrom('room_answer')
    .select(columns)
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('seq', '>', since)
    .orderBy('seq')
    .execute()
}

/** The answers of several rooms that changed since a count of each, by name of the room. */
export async function answerNews(
  db: Db,
  wanted: readonly RoomSince[],
): Promise<ReadonlyMap<string, AnswerRow[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<AnswerRow & { room: string }>`
    select wanted.w || ':' || wanted.r as room, participant_id, element_id, raw, max, scaled, state, tries, seq_local, ms,
      is_graded, answered_at, seq
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ key, since }) => ({ w: key.world, r: key.id, s: since })))}::jsonb)
      as wanted (w text, r bigint, s bigint)
    join room_answer on world = wanted.w and room_id = wanted.r and seq > wanted.s
    order by seq`.execute(db)
  return Map.groupBy(rows, ({ room }) => room)
}

/** With what was answered: of the whole room, of some elements of it, or of these pupils. */
export async function fullAnswerRows(
  db: Db,
  { world, id }: RoomKey,
  { participantIds, elementIds }: { participantIds?: readonly number[]; elementIds?: readonly string[] } = {},
): Promise<FullAnswerRow[]> {
  let query = db
    .selectFrom('room_answer')
    .select([...columns, 'answers'])
    .where('world', '=', world)
    .where('room_id', '=', id)
  if (participantIds) query = query.where('participant_id', 'in', [...participantIds])
  if (elementIds) query = query.where('element_id', 'in', [...elementIds])
  return (await query.orderBy('participant_id').execute()) as FullAnswerRow[]
}

/** How an answer counts that comes by a form at `at` (ms): later than all this pupil gave, by scripts within the same second as well. */
export async function nextCount(
  db: Db,
  { world, id }: RoomKey,
  { participantId, at }: { participantId: number; at: number },
): Promise<number> {
  const { last } = await db
    .selectFrom('room_answer')
    .select((row) => row.fn.max('seq_local').as('last'))
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', participantId)
    .executeTakeFirstOrThrow()
  return Math.max(Math.floor(at / 1000), Number(last ?? 0) + 1)
}

/** One answer as it is written. */
export interface NewAnswer {
  participantId: number
  elementId: string
  answers: Answers
  score: Score
  seqLocal: number
  ms: number
}

/** What is written of one room together. */
export interface RoomWrite {
  key: RoomKey
  answers: readonly NewAnswer[]
  /** Which element each pupil works on. */
  places: ReadonlyMap<number, string>
}

/** What an answer is worth, as it is stored. */
export type StoredScore = Pick<
  AnswerRow,
  'participant_id' | 'element_id' | 'raw' | 'max' | 'scaled' | 'state'
>

/** A room after its writing: its new count, and the answers that were written. */
export interface WrittenRoom {
  seq: number
  scores: StoredScore[]
}

interface WrittenRow extends Partial<StoredScore> {
  room: string
  seq: number
}

/**
 * Counts rooms on, writes answers over what came before them, notes who works where, and says so to every process: one
 * statement for all rooms, since its cost is the way there. An older answer than is there, or the same again, changes
 * nothing. @returns by name of the room
 */
export async function writeRooms(
  tx: Db,
  writes: readonly RoomWrite[],
): Promise<ReadonlyMap<string, WrittenRoom>> {
  const rooms = writes.map(({ key: { world, id } }) => ({ w: world, r: id }))
  const answers = writes.flatMap(({ key: { world, id }, answers: given }) =>
    given.map(({ participantId, elementId, answers: fields, score, seqLocal, ms }) => ({
      ...{ w: world, r: id, p: participantId, e: elementId, a: fields, raw: score.raw, max: score.max },
      ...{ scaled: score.scaled, state: score.state, l: seqLocal, ms },
    })),
  )
  const places = writes.flatMap(({ key: { world, id }, places: at }) =>
    [...at].map(([p, e]) => ({ w: world, r: id, p, e })),
  )
  const { rows } = await sql<WrittenRow>`
    with counted as (
      update room set seq = room.seq + 1
      from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as wanted (w text, r bigint)
      where room.world = wanted.w and room.id = wanted.r
      returning room.world, room.id, room.seq
    ), written as (
      insert into room_answer as old (world, room_id, participant_id, element_id, answers, raw, max, scaled, state,
        seq_local, ms, seq)
      select w, r, p, e, a, raw, max, scaled, state, l, ms, counted.seq
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as given (w text, r bigint, p bigint, e text, a jsonb,
        raw real, max real, scaled float8, state text, l int, ms int)
      join counted on counted.world = w and counted.id = r
      on conflict (world, room_id, participant_id, element_id) do update
      set answers = excluded.answers, raw = excluded.raw, max = excluded.max, scaled = excluded.scaled,
        state = excluded.state, seq_local = excluded.seq_local, ms = excluded.ms, seq = excluded.seq,
        answered_at = now(), is_graded = false, tries = old.tries + 1
      where excluded.seq_local > old.seq_local and excluded.answers <> old.answers
      returning world, room_id, participant_id, element_id, raw, max, scaled, state
    ), placed as (
      update room_participant set at_element = e, at_since = now(), seq = counted.seq
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (w text, r bigint, p bigint, e text)
      join counted on counted.world = w and counted.id = r
      where room_participant.world = w and room_participant.room_id = r and room_participant.id = p
    ), announced as materialized (
      select world, id, seq, pg_notify('rooms', world || ':' || id) from counted
    )
    select announced.world || ':' || announced.id as room, announced.seq, written.participant_id, written.element_id,
      written.raw, written.max, written.scaled, written.state
    from announced left join written on written.world = announced.world and written.room_id = announced.id`.execute(
    tx,
  )
  const found = new Map<string, WrittenRoom>()
  for (const { room, seq, ...score } of rows) {
    const entry = found.get(room) ?? { seq, scores: [] }
    found.set(room, entry)
    if (score.element_id != null) entry.scores.push(score as StoredScore)
  }
  return found
}

/** What is stored of one answer. */
export async function findScore(
  db: Db,
  { world, id }: RoomKey,
  { participantId, elementId }: { participantId: number; elementId: string },
): Promise<StoredScore | undefined> {
  return await db
    .selectFrom('room_answer')
    .select(['participant_id', 'element_id', 'raw', 'max', 'scaled', 'state'])
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', participantId)
    .where('element_id', '=', elementId)
    .executeTakeFirst()
}

/** How often somebody answered something, and how well at last. */
export type ScaledRow = Pick<AnswerRow, 'participant_id' | 'element_id' | 'tries' | 'scaled'>

/** How often and how well these pupils of rooms have answered what. */
export async function answerTries(
  db: Db,
  keys: readonly RoomKey[],
  participantIds: readonly number[],
): Promise<ScaledRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ScaledRow>`
    select participant_id, element_id, tries, scaled
    from jsonb_to_recordset(${JSON.stringify(keys.map(({ world, id }) => ({ w: world, r: id })))}::jsonb)
      as wanted (w text, r bigint)
    join room_answer on world = wanted.w and room_id = wanted.r
    where participant_id = any(${[...participantIds]}::bigint[])`.execute(db)
  return rows
}

/** A teacher's points for an answer. @returns whether there is one */
export async function gradeAnswer(
  tx: Db,
  { world, id }: RoomKey,
  grade: {
    participantId: number
    elementId: string
    raw: number
    max: number
    state: Score['state']
    seq: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('room_answer')
    .set({
      ...{ raw: grade.raw, max: grade.max, state: grade.state, seq: grade.seq, is_graded: true },
      scaled: grade.max === 0 ? 0 : grade.raw / grade.max,
    })
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', grade.participantId)
    .where('element_id', '=', grade.elementId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
