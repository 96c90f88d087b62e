import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { QuestionRow } from '../catalogue/types.ts'
import type { WordsState } from './states.ts'

export interface PlacedQuestionRow extends QuestionRow {
  material_id: number
  author_id: number
  account_id: number
  state: WordsState
}

function questions(db: Db) {
  return db
    .selectFrom('material_question as q')
    .innerJoin('account', 'account.id', 'q.account_id')
    .select(['q.id', 'account.public_name as author', 'q.text', 'q.created_at', 'q.answer', 'q.answered_at'])
    .select(['q.material_id', 'q.author_id', 'q.account_id', 'q.state'])
}

/** Answered questions about a material below an id, the newest first. */
export async function answeredRows(
  db: Db,
  world: string,
  page: { materialId: number; beforeId: number; limit: number },
): Promise<QuestionRow[]> {
  return await questions(db)
    .where('q.world', '=', world)
    .where('q.material_id', '=', page.materialId)
    .where('q.answered_at', 'is not', null)
    .where('q.state', '=', 'shown')
    .where('q.id', '<', page.beforeId)
    .orderBy('q.id', 'desc')
    .limit(page.limit)
    .execute()
}

export interface OpenQuestionRow extends PlacedQuestionRow {
  title: string
  slug: string
}

/** Questions an author has not answered yet, the oldest first. */
export async function openRows(
  db: Db,
  world: string,
  input: { authorId: number; limit: number },
): Promise<OpenQuestionRow[]> {
  return await questions(db)
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'q.world').onRef('material.id', '=', 'q.material_id'),
    )
    .select(['material.title', 'material.slug'])
    .where('q.world', '=', world)
    .where('q.author_id', '=', input.authorId)
    .where('q.answered_at', 'is', null)
    .where('material.status', 'in', ['published', 'unlisted'])
    .orderBy('q.id')
    .limit(input.limit)
    .execute()
}

/** One question, held for the rest of the transaction. */
export async function findQuestion(
  db: Db,
  world: string,
  questionId: number,
): Promise<PlacedQuestionRow | undefined> {
  return await questions(db)
    .where('q.world', '=', world)
    .where('q.id', '=', questionId)
    .forUpdate('q')
    .executeTakeFirst()
}

/** How many questions of a member about a material wait for an answer. */
export async function countOpen(
  db: Db,
  world: string,
  input: { materialId: number; accountId: number },
): Promise<number> {
  const row = await db
    .selectFrom('material_question')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('material_id', '=', input.materialId)
    .where('account_id', '=', input.accountId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertQuestion(
  db: Db,
  world: string,
  question: { materialId: number; authorId: number; accountId: number; text: string },
): Promise<number> {
  const row = await db
    .insertInto('material_question')
    .values({
      world,
      material_id: question.materialId,
      author_id: question.authorId,
      account_id: question.accountId,
      text: question.text,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setAnswer(db: Db, world: string, questionId: number, answer: string): Promise<void> {
  await db
    .updateTable('material_question')
    .set({ answer, answered_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', questionId)
    .execute()
}
