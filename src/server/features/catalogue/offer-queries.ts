import type pg from 'pg'
import { prepared, runPrepared } from '../../db/prepared.ts'

/** Price changes that are looked through for the lowest price of 30 days. */
const pricePast = 200

/** A published material whose sale runs, with what it cost before, oldest first. */
export interface OfferRow {
  id: number
  changes: {
    changed_at: string
    price_cents: number
    sale_price_cents: number | null
    sale_until: string | null
  }[]
}

// The largest struck prices first, by the index material_offer: what is left out beyond the limit saves least.
const offers = prepared<{ json: string }>(
  'catalogue_offers',
  `select coalesce(json_agg(x), '[]')::text as json from (
    select m.id, (select coalesce(json_agg(c order by c.changed_at), '[]') from (
      select changed_at, price_cents, sale_price_cents, sale_until from material_price_change
      where world = m.world and material_id = m.id order by changed_at desc limit ${pricePast}) c) as changes
    from material m
    where m.world = $1 and m.status = 'published' and m.sale_price_cents is not null
      and (m.sale_until is null or m.sale_until > now())
    order by ((m.price_cents - m.sale_price_cents) * 10000 / m.price_cents) desc, m.id desc
    limit $2) x`,
)

/** Running sales of a world with their prices of the past. */
export async function offerRows(pool: pg.Pool, world: string, limit: number): Promise<OfferRow[]> {
  const [row] = await runPrepared(pool, offers, [world, limit])
  return row === undefined ? [] : (JSON.parse(row.json) as OfferRow[])
}
