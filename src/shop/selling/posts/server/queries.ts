import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

export type PostStatus = Selectable<Database['post']>['status']

/** A post with its author's name and, while that is public, the material it is about. */
export interface PostRow {
  id: number
  world: string
  author_id: number
  title: string
  html: string
  excerpt: string
  word_count: number
  status: PostStatus
  comment_count: number
  like_count: number
  published_at: Date | null
  updated_at: Date
  author_name: string
  author_slug: string
  author_world: string
  material_id: number | null
  material_title: string | null
  material_slug: string | null
  cover_key: string | null
}

function posts(db: Db) {
  return db
    .selectFrom('post as p')
    .innerJoin('author_profile as a', 'a.account_id', 'p.author_id')
    .innerJoin('account', 'account.id', 'p.author_id')
    .leftJoin('material as m', (join) =>
      join
        .onRef('m.world', '=', 'p.world')
        .onRef('m.id', '=', 'p.material_id')
        .on('m.status', '=', 'published'),
    )
    .select(['p.id', 'p.world', 'p.author_id', 'p.title', 'p.html', 'p.excerpt', 'p.word_count', 'p.status'])
    .select(['p.comment_count', 'p.like_count', 'p.published_at', 'p.updated_at'])
    .select(['a.public_name as author_name', 'a.slug as author_slug', 'a.world as author_world'])
    .select(['m.id as material_id', 'm.title as material_title', 'm.slug as material_slug', 'm.cover_key'])
    .where('account.disabled_at', 'is', null)
}

/** A post of any world and status whose author's account is open. */
export async function findPost(db: Db, id: number): Promise<PostRow | undefined> {
  return await posts(db).where('p.id', '=', id).limit(1).executeTakeFirst()
}

/** Published posts of an author, the newest first; `without` leaves one out. */
export async function authorPostRows(
  db: Db,
  world: string,
  page: { authorId: number; limit: number; offset: number; without?: number | undefined },
): Promise<PostRow[]> {
  let query = posts(db)
    .where('p.world', '=', world)
    .where('p.author_id', '=', page.authorId)
    .where('p.status', '=', 'published')
  if (page.without !== undefined) query = query.where('p.id', '<>', page.without)
  return await query
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** How many posts of an author are published, counted up to `limit`. */
export async function countAuthorPosts(
  db: Db,
  world: string,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<number> {
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('post')
        .select('id')
        .where('world', '=', world)
        .where('author_id', '=', authorId)
        .where('status', '=', 'published')
        .limit(limit)
        .as('counted'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** What comments, likes and reports need to know of a post. */
export interface PlaceRow {
  id: number
  author_id: number
  title: string
  status: PostStatus
  published_at: Date | null
}

/** `lock` holds the row for the rest of the transaction: its counts change one after the other. */
export async function findPlace(
  db: Db,
  world: string,
  id: number,
  lock = false,
): Promise<PlaceRow | undefined> {
  const query = db
    .selectFrom('post')
    .select(['id', 'author_id', 'title', 'status', 'published_at'])
    .where('world', '=', world)
    .where('id', '=', id)
  return await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

/** Adds a member's like, or takes it back; once each. Answers how many there are now. */
export async function setLike(
  db: Db,
  world: string,
  like: { postId: number; accountId: number; isLiked: boolean },
): Promise<number> {
  const { postId, accountId, isLiked } = like
  const changed = isLiked
    ? sql`insert into post_like (world, post_id, account_id) values (${world}, ${postId}, ${accountId})
        on conflict do nothing returning 1`
    : sql`delete from post_like
        where world = ${world} and post_id = ${postId} and account_id = ${accountId} returning 1`
  const { rows } = await sql<{ like_count: number }>`
    with changed as (${changed})
    update post set like_count = like_count + ${isLiked ? 1 : -1} * (select count(*) from changed)
    where world = ${world} and id = ${postId}
    returning like_count`.execute(db)
  return rows[0]?.like_count ?? 0
}
