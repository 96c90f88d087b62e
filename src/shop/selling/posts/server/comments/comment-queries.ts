import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { PlaceRef } from './comment-target-queries.ts'

/** `hidden` by who may for this post, `held` because several reported it, `blocked` by a decision of the platform. */
export type CommentState = 'shown' | 'deleted' | 'hidden' | 'held' | 'blocked'

export interface CommentRow {
  id: number
  post_id: number | null
  question_id: number | null
  parent_id: number | null
  account_id: number
  author: string
  text: string
  state: CommentState
  created_at: Date
  edited_at: Date | null
  like_count: number
}

function comments(db: Db, world: string) {
  return db
    .selectFrom('comment as c')
    .innerJoin('account', 'account.id', 'c.account_id')
    .select(['c.id', 'c.post_id', 'c.parent_id', 'c.account_id', 'account.public_name as author', 'c.text'])
    .select(['c.state', 'c.created_at', 'c.edited_at', 'c.like_count', 'c.question_id'])
    .where('c.world', '=', world)
}

/** Comments that begin a thread after an id, the oldest first; gone ones only while somebody's answer is shown. */
export async function threadRows(
  db: Db,
  world: string,
  page: { at: PlaceRef | { questionIds: readonly number[] }; afterId: number; limit: number },
): Promise<CommentRow[]> {
  const { at } = page
  const all = comments(db, world)
  const placed =
    'questionIds' in at
      ? all.where('c.question_id', 'in', [...at.questionIds])
      : all.where(at.postId === null ? 'c.question_id' : 'c.post_id', '=', at.postId ?? at.questionId)
  return await placed
    .where('c.parent_id', 'is', null)
    .where('c.id', '>', page.afterId)
    .where((is) =>
      is.or([
        is('c.state', '=', 'shown'),
        is.exists(
          is
            .selectFrom('comment as r')
            .select('r.id')
            .where('r.world', '=', world)
            .whereRef('r.parent_id', '=', 'c.id')
            .where('r.state', '=', 'shown'),
        ),
      ]),
    )
    .orderBy('c.id')
    .limit(page.limit)
    .execute()
}

/** Shown answers to these comments, the oldest first. */
export async function replyRows(
  db: Db,
  world: string,
  { parentIds, limit }: { parentIds: readonly number[]; limit: number },
): Promise<CommentRow[]> {
  if (parentIds.length === 0) return []
  return await comments(db, world)
    .where('c.parent_id', 'in', [...parentIds])
    .where('c.state', '=', 'shown')
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

/** The newest comments of a post in whatever state, for who decides about them. */
export async function moderatedRows(
  db: Db,
  world: string,
  { postId, limit }: { postId: number; limit: number },
): Promise<CommentRow[]> {
  return await comments(db, world)
    .where('c.post_id', '=', postId)
    .where('c.state', 'in', ['shown', 'hidden'])
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}

export interface HiddenRow extends CommentRow {
  title: string
}

/** Hidden comments below questions about an author's materials, the newest first. */
export async function hiddenRows(
  db: Db,
  world: string,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<HiddenRow[]> {
  return await comments(db, world)
    .innerJoin('material_question as q', (join) =>
      join.onRef('q.world', '=', 'c.world').onRef('q.id', '=', 'c.question_id'),
    )
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'q.world').onRef('m.id', '=', 'q.material_id'),
    )
    .select('m.title')
    .where('q.author_id', '=', authorId)
    .where('c.state', '=', 'hidden')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findComment(db: Db, world: string, id: number): Promise<CommentRow | undefined> {
  return await comments(db, world).where('c.id', '=', id).executeTakeFirst()
}

export interface NewComment extends PlaceRef {
  parentId: number | null
  accountId: number
  text: string
}

/** The same words of the same person at the same place a moment ago: a second press of the button. */
export async function findTwin(
  db: Db,
  world: string,
  { postId, questionId, parentId, accountId, text }: NewComment,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('comment')
    .select('id')
    .where('world', '=', world)
    .where(postId === null ? 'question_id' : 'post_id', '=', postId ?? questionId)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`parent_id is not distinct from ${parentId}::bigint`)
    .where('state', '=', 'shown')
    .where('text', '=', text)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst()
  return row?.id
}

/** Comments somebody wrote within the last hour, on whatever. */
export async function countRecent(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('comment')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertComment(db: Db, world: string, given: NewComment): Promise<number> {
  const row = await db
    .insertInto('comment')
    .values({
      world,
      post_id: given.postId,
      question_id: given.questionId,
      parent_id: given.parentId,
      account_id: given.accountId,
      text: given.text,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Deletes its words, hides it for `by`, or shows it again. */
export async function setState(
  db: Db,
  world: string,
  change: { id: number; state: CommentState; by: number },
): Promise<void> {
  await db
    .updateTable('comment')
    .set({
      state: change.state,
      hidden_by: change.state === 'hidden' ? change.by : null,
      ...(change.state === 'deleted' && { text: '' }),
    })
    .where('world', '=', world)
    .where('id', '=', change.id)
    .execute()
}

export async function countShown(db: Db, world: string, postId: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable('post')
    .set({ comment_count: sql<number>`greatest(comment_count + ${by}, 0)` })
    .where('world', '=', world)
    .where('id', '=', postId)
    .execute()
}
