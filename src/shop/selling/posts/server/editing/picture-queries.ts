import type { Db } from '#platform/db/pool.ts'

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
