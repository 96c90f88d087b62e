import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** All materials of an author, in every world. */
export async function materialsOf(db: Db, authorId: number) {
  return await db
    .selectFrom('material')
    .where('author_id', '=', authorId)
    .where('status', '<>', 'deleted')
    .select(['id', 'world', 'status'])
    .execute()
}

const unbought = (authorId: number) => sql`
  select world, id from material where author_id = ${authorId}
    and not exists (select from entitlement e where e.world = material.world and e.material_id = material.id)
    and not exists (select from order_item i where i.world = material.world and i.material_id = material.id)`

/** The stored files of what nobody bought: the author's own, and the pictures made of them. */
export async function unboughtFiles(db: Db, authorId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from material_file where (world, material_id) in (${unbought(authorId)})
    union select image_key from material_preview where (world, material_id) in (${unbought(authorId)})
  `.execute(db)
  return rows.map(({ key }) => key)
}

/** Takes every material of an author away, and of what nobody bought the words and files. */
export async function emptyUnbought(db: Db, authorId: number): Promise<void> {
  await sql`delete from material_preview where (world, material_id) in (${unbought(authorId)})`.execute(db)
  await sql`delete from material_version where (world, material_id) in (${unbought(authorId)})`.execute(db)
  await sql`delete from material_file where (world, material_id) in (${unbought(authorId)})`.execute(db)
  await sql`
    update material set title = '–––', description = '' where (world, id) in (${unbought(authorId)})
  `.execute(db)
  await sql`
    update material set status = 'deleted', deleted_at = coalesce(deleted_at, now()) where author_id = ${authorId}
  `.execute(db)
}
