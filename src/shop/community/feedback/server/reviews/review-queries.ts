import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ReviewRow } from '#shop/catalogue/catalogue/server/types.ts'
import type { WordsState } from '../states.ts'

export interface PlacedReviewRow extends ReviewRow {
  material_id: number
  state: WordsState
}

interface Place {
  world: string
  materialId: number
}

function reviews(db: Db) {
  return db
    .selectFrom('review')
    .innerJoin('account', 'account.id', 'review.account_id')
    .select(['review.id', 'account.public_name as author', 'rating', 'text', 'review.language', 'reply'])
    .select([
      'replied_at',
      'helpful_count',
      'edited_at',
      'review.created_at',
      'material_id',
      'account_id',
      'state',
    ])
}

/**
 * Reviews of a material below an id, newest first, all or those with so many stars or in that language. With `helpful`
 * the most helpful come first, and the page goes on below that number and id.
 */
export async function reviewRows(
  db: Db,
  { world, materialId }: Place,
  page: {
    beforeId: number
    helpful?: number | undefined
    limit: number
    rating?: number | undefined
    language?: string | undefined
  },
): Promise<ReviewRow[]> {
  let query = reviews(db)
    .where('review.world', '=', world)
    .where('material_id', '=', materialId)
    .where('state', '=', 'shown')
  if (page.helpful === undefined) query = query.where('review.id', '<', page.beforeId)
  else {
    query = query
      .where((eb) =>
        eb(eb.refTuple('helpful_count', 'review.id'), '<', eb.tuple(page.helpful ?? 0, page.beforeId)),
      )
      .orderBy('helpful_count', 'desc')
  }
  if (page.rating !== undefined) query = query.where('rating', '=', page.rating)
  if (page.language !== undefined) query = query.where('review.language', '=', page.language)
  return await query.orderBy('review.id', 'desc').limit(page.limit).execute()
}

/** One review of any material of the world. */
export async function findReview(
  db: Db,
  world: string,
  reviewId: number,
): Promise<PlacedReviewRow | undefined> {
  return await reviews(db)
    .where('review.world', '=', world)
    .where('review.id', '=', reviewId)
    .executeTakeFirst()
}

/** What a member wrote about these materials. */
export async function reviewsBy(
  db: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<PlacedReviewRow[]> {
  if (input.materialIds.length === 0) return []
  return await reviews(db)
    .where('review.world', '=', world)
    .where('account_id', '=', input.accountId)
    .where('material_id', 'in', [...input.materialIds])
    .execute()
}

export interface UnansweredReviewRow extends PlacedReviewRow {
  title: string
  slug: string
}

/** The newest reviews with words and without an answer, of all materials of an author. */
export async function unansweredReviews(
  db: Db,
  world: string,
  input: { authorId: number; since: Date; limit: number },
): Promise<UnansweredReviewRow[]> {
  return await reviews(db)
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'review.world').onRef('material.id', '=', 'review.material_id'),
    )
    .select(['material.title', 'material.slug'])
    .where('review.world', '=', world)
    .where('material.author_id', '=', input.authorId)
    .where('material.rating_count', '>', 0)
    .where('material.status', 'in', ['published', 'unlisted'])
    .where('reply', 'is', null)
    .where('text', '<>', '')
    .where('state', '=', 'shown')
    .where('review.created_at', '>', input.since)
    .orderBy('review.id', 'desc')
    .limit(input.limit)
    .execute()
}

export async function insertReview(
  db: Db,
  { world, materialId }: Place,
  review: { accountId: number; rating: number; text: string; language: string },
): Promise<void> {
  const { accountId, ...columns } = review
  await db
    .insertInto('review')
    .values({ ...columns, world, material_id: materialId, account_id: accountId })
    .execute()
}

export async function updateReview(
  db: Db,
  world: string,
  reviewId: number,
  change: { rating: number; text: string; language: string },
): Promise<void> {
  await db
    .updateTable('review')
    .set({ ...change, edited_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', reviewId)
    .execute()
}

export async function setReviewState(
  db: Db,
  world: string,
  reviewId: number,
  state: WordsState,
): Promise<void> {
  await db
    .updateTable('review')
    .set({ state })
    .where('world', '=', world)
    .where('id', '=', reviewId)
    .execute()
}

export async function deleteReviewRow(db: Db, world: string, reviewId: number): Promise<void> {
  await db.deleteFrom('review').where('world', '=', world).where('id', '=', reviewId).execute()
}

export async function setReply(db: Db, world: string, reviewId: number, reply: string | null): Promise<void> {
  await db
    .updateTable('review')
    .set({ reply, replied_at: reply === null ? null : sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', reviewId)
    .execute()
}

/** Adds a member's vote, or takes it back; once each. Answers how many there are now. */
export async function setVote(
  db: Db,
  world: string,
  vote: { reviewId: number; accountId: number; isHelpful: boolean },
): Promise<number> {
  const { reviewId, accountId, isHelpful } = vote
  const changed = isHelpful
    ? sql`insert into review_vote (world, review_id, account_id) values (${world}, ${reviewId}, ${accountId})
        on conflict do nothing returning 1`
    : sql`delete from review_vote
        where world = ${world} and review_id = ${reviewId} and account_id = ${accountId} returning 1`
  const { rows } = await sql<{ helpful_count: number }>`
    with changed as (${changed})
    update review set helpful_count = helpful_count + ${isHelpful ? 1 : -1} * (select count(*) from changed)
    where world = ${world} and id = ${reviewId}
    returning helpful_count`.execute(db)
  return rows[0]?.helpful_count ?? 0
}
