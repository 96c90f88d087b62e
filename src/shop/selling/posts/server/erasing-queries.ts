import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface Written {
  id: number
  world: string
}

/** The posts of a person that everybody sees, in every world. */
export async function publicPostsOf(db: Db, authorId: number): Promise<Written[]> {
  return await db
    .selectFrom('post')
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .select(['id', 'world'])
    .orderBy('id')
    .execute()
}

/** The comments of a person that everybody sees, in every world. */
export async function shownCommentsOf(db: Db, accountId: number): Promise<Written[]> {
  return await db
    .selectFrom('comment')
    .where('account_id', '=', accountId)
    .where('state', '=', 'shown')
    .select(['id', 'world'])
    .orderBy('id')
    .execute()
}

/** Takes every like of a post back. @returns the posts that count fewer now */
export async function takePostLikesBack(tx: Db, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from post_like where account_id = ${accountId} returning world, post_id
    )
    update post set like_count = greatest(0, like_count - 1)
    from gone where post.world = gone.world and post.id = gone.post_id
    returning post.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes every like of a comment back. @returns where those comments stand */
export async function takeCommentLikesBack(
  tx: Db,
  accountId: number,
): Promise<{ postId: number | null; materialId: number | null }[]> {
  const { rows } = await sql<{ postId: number | null; materialId: number | null }>`
    with gone as (
      delete from comment_like where account_id = ${accountId} returning world, comment_id
    ), counted as (
      update comment set like_count = greatest(0, like_count - 1)
      from gone where comment.world = gone.world and comment.id = gone.comment_id
      returning comment.world, comment.post_id, comment.question_id
    )
    select distinct counted.post_id as "postId", q.material_id as "materialId"
    from counted left join material_question q on q.world = counted.world and q.id = counted.question_id
    where counted.post_id is not null or q.material_id is not null`.execute(tx)
  return rows
}

/** Everything a person ever said below posts and questions, shown or not. */
export async function commentsOf(tx: Db, accountId: number): Promise<{ id: number; world: string }[]> {
  return await tx.selectFrom('comment').select(['id', 'world']).where('account_id', '=', accountId).execute()
}
