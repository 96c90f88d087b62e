import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Place } from './comment-target-queries.ts'

/** New words of a comment that is shown. */
export async function updateText(tx: Db, world: string, change: { id: number; text: string }): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ text: change.text, edited_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', change.id)
    .where('state', '=', 'shown')
    .execute()
}

/** Adds a member's like of a comment, or takes it back; once each. Answers how many there are now. */
export async function setCommentLike(
  tx: Db,
  world: string,
  like: { commentId: number; accountId: number; isLiked: boolean },
): Promise<number> {
  const { commentId, accountId, isLiked } = like
  const changed = isLiked
    ? sql`insert into comment_like (world, comment_id, account_id) values (${world}, ${commentId}, ${accountId})
        on conflict do nothing returning 1`
    : sql`delete from comment_like
        where world = ${world} and comment_id = ${commentId} and account_id = ${accountId} returning 1`
  const { rows } = await sql<{ like_count: number }>`
    with changed as (${changed})
    update comment set like_count = like_count + ${isLiked ? 1 : -1} * (select count(*) from changed)
    where world = ${world} and id = ${commentId}
    returning like_count`.execute(tx)
  return rows[0]?.like_count ?? 0
}

/** Who talks below a post or a question and can be named there. */
export async function talkers(
  tx: Db,
  world: string,
  { postId, questionId, author_id, askerId }: Place,
): Promise<{ id: number; public_name: string }[]> {
  const talking = await tx
    .selectFrom('comment as c')
    .innerJoin('account', 'account.id', 'c.account_id')
    .select(['account.id', 'account.public_name'])
    .distinct()
    .where('c.world', '=', world)
    .where(postId === null ? 'c.question_id' : 'c.post_id', '=', postId ?? questionId)
    .where('c.state', '=', 'shown')
    .limit(500)
    .execute()
  if (askerId === null) return talking
  // Below a question its two people are part of the talk before they comment.
  const both = await tx
    .selectFrom('account')
    .select(['id', 'public_name'])
    .where('id', 'in', [author_id, askerId])
    .execute()
  return [...both, ...talking]
}
