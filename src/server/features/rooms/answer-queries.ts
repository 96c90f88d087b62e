import { sql } from 'kysely'
import type { Score } from '#shared/interactive/unit.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import type { Db } from '../../db/pool.ts'
import type { RoomKey } from './types.ts'

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

/** One answer as it is written. */
export interface NewAnswer {
  participantId: number
  elementId: string
  answers: Answers
  score: Score
  seqLocal: number
  ms: number
  seq: number
}

/** What an answer is worth, as it is stored. */
export type StoredScore = Pick<
  AnswerRow,
  'participant_id' | 'element_id' | 'raw' | 'max' | 'scaled' | 'state'
>

/**
 * Writes answers over what came before them; an older one than is there, or the same again, changes nothing.
 * `isFirstKept`: an answer stays as it was given first. @returns what is written
 */
export async function upsertAnswers(
  tx: Db,
  { world, id }: RoomKey,
  answers: readonly NewAnswer[],
  isFirstKept: boolean,
): Promise<StoredScore[]> {
  if (answers.length === 0) return []
  const given = answers.map(({ participantId, elementId, answers: fields, score, seqLocal, ms, seq }) => ({
    ...{ p: participantId, e: elementId, a: fields, raw: score.raw, max: score.max, scaled: score.scaled },
    ...{ state: score.state, l: seqLocal, ms, seq },
  }))
  const { rows } = await sql<StoredScore>`
    insert into room_answer as old (world, room_id, participant_id, element_id, answers, raw, max, scaled, state,
      seq_local, ms, seq)
    select ${world}, ${id}, p, e, a, raw, max, scaled, state, l, ms, seq
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (p bigint, e text, a jsonb, raw real, max real, scaled float8, state text, l int, ms int, seq bigint)
    on conflict (world, room_id, participant_id, element_id) do update
    set answers = excluded.answers, raw = excluded.raw, max = excluded.max, scaled = excluded.scaled,
      state = excluded.state, seq_local = excluded.seq_local, ms = excluded.ms, seq = excluded.seq,
      answered_at = now(), is_graded = false, tries = old.tries + 1
    where not ${isFirstKept} and excluded.seq_local > old.seq_local and excluded.answers <> old.answers
    returning participant_id, element_id, raw, max, scaled, state`.execute(tx)
  return rows
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
