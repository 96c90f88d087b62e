import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface StatementRow {
  booked_at: Date
  order_number: string
  title: string
  /** Below zero for what went back. */
  price_cents: number
  author_share_cents: number
  currency: string
}

/** Sales and refunds of an author in a month (`2026-11`) of a time zone, in the order they were booked. */
export async function statementRows(
  db: Db,
  world: string,
  { authorId, month, timeZone }: { authorId: number; month: string; timeZone: string },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    with month as (
      select (${`${month}-01`}::date)::timestamp at time zone ${timeZone} as begins,
        (${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${timeZone} as ends
    )
    select o.paid_at as booked_at, o.number as order_number, i.title, i.price_cents, i.author_share_cents, o.currency
    from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id cross join month
    where i.world = ${world} and i.author_id = ${authorId} and o.status = 'paid'
      and o.paid_at >= month.begins and o.paid_at < month.ends
    union all
    select r.created_at, o.number, i.title, -b.amount_cents, -b.author_share_cents, r.currency
    from order_item i
    join refund_item b on b.world = i.world and b.order_id = i.order_id and b.material_id = i.material_id
    join refund r on r.world = b.world and r.id = b.refund_id
    join purchase_order o on o.world = i.world and o.id = i.order_id cross join month
    where i.world = ${world} and i.author_id = ${authorId}
      and r.created_at >= month.begins and r.created_at < month.ends
    order by 1, 2, 3`.execute(db)
  return rows
}
