import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** One material inside a bundle, with what it costs alone. */
export interface BundlePartRow {
  bundle_id: number
  material_id: number
  price_cents: number
  sale_price_cents: number | null
  sale_until: Date | null
  /** By the account that was asked for. */
  is_owned: boolean
}

/** What is inside the bundles among these materials, by bundle, in the author's order; a stranger owns nothing. */
export async function bundleParts(
  db: Db,
  world: string,
  { materialIds, accountId }: { materialIds: readonly number[]; accountId: number | null },
): Promise<Map<number, BundlePartRow[]>> {
  if (materialIds.length === 0) return new Map()
  const { rows } = await sql<BundlePartRow>`
    select b.bundle_id, b.material_id, m.price_cents, m.sale_price_cents, m.sale_until, exists (
      select from entitlement e
      where e.world = b.world and e.account_id = ${accountId}::bigint and e.material_id = b.material_id
    ) as is_owned
    from bundle_item b join material m on m.world = b.world and m.id = b.material_id
    where b.world = ${world} and b.bundle_id = any(${materialIds}::bigint[])
    order by b.bundle_id, b.position, b.material_id`.execute(db)
  return Map.groupBy(rows, (row) => row.bundle_id)
}

export interface OfferRow {
  status: string
  is_bundle: boolean
  price_cents: number
  sale_price_cents: number | null
  sale_until: Date | null
  additional_price_cents: number | null
  school_price_cents: number | null
}

/** What a material of the world costs; undefined when there is none. */
export async function findOffer(db: Db, world: string, materialId: number): Promise<OfferRow | undefined> {
  return await db
    .selectFrom('material')
    .select(['status', 'is_bundle', 'price_cents', 'sale_price_cents', 'sale_until'])
    .select(['additional_price_cents', 'school_price_cents'])
    .where('world', '=', world)
    .where('id', '=', materialId)
    .executeTakeFirst()
}
