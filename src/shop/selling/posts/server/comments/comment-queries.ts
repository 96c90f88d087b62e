import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'

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

interface NewComment extends PlaceRef {
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

/** Names what comments stand below: a post, or a question. One of the two is null. */
export interface PlaceRef {
  postId: number | null
  questionId: number | null
}

/** What comments stand below. */
export interface Place extends PlaceRef {
  /** Of the post, or of the material that is asked about. */
  author_id: number
  title: string
  /** Null below posts. */
  material: { id: number; slug: string } | null
  /** Who asked; null below posts. */
  askerId: number | null
  /** `waiting`: a question nobody has answered; who has the material may. */
  visibility: 'public' | 'waiting' | 'gone' | 'hidden'
}

/** A question as comments need it; `lock` holds it for the rest of the transaction. */
export async function findThread(
  db: Db,
  world: string,
  questionId: number,
  lock: boolean,
): Promise<Place | undefined> {
  const query = db
    .selectFrom('material_question as q')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'q.world').onRef('m.id', '=', 'q.material_id'),
    )
    .select(['q.author_id', 'q.account_id', 'q.state', 'q.answered_at', 'q.is_discussed', 'q.material_id'])
    .select(['m.title', 'm.slug', 'm.status'])
    .where('q.world', '=', world)
    .where('q.id', '=', questionId)
  const row = await (lock ? query.forNoKeyUpdate('q') : query).executeTakeFirst()
  if (row === undefined) return undefined
  const isOnSale = isPublic(row)
  const answered = row.answered_at !== null || row.is_discussed ? 'public' : 'waiting'
  return {
    postId: null,
    questionId,
    author_id: row.author_id,
    title: row.title,
    material: { id: row.material_id, slug: row.slug },
    askerId: row.account_id,
    visibility: row.state === 'shown' && isOnSale ? answered : row.status === 'deleted' ? 'gone' : 'hidden',
  }
}
