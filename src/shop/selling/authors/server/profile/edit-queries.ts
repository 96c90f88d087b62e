import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { TraderRow } from '../queries.ts'

export interface AuthorChange {
  publicName: string
  slug: string
  isPrivate: boolean
  subtitle: string
  description: string
  facebook: string | null
  instagram: string | null
  pinterest: string | null
}

export interface OwnRow {
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
