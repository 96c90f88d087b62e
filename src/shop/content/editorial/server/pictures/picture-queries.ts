import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface PictureRow {
  id: number
  image_key: string
  alt: string
  credit: string
  width: number
  height: number
}

const columns = ['id', 'image_key', 'alt', 'credit', 'width', 'height'] as const

/** Every picture of the texts, of all worlds: a text that begins with the words of another has its pictures, too. */
export async function textPictures(db: Db): Promise<PictureRow[]> {
  return await db.selectFrom('text_picture').select(columns).execute()
}

export async function insertTextPicture(
  db: Db,
  world: string,
  given: Omit<PictureRow, 'id'> & { made_by: number },
): Promise<PictureRow> {
  return await db
    .insertInto('text_picture')
    .values({ world, ...given })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Forgets pictures that no draft, no public text and no version of one names, a day after they came; where they are stored. */
export async function deleteUnnamedPictures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    delete from text_picture p where created_at < now() - interval '1 day'
      and not exists (select from text_edition e where concat_ws(' ', e.draft, e.published) ~ ('picture:' || p.id || '[^0-9]'))
      and not exists (select from text_version v where v.source ~ ('picture:' || p.id || '[^0-9]'))
    returning image_key`.execute(db)
  return rows.map(({ image_key }) => image_key)
}
