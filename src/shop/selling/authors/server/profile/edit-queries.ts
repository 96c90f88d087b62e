import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { TraderRow } from '../queries.ts'

interface AuthorChange {
  publicName: string
  slug: string
  isPrivate: boolean
  subtitle: string
  description: string
  facebook: string | null
  instagram: string | null
  pinterest: string | null
}

interface OwnRow {
  public_name: string
  image_key: string | null
  is_private_profile: boolean
}

/** The account's own part of a profile: what a member who is no author has. */
export async function ownRow(db: Db, accountId: number): Promise<OwnRow | undefined> {
  return await db
    .selectFrom('account')
    .select(['public_name', 'image_key', 'is_private_profile'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export async function updateAuthor(tx: Db, authorId: number, change: AuthorChange): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({
      public_name: change.publicName,
      slug: change.slug,
      is_private_profile: change.isPrivate,
      subtitle: change.subtitle,
      description: change.description,
      facebook_profile: change.facebook,
      instagram_profile: change.instagram,
      pinterest_profile: change.pinterest,
    })
    .where('account_id', '=', authorId)
    .execute()
}

/** Sets the picture at the head of an author page; gives back the key that is used no more. */
export async function setPagePicture(tx: Db, authorId: number, key: string | null): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    with before as (
      select image_key from author_profile where account_id = ${authorId}
    ), changed as (
      update author_profile set image_key = ${key} where account_id = ${authorId}
    )
    select image_key from before where image_key is not null`.execute(tx)
  return rows.map((row) => row.image_key)
}

/** The author's page of an account; nothing happens when it has one. */
export async function insertProfile(tx: Db, accountId: number): Promise<void> {
  await tx
    .insertInto('author_profile')
    .columns(['account_id', 'world', 'public_name', 'slug', 'image_key'])
    .expression((from) =>
      from
        .selectFrom('account')
        .where('id', '=', accountId)
        .select(['id', 'world', 'public_name', 'slug', 'image_key']),
    )
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

/** Writes how many published materials an author has. */
export async function recountWorks(tx: Db, authorId: number): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({
      total_materials: sql<number>`(select count(*) from material
        where author_id = ${authorId} and status = 'published')`,
    })
    .where('account_id', '=', authorId)
    .execute()
}

/** Sets the picture behind the head of an author page; gives back the key that is used no more. */
export async function setBackground(tx: Db, authorId: number, key: string | null): Promise<string[]> {
  const { rows } = await sql<{ background_key: string }>`
    with before as (
      select background_key from author_profile where account_id = ${authorId}
    ), changed as (
      update author_profile set background_key = ${key} where account_id = ${authorId}
    )
    select background_key from before where background_key is not null`.execute(tx)
  return rows.map((row) => row.background_key)
}

/** Writes who the trader is; the first writing is the day of their word (article 30 (1) (e)). */
export async function upsertTrader(
  tx: Db,
  world: string,
  authorId: number,
  trader: TraderRow,
): Promise<void> {
  await tx
    .insertInto('author_trader')
    .values({ author_id: authorId, world, ...trader })
    .onConflict((conflict) =>
      conflict.column('author_id').doUpdateSet({ world, ...trader, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function deleteTrader(tx: Db, authorId: number): Promise<void> {
  await tx.deleteFrom('author_trader').where('author_id', '=', authorId).execute()
}

/** Until when an author publishes nothing new; null: nothing is closed. */
export async function pausePublishing(tx: Db, authorId: number, until: Date | null): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({ publishing_paused_until: until })
    .where('account_id', '=', authorId)
    .execute()
}

/** Whether new listings of an author wait for the desk; null: what they have published already decides. */
export async function setListingTrust(
  tx: Db,
  authorId: number,
  trust: 'trusted' | 'reviewed' | null,
): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({ listing_trust: trust })
    .where('account_id', '=', authorId)
    .execute()
}

interface Place {
  world: string
  authorId: number
}

export interface PinRow {
  id: number
  title: string
  position: number
  isShown: boolean
}

/** What an author has pinned, in order; what is not public now waits unseen, what is deleted is gone. */
export async function pinRows(db: Db, { world, authorId }: Place): Promise<PinRow[]> {
  const rows = await db
    .selectFrom('author_pin as p')
    .innerJoin('material as m', (join) =>
      join.onRef('m.world', '=', 'p.world').onRef('m.id', '=', 'p.material_id'),
    )
    .select(['m.id', 'm.title', 'm.status', 'p.position'])
    .where('p.world', '=', world)
    .where('p.author_id', '=', authorId)
    .where('m.author_id', '=', authorId)
    .where('m.status', '<>', 'deleted')
    .orderBy('p.position')
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isShown: status === 'published' }))
}

/** Of these materials those an author can pin. */
export async function pinnable(
  db: Db,
  { world, authorId }: Place,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets the author's changes come one after the other. */
export async function lockAuthor(tx: Db, authorId: number): Promise<void> {
  await sql`select 1 from author_profile where account_id = ${authorId} for update`.execute(tx)
}

export async function replacePins(tx: Db, { world, authorId }: Place, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('author_pin').where('world', '=', world).where('author_id', '=', authorId).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('author_pin')
    .values(
      ids.map((materialId, position) => ({ world, author_id: authorId, material_id: materialId, position })),
    )
    .execute()
}

interface OwnSectionRow {
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
