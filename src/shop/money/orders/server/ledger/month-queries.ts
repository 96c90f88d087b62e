import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** What an author sold of a material in a month, less what went back. Sums are cents. */
export interface MonthOfAuthor {
  authorId: number
  currency: string
  materials: readonly {
    materialId: number
    title: string
    sold: number
    back: number
    /** Net of the buyers' tax. */
    netCents: number
    /** What the author earns of it: frozen at sale, and taken back with a refund. */
    shareCents: number
  }[]
}

/** Authors with bookings in a month (`2026-11`) of a time zone, from an id on, so that a job can go on page by page. */
export async function monthsOfAuthors(
  db: Db,
  world: string,
  input: { month: string; timeZone: string; afterAuthor: number; limit: number },
): Promise<MonthOfAuthor[]> {
  const { month, timeZone, afterAuthor, limit } = input
  const { rows } = await sql<MonthOfAuthor>`
    with month as (
      select (${`${month}-01`}::date)::timestamp at time zone ${timeZone} as begins,
        (${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${timeZone} as ends
    ), booked as (
      select i.author_id, o.currency, i.material_id, i.title, 1 as sold, 0 as back, i.price_cents - i.tax_cents as net,
        i.author_share_cents as share
      from purchase_order o cross join month
      join order_item i on i.world = o.world and i.order_id = o.id
      where o.world = ${world} and o.status = 'paid' and o.paid_at >= month.begins and o.paid_at < month.ends
        and i.author_id > ${afterAuthor} and i.price_cents > 0
      union all
      select i.author_id, r.currency, i.material_id, i.title, 0, 1, b.tax_cents - b.amount_cents, -b.author_share_cents
      from refund r cross join month
      join refund_item b on b.world = r.world and b.refund_id = r.id
      join order_item i on i.world = b.world and i.order_id = b.order_id and i.material_id = b.material_id
      where r.world = ${world} and r.kind <> 'reverse_charge' and r.created_at >= month.begins
        and r.created_at < month.ends and i.author_id > ${afterAuthor}
    ), chosen as (select distinct author_id from booked order by author_id limit ${limit}),
    lines as (
      select author_id, currency, material_id, max(title) as title, sum(sold) as sold, sum(back) as back, sum(net) as net,
        sum(share) as share
      from booked where author_id in (select author_id from chosen)
      group by author_id, currency, material_id
    )
    select author_id::integer as "authorId", currency, jsonb_agg(jsonb_build_object('materialId', material_id, 'title', title,
      'sold', sold, 'back', back, 'netCents', net, 'shareCents', share) order by material_id) as materials
    from lines group by author_id, currency order by author_id, currency`.execute(db)
  return rows
}
