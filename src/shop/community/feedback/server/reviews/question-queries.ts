import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { QuestionRow } from '#shop/catalogue/catalogue/server/types.ts'
import type { WordsState } from '../states.ts'

export interface PlacedQuestionRow extends QuestionRow {
  material_id: number
  author_id: number
  state: WordsState
  is_discussed: boolean
}

/** Everybody sees it: its author answered, or somebody who has the material did. */
export function isAnswered(row: Pick<PlacedQuestionRow, 'answered_at' | 'is_discussed'>): boolean {
  return row.answered_at !== null || row.is_discussed
}

function questions(db: Db) {
  return db
    .selectFrom('material_question as q')
    .innerJoin('account', 'account.id', 'q.account_id')
    .select(['q.id', 'account.public_name as author', 'q.text', 'q.created_at', 'q.answer', 'q.answered_at'])
    .select(['q.material_id', 'q.author_id', 'q.account_id', 'q.state', 'q.is_discussed'])
}

/** Questions about a material that somebody answered, below an id, the newest first. */
export async function answeredRows(
  db: Db,
  world: string,
  page: { materialId: number; beforeId: number; limit: number },
): Promise<QuestionRow[]> {
  return await questions(db)
    .where('q.world', '=', world)
    .where('q.material_id', '=', page.materialId)
    .where(sql<boolean>`(q.answered_at is not null or q.is_discussed)`)
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
    .where('q.state', '=', 'shown')
    .where('material.status', 'in', ['published', 'unlisted'])
    .orderBy('q.id')
    .limit(input.limit)
    .execute()
}

/** Questions of others about these materials that nobody has answered, above an id, the oldest first. */
export async function waitingRows(
  db: Db,
  world: string,
  input: { materialIds: readonly number[]; exceptOf: number; afterId?: number; limit: number },
): Promise<PlacedQuestionRow[]> {
  if (input.materialIds.length === 0) return []
  return await questions(db)
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'q.world').onRef('material.id', '=', 'q.material_id'),
    )
    .where('q.world', '=', world)
    .where('q.material_id', 'in', [...input.materialIds])
    .where('q.account_id', '<>', input.exceptOf)
    .where('q.id', '>', input.afterId ?? 0)
    .where(sql<boolean>`q.answered_at is null and not q.is_discussed`)
    .where('q.state', '=', 'shown')
    .where('material.status', 'in', ['published', 'unlisted'])
    .orderBy('q.id')
    .limit(input.limit)
    .execute()
}

/** Notes whether anything is said below a question. */
export async function noteDiscussed(tx: Db, world: string, questionId: number): Promise<void> {
  await sql`
    update material_question q set is_discussed = exists (
      select from comment c where c.world = q.world and c.question_id = q.id and c.state = 'shown')
    where q.world = ${world} and q.id = ${questionId}::bigint`.execute(tx)
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
