import { sql } from 'kysely'
import type { Statement } from '#exercises/model/media/asset-sources.ts'
import type { Db } from '#platform/db/pool.ts'
import type { UnitOwner } from '../types.ts'

/** How much a member's other files take. */
export async function usedBytes(db: Db, accountId: number, besides: string): Promise<number> {
  const { sum } = await db
    .selectFrom('unit_asset')
    .select((asset) => asset.fn.coalesce(asset.fn.sum<string>('bytes'), asset.lit(0)).as('sum'))
    .where('account_id', '=', accountId)
    .where('hash', '!=', besides)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/**
 * Notes a file of a member; the same one once, and from its last time on. What was known of its origin stays: sending a
 * picture of others anew makes it nobody's own, and one's own is not lost to a package that says nothing of it.
 */
export async function insertAsset(
  tx: Db,
  {
    accountId,
    hash,
    bytes,
    source,
  }: { accountId: number; hash: string; bytes: number; source: Statement | undefined },
): Promise<void> {
  await tx
    .insertInto('unit_asset')
    .values({ account_id: accountId, hash, bytes, source: source ? JSON.stringify(source) : null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hash']).doUpdateSet({
        created_at: sql`now()`,
        source: sql`case when unit_asset.source ->> 'license' = 'unknown' and excluded.source is not null
          then excluded.source else unit_asset.source end`,
      }),
    )
    .execute()
}

/** What is known of the origin of these files of a member; null: they made it. Those they have not are not named. */
export async function assetSources(
  db: Db,
  accountId: number,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('unit_asset')
    .select(['hash', 'source'])
    .where('account_id', '=', accountId)
    .where('hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute()
  return new Map(rows.map(({ hash, source }) => [hash, source]))
}

/** Keeps what a member states of a file of theirs; false: they have no such file. */
export async function stateSource(
  tx: Db,
  { accountId, hash, source }: { accountId: number; hash: string; source: Statement },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unit_asset')
    .set({ source: JSON.stringify(source) })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function hashesOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db.selectFrom('unit_asset').select('hash').where('account_id', '=', accountId).execute()
  return rows.map(({ hash }) => hash)
}

/** Files of a member that their units show, the last changed first. */
export async function shownFiles(
  db: Db,
  { world, accountId }: UnitOwner,
  limit: number,
): Promise<{ asset: string }[]> {
  const { rows } = await sql<{ asset: string }>`
    with shown as (
      select match[1] as asset, max(u.updated_at) as used
      from unit u, lateral regexp_matches(u.draft::text || u.unfinished::text,
        '(unit/[0-9a-f]{2}/[0-9a-f]{64}\\.(?:webp|mp3|ogg|wav|m4a|mp4|webm))', 'g') as match
      where u.world = ${world} and u.owner_id = ${accountId} and u.status <> 'archived'
      group by 1
    )
    select asset from shown
    where exists (select from unit_asset a where a.account_id = ${accountId} and a.hash = substr(asset, 9, 64))
    order by used desc, asset limit ${limit}`.execute(db)
  return rows
}

/** Whether somebody has this file: given by themselves. */
export async function isHad(db: Db, hash: string): Promise<boolean> {
  const row = await db.selectFrom('unit_asset').select('hash').where('hash', '=', hash).executeTakeFirst()
  return row !== undefined
}

/**
 * Those of these files that stand in no exercise, no version, no room and on no course. They are named in fields and within texts, so that
 * whole contents are read, once for all of them.
 */
export async function namedNowhere(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<{ hash: string }>`
    with asked as (select distinct unnest(${hashes}::text[]) as hash),
      content as (
        select draft::text || unfinished::text as text from unit
        union all select content::text from unit_version
        union all select content::text from room
        union all select cover from course where cover <> ''
        union all select course::text from sold_course
      ),
      found as (
        select distinct match[1] as hash
        from content, lateral regexp_matches(text, '[0-9a-f]{64}', 'g') as match
        where text like '%unit/%'
      )
    select hash from asked except select hash from found`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** Forgets files that were given so many days ago and stand in none of their owner's exercises and rooms; answers which. */
export async function forgetUnused(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    delete from unit_asset a where a.created_at < now() - make_interval(days => ${days})
      and not exists (select from unit u where u.owner_id = a.account_id and position(a.hash in u.draft::text || u.unfinished::text) > 0)
      and not exists (select from unit_version v join unit u on u.world = v.world and u.id = v.unit_id
        where u.owner_id = a.account_id and position(a.hash in v.content::text) > 0)
      and not exists (select from room r where r.owner_id = a.account_id and position(a.hash in r.content::text) > 0)
      and not exists (select from course c where c.owner_id = a.account_id and position(a.hash in c.cover) > 0)
    returning a.hash`.execute(db)
  return [...new Set(rows.map(({ hash }) => hash))]
}
