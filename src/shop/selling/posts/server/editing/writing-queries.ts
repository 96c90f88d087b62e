import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { autosaveVersionMinutes } from '#platform/limits.ts'
import type { PostStatus } from '../queries.ts'

/** A post as its author sees it. */
export interface OwnPostRow {
  id: number
  author_id: number
  title: string
  source: string
  material_id: number | null
  status: PostStatus
  version: number
  published_at: Date | null
  publish_at: Date | null
  updated_at: Date
}

/** What is stored of a text. */
export interface PostWords {
  title: string
  source: string
  html: string
  excerpt: string
  word_count: number
  material_id: number | null
}

function own(db: Db, world: string) {
  return db
    .selectFrom('post')
    .select(['id', 'author_id', 'title', 'source', 'material_id', 'status', 'version'])
    .select(['published_at', 'publish_at', 'updated_at'])
    .where('world', '=', world)
}

export async function findOwn(
  db: Db,
  world: string,
  { id, authorId }: { id: number; authorId: number },
): Promise<OwnPostRow | undefined> {
  return await own(db, world).where('id', '=', id).where('author_id', '=', authorId).executeTakeFirst()
}

/** All of an author but what was deleted before `deletedSince`; the newest first. */
export async function ownRows(
  db: Db,
  world: string,
  { authorId, deletedSince, limit }: { authorId: number; deletedSince: Date; limit: number },
): Promise<OwnPostRow[]> {
  return await own(db, world)
    .where('author_id', '=', authorId)
    .where((is) => is.or([is('status', '<>', 'deleted'), is('deleted_at', '>', deletedSince)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The id of the new draft; of the one that is there already when the same empty editor was sent before. */
export async function insertPost(
  db: Db,
  world: string,
  { authorId, editorKey, words }: { authorId: number; editorKey: string | null; words: PostWords },
): Promise<{ id: number; isNew: boolean }> {
  const row = await db
    .insertInto('post')
    .values({ ...words, world, author_id: authorId, editor_key: editorKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return { id: row.id, isNew: true }
  const before = await db
    .selectFrom('post')
    .select('id')
    .where('author_id', '=', authorId)
    .where('editor_key', '=', editorKey)
    .executeTakeFirstOrThrow()
  return { id: before.id, isNew: false }
}

/** Writes new words over the version they began with. False: somebody was faster. */
export async function updateWords(
  db: Db,
  world: string,
  { id, version, words }: { id: number; version: number; words: PostWords },
): Promise<boolean> {
  const row = await db
    .updateTable('post')
    .set({ ...words, version: version + 1, updated_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Into another state; what was published before keeps its day. */
export async function setStatus(db: Db, world: string, id: number, status: PostStatus): Promise<void> {
  await db
    .updateTable('post')
    .set({
      status,
      publish_at: null,
      version: sql<number>`version + 1`,
      deleted_at: status === 'deleted' ? sql<Date>`now()` : null,
      ...(status === 'published' && { published_at: sql<Date>`coalesce(published_at, now())` }),
      updated_at: sql<Date>`now()`,
    })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** Own published materials a post can be about, the newest first. */
export async function materialChoices(
  db: Db,
  world: string,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<{ id: number; title: string }[]> {
  return await db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function isOwnMaterial(
  db: Db,
  world: string,
  { id, authorId }: { id: number; authorId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return row !== undefined
}

/** Says when a draft comes out, by the clock of `timeZone`; null: not by itself. False: that is not in the year to come. */
export async function setPublishAt(
  db: Db,
  world: string,
  { id, at }: { id: number; at: { day: string; hour: number; timeZone: string } | null },
): Promise<boolean> {
  const moment =
    at === null
      ? sql<null>`null::timestamptz`
      : sql<Date>`(${at.day}::date + ${at.hour} * interval '1 hour') at time zone ${at.timeZone}`
  const { numAffectedRows } = await sql`
    update post set publish_at = ${moment}, version = version + 1
    where world = ${world} and id = ${id} and status = 'draft'
      and (${at === null} or (${moment} > now() and ${moment} < now() + interval '1 year'))`.execute(db)
  return numAffectedRows === 1n
}

interface DuePost {
  id: number
  world: string
  author_id: number
}

/** A draft whose time has come, held for the rest of the transaction; one that somebody else holds is passed over. */
export async function lockDuePost(tx: Db): Promise<DuePost | undefined> {
  const { rows } = await sql<DuePost>`
    select p.id, p.world, p.author_id from post p join account a on a.id = p.author_id
    where p.publish_at <= now() and p.status = 'draft' and a.disabled_at is null
    order by p.publish_at, p.id limit 1 for update of p skip locked`.execute(tx)
  return rows[0]
}

/** Keeps what a post said, and of all that the newest `most`. */
export async function keepVersion(
  tx: Db,
  world: string,
  row: { id: number; author_id: number; version: number; title: string; source: string },
  { most, isAutosave }: { most: number; isAutosave: boolean },
): Promise<void> {
  const { id: post_id, author_id, version, title, source } = row
  if (isAutosave && (await hasRecentVersion(tx, world, post_id))) return
  await tx
    .insertInto('post_version')
    .values({ world, post_id, author_id, version, title, source })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    delete from post_version where world = ${world} and post_id = ${post_id} and version not in (
      select version from post_version where world = ${world} and post_id = ${post_id}
      order by version desc limit ${most})`.execute(tx)
}

async function hasRecentVersion(tx: Db, world: string, postId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('post_version')
    .select('version')
    .where('world', '=', world)
    .where('post_id', '=', postId)
    .where('created_at', '>', sql<Date>`now() - ${autosaveVersionMinutes} * interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface VersionRow {
  version: number
  title: string
  source: string
  created_at: Date
}

/** What a post said before, the newest first. */
export async function versionRows(db: Db, world: string, postId: number): Promise<VersionRow[]> {
  return db
    .selectFrom('post_version')
    .select(['version', 'title', 'source', 'created_at'])
    .where('world', '=', world)
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .execute()
}

export interface PictureRow {
  id: number
  image_key: string
  alt: string
  width: number
  height: number
}

const columns = ['id', 'image_key', 'alt', 'width', 'height'] as const

/** An author's pictures with these ids. */
export async function picturesByIds(
  db: Db,
  world: string,
  { authorId, ids }: { authorId: number; ids: readonly number[] },
): Promise<PictureRow[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('post_picture')
    .select(columns)
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('id', 'in', [...ids])
    .execute()
}

/** The newest pictures of an author. */
export async function newestPictures(
  db: Db,
  world: string,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<PictureRow[]> {
  return await db
    .selectFrom('post_picture')
    .select(columns)
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countPictures(db: Db, world: string, authorId: number): Promise<number> {
  const row = await db
    .selectFrom('post_picture')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertPicture(
  db: Db,
  world: string,
  given: Omit<PictureRow, 'id'> & { author_id: number },
): Promise<PictureRow> {
  return await db
    .insertInto('post_picture')
    .values({ world, ...given })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Forgets an own picture; its key, or undefined when there was none. */
export async function deletePictureRow(
  db: Db,
  world: string,
  { authorId, id }: { authorId: number; id: number },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('post_picture')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('id', '=', id)
    .returning('image_key')
    .executeTakeFirst()
  return row?.image_key
}

/** What all pictures of an author are stored under, in every world. */
export async function pictureKeysOf(db: Db, authorId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('post_picture')
    .select('image_key')
    .where('author_id', '=', authorId)
    .execute()
  return rows.map(({ image_key }) => image_key)
}

/** Published posts of an author that show a picture. */
export async function postsShowing(
  db: Db,
  world: string,
  { authorId, pictureId }: { authorId: number; pictureId: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('post')
    .select('id')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .where('html', 'like', `%<figure data-picture="${pictureId}">%`)
    .execute()
  return rows.map(({ id }) => id)
}
