import { sql } from 'kysely'
import type { Licence } from '#shared/rules/licence.ts'
import type { Db } from '../../db/pool.ts'
import { type CartHolder, holderIs } from './queries.ts'

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
  prior_price_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
}

/** What a material of the world costs; undefined when there is none. */
export async function findOffer(db: Db, world: string, materialId: number): Promise<OfferRow | undefined> {
  return await db
    .selectFrom('material')
    .select(['status', 'is_bundle', 'price_cents', 'sale_price_cents', 'sale_until'])
    .select(['prior_price_cents', 'additional_price_cents', 'school_price_cents'])
    .where('world', '=', world)
    .where('id', '=', materialId)
    .executeTakeFirst()
}

export interface MineRow extends OfferRow {
  author_id: number
  is_for_sale: boolean
  held_licence: 'single' | 'school' | null
  held_colleagues: number | null
  held_since: Date | null
  purchase_id: number | null
  /** When a file last came. */
  changed_at: Date | null
  /** The licence that lies in the visitor's cart. */
  in_cart: Licence | null
}

/** A public material, or one the account owns, as this visitor stands to it; undefined when they may not see it. */
export async function findMine(
  db: Db,
  world: string,
  asked: { materialId: number; accountId: number | null; holder: CartHolder },
): Promise<MineRow | undefined> {
  const { materialId, accountId, holder } = asked
  const { rows } = await sql<MineRow>`
    select m.author_id, m.status, m.is_bundle, m.price_cents, m.sale_price_cents, m.sale_until,
      m.prior_price_cents, m.additional_price_cents, m.school_price_cents,
      m.status in ('published', 'unlisted') and m.author_id is distinct from ${accountId}::bigint as is_for_sale,
      e.licence as held_licence, e.colleagues as held_colleagues, e.created_at as held_since,
      e.order_id as purchase_id,
      (select max(f.created_at) from material_file f
        where f.world = m.world and f.material_id = m.id and f.type <> 'cover') as changed_at,
      (select i.licence from cart_item i
        where i.world = m.world and i.material_id = m.id and i.cart_id = (
          select id from cart where world = ${world} and ${holderIs(holder)})) as in_cart
    from material m
    left join entitlement e on e.world = m.world and e.account_id = ${accountId}::bigint and e.material_id = m.id
    where m.world = ${world} and m.id = ${materialId}
      and (m.status in ('published', 'unlisted') or e.material_id is not null)`.execute(db)
  return rows[0]
}
