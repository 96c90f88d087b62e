import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface Place {
  world: string
  authorId: number
}

export interface OwnSectionRow {
  id: number
  title: string
  materialIds: number[]
}

/** An author's sections in order with the ids of all their materials. */
export async function ownSectionRows(db: Db, { world, authorId }: Place): Promise<OwnSectionRow[]> {
  const { rows } = await sql<OwnSectionRow>`
    select s.id, s.title, coalesce((
        select array_agg(i.material_id) from author_section_item i
        where i.world = s.world and i.section_id = s.id), '{}') as "materialIds"
    from author_section s where s.world = ${world} and s.author_id = ${authorId}
    order by s.position, s.id limit 100`.execute(db)
  return rows
}

/** Published materials to choose from, the newest first. */
export async function choosable(
  db: Db,
  { world, authorId }: Place,
  limit: number,
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

/** Adds a section behind the others unless there are as many as there may be. */
export async function insertSection(
  tx: Db,
  { world, authorId }: Place,
  { title, most }: { title: string; most: number },
): Promise<boolean> {
  // One after the other, so that two clicks cannot both be the last one allowed.
  await sql`select 1 from author_profile where account_id = ${authorId} for update`.execute(tx)
  const { rows } = await sql`
    insert into author_section (world, author_id, title, position)
    select ${world}, ${authorId}, ${title}, coalesce(max(position), 0) + 1
    from author_section where world = ${world} and author_id = ${authorId}
    having count(*) < ${most}
    returning id`.execute(tx)
  return rows.length > 0
}

export async function renameSection(
  tx: Db,
  { world, authorId }: Place,
  { id, title }: { id: number; title: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('author_section')
    .set({ title })
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Of `offered` materials exactly `picked` are in the section afterwards; others (older ones the form did not show) stay.
 * Materials of somebody else are left out.
 */
export async function replaceItems(
  tx: Db,
  { world, authorId }: Place,
  section: { id: number; offered: readonly number[]; picked: readonly number[] },
): Promise<void> {
  const { id, offered, picked } = section
  await sql`delete from author_section_item where world = ${world} and section_id = ${id}
    and material_id = any(${[...offered]}::bigint[]) and material_id <> all(${[...picked]}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into author_section_item (world, section_id, material_id)
    select ${world}, ${id}, m.id from material m
    where m.world = ${world} and m.author_id = ${authorId} and m.id = any(${[...picked]}::bigint[])
    on conflict do nothing`.execute(tx)
}

export async function deleteSection(tx: Db, { world, authorId }: Place, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('author_section')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Writes the order: positions are the places in `ids`. */
export async function orderSections(
  tx: Db,
  { world, authorId }: Place,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update author_section s set position = listed.place
    from unnest(${[...ids]}::bigint[]) with ordinality as listed (id, place)
    where s.world = ${world} and s.author_id = ${authorId} and s.id = listed.id`.execute(tx)
}
