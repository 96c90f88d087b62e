import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Where something a person said stands: in any world. */
export interface SaidRow {
  id: number
  world: string
  material_id: number
  author_id: number
}

/** The reviews of a person in every world, in one order: two erasures wait for each other and never in a circle. */
export async function reviewsOfPerson(db: Db, accountId: number): Promise<SaidRow[]> {
  return await db
    .selectFrom('review')
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'review.world').onRef('material.id', '=', 'review.material_id'),
    )
    .where('account_id', '=', accountId)
    .select(['review.id', 'review.world', 'material_id', 'author_id'])
    .orderBy('material_id')
    .execute()
}

/** Takes every "helpful" of a person back. @returns the materials whose reviews count fewer now */
export async function takeVotesBack(tx: Db, accountId: number): Promise<Omit<SaidRow, 'id'>[]> {
  const { rows } = await sql<Omit<SaidRow, 'id'>>`
    with gone as (
      delete from review_vote where account_id = ${accountId} returning world, review_id
    ), counted as (
      update review set helpful_count = greatest(0, helpful_count - 1)
      from gone where review.world = gone.world and review.id = gone.review_id
      returning review.world, review.material_id
    )
    select distinct counted.world, counted.material_id, material.author_id
    from counted join material on material.world = counted.world and material.id = counted.material_id`.execute(
    tx,
  )
  return rows
}

/** Deletes the questions of a person. @returns those that everybody saw */
export async function deleteQuestionsOf(tx: Db, accountId: number): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow & { is_public: boolean }>`
    delete from material_question where account_id = ${accountId}
    returning id, world, material_id, author_id,
      state = 'shown' and (answered_at is not null or is_discussed) as is_public`.execute(tx)
  return rows.filter((row) => row.is_public)
}
