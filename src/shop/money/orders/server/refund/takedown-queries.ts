import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Paid orders since a day in which something of this line is not given back yet, above an id. */
export async function ordersWith(
  db: Db,
  world: string,
  page: { materialId: number; since: Date; afterId: number; limit: number },
): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    select o.id, o.account_id
    from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
    where i.world = ${world} and i.material_id = ${page.materialId} and o.status = 'paid'
      and o.paid_at > ${page.since} and o.id > ${page.afterId}
      and i.price_cents > (select coalesce(sum(r.amount_cents), 0) from refund_item r
        where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id)
    order by o.id limit ${page.limit}`.execute(db)
  return rows
}

/** What of a bundle's price its buyers get back for one thing that was in it: by what the things of then cost alone. */
export async function bundleOrdersWith(
  db: Db,
  world: string,
  page: { materialId: number; since: Date; afterId: number; limit: number; reason: string },
): Promise<{ id: number; account_id: number; bundle_id: number; cents: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number; bundle_id: number; cents: number }>`
    select o.id, o.account_id, i.material_id as bundle_id,
      least(floor(i.price_cents::numeric * part.price_cents / nullif(whole.cents, 0)),
        i.price_cents - given.cents)::integer as cents
    from bundle_content b
    join material part on part.world = b.world and part.id = b.material_id
    join order_item i on i.world = b.world and i.material_id = b.bundle_id
    join purchase_order o on o.world = i.world and o.id = i.order_id and o.paid_at >= b.since and o.paid_at < b.until
    cross join lateral (select sum(m.price_cents) as cents from bundle_content c
      join material m on m.world = c.world and m.id = c.material_id
      where c.world = b.world and c.bundle_id = b.bundle_id and o.paid_at >= c.since and o.paid_at < c.until) whole
    cross join lateral (select coalesce(sum(r.amount_cents), 0) as cents from refund_item r
      where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id) given
    where b.world = ${world} and b.material_id = ${page.materialId} and o.status = 'paid'
      and o.paid_at > ${page.since} and o.id > ${page.afterId}
      and not exists (select from refund f where f.world = o.world and f.order_id = o.id and f.reason = ${page.reason})
    order by o.id limit ${page.limit}`.execute(db)
  return rows
}

/** What the refunds of a takedown took from an author's share, in cents per currency. */
export async function sharesLost(
  db: Db,
  world: string,
  { takedownId, authorId }: { takedownId: number; authorId: number },
): Promise<{ currency: string; cents: number }[]> {
  const { rows } = await sql<{ currency: string; cents: number }>`
    select r.currency, sum(b.author_share_cents)::bigint as cents
    from refund r
    join refund_item b on b.world = r.world and b.refund_id = r.id
    join order_item i on i.world = b.world and i.order_id = b.order_id and i.material_id = b.material_id
    where r.world = ${world} and r.takedown_id = ${takedownId} and i.author_id = ${authorId}
    group by r.currency having sum(b.author_share_cents) > 0 order by r.currency`.execute(db)
  return rows
}
