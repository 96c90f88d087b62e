import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
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
