import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { type CartHolder, holderIs } from './queries.ts'

/** One material inside a bundle, with what it costs alone. */
export interface BundlePartRow {
  bundle_id: number
  material_id: number
  asked_cents: number
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
    select b.bundle_id, b.material_id, price.cents as asked_cents, exists (
      select from owned_material o
      where o.world = b.world and o.account_id = ${accountId}::bigint and o.material_id = b.material_id
    ) as is_owned
    from bundle_item b join material_price price on price.world = b.world and price.material_id = b.material_id
    where b.world = ${world} and b.bundle_id = any(${materialIds}::bigint[])
    order by b.bundle_id, b.position, b.material_id`.execute(db)
  return Map.groupBy(rows, (row) => row.bundle_id)
}

export interface OfferRow {
  status: string
  author_id: number
  is_bundle: boolean
  price_cents: number
  asked_cents: number
  before_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
  /** What the account holds of it; null: nothing. */
  held_licence: 'single' | 'school' | null
  held_colleagues: number | null
}

/** What a material of the world costs, and what the account has of it; undefined when there is none. */
export async function findOffer(
  db: Db,
  world: string,
  { materialId, accountId }: { materialId: number; accountId: number | null },
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select m.status, m.author_id, m.is_bundle, m.price_cents, price.cents as asked_cents, price.before_cents,
      m.additional_price_cents, m.school_price_cents, e.licence as held_licence, e.colleagues as held_colleagues
    from material m join material_price price on price.world = m.world and price.material_id = m.id
    left join entitlement e on e.world = m.world and e.account_id = ${accountId}::bigint and e.material_id = m.id
    where m.world = ${world} and m.id = ${materialId}`.execute(db)
  return rows[0]
}

export interface MineRow extends OfferRow {
  is_for_sale: boolean
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
    select m.author_id, m.status, m.is_bundle, m.price_cents, price.cents as asked_cents,
      price.before_cents, m.additional_price_cents, m.school_price_cents,
      m.status in ('published', 'unlisted') and m.author_id is distinct from ${accountId}::bigint as is_for_sale,
      e.licence as held_licence, e.colleagues as held_colleagues, e.created_at as held_since,
      e.order_id as purchase_id,
      (select max(f.created_at) from material_file f
        where f.world = m.world and f.material_id = m.id and f.type <> 'cover') as changed_at,
      (select i.licence from cart_item i
        where i.world = m.world and i.material_id = m.id and i.cart_id = (
          select id from cart where world = ${world} and ${holderIs(holder)})) as in_cart
    from material m join material_price price on price.world = m.world and price.material_id = m.id
    left join entitlement e on e.world = m.world and e.account_id = ${accountId}::bigint and e.material_id = m.id
    where m.world = ${world} and m.id = ${materialId}
      and (m.status in ('published', 'unlisted') or e.material_id is not null)`.execute(db)
  return rows[0]
}
