import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { MaterialRow } from '#shop/selling/materials/server/service.ts'

/** An author's materials of one world for a table, the newest first. */
export async function listingRows(
  db: Db,
  page: { world: string; authorId: number; beforeId: number; limit: number },
): Promise<MaterialRow[]> {
  const { world, authorId, beforeId, limit } = page
  return db
    .selectFrom('material')
    .selectAll()
    .select(sql<boolean>`sale_runs(sale_price_cents, sale_until)`.as('is_on_sale'))
    .where('author_id', '=', authorId)
    .where('world', '=', world)
    .where('status', '<>', 'deleted')
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Names of an author's own listings. */
export async function ownTitlesOf(
  db: Db,
  { world, authorId, ids }: { world: string; authorId: number; ids: readonly number[] },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What a price is made for. */
export interface Kind {
  subjects: readonly string[]
  grades: readonly string[]
  materialType: string
  pages: number
}

/**
 * Others' materials of the same kind that were bought in the last half year, with the price they cost most often. Without pages
 * any length counts.
 */
export async function comparablesOf(
  db: Db,
  world: string,
  { kind, authorId, limit }: { kind: Kind; authorId: number; limit: number },
): Promise<{ cents: number; sales: number }[]> {
  const { rows } = await sql<{ cents: number; sales: number }>`
    with alike as (
      select m.id, m.price_cents from material m
      where m.world = ${world} and m.status = 'published' and m.material_type = ${kind.materialType}
        and m.subjects && ${[...kind.subjects]}::text[] and m.grades && ${[...kind.grades]}::text[]
        and m.author_id <> ${authorId} and m.price_cents > 0 and m.sales_count > 0 and not m.is_bundle
        and (${kind.pages} = 0 or m.page_count between ${Math.floor(kind.pages * 0.5)} and ${Math.ceil(kind.pages * 1.5)})
      order by m.sales_count desc limit ${limit}
    )
    select a.price_cents as cents, sold.sales from alike a cross join lateral (
      select count(*)::int as sales from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
      where i.world = ${world} and i.material_id = a.id and o.status = 'paid' and o.paid_at > now() - interval '180 days'
    ) sold where sold.sales > 0`.execute(db)
  return rows
}

/** What the parts of a bundle cost. */
export async function partPrices(db: Db, world: string, bundleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bundle_item')
    .innerJoin('material', (join) =>
      join
        .onRef('material.world', '=', 'bundle_item.world')
        .onRef('material.id', '=', 'bundle_item.material_id'),
    )
    .select('material.price_cents')
    .where('bundle_item.world', '=', world)
    .where('bundle_item.bundle_id', '=', bundleId)
    .execute()
  return rows.map(({ price_cents }) => price_cents)
}

/** The keywords most used by these materials, and on how many of them. */
export async function keywordsOf(
  db: Db,
  world: string,
  { ids, limit }: { ids: readonly number[]; limit: number },
): Promise<{ keyword: string; count: number }[]> {
  const { rows } = await sql<{ keyword: string; count: number }>`
    select min(keyword) as keyword, count(distinct id)::int as count
    from material cross join lateral unnest(keywords) as keyword
    where world = ${world} and id = any(${[...ids]}::bigint[])
    group by fold(keyword) order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}
