import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

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
