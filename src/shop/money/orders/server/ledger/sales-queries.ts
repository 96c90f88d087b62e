import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'

/** Which sales; days are those of `timeZone`, both ends included. */
export interface SaleFilter {
  timeZone: string
  from?: string | undefined
  to?: string | undefined
  materialId?: number | undefined
  country?: string | undefined
}

export interface SaleRow {
  order_id: number
  order_number: string
  material_id: number
  title: string
  licence: Licence
  price_cents: number
  author_share_cents: number
  refunded_cents: number
  refunded_share_cents: number
  currency: string
  country: string
  paid_at: Date
}

/** An author's sales, the newest first by the day of payment; `before` is the last row of the page before. */
export async function saleRows(
  db: Db,
  world: string,
  input: {
    authorId: number
    filter: SaleFilter
    before?: { orderId: number; materialId: number }
    limit: number
  },
): Promise<SaleRow[]> {
  const { before } = input
  const { rows } = await sql<SaleRow>`
    select i.order_id, o.number as order_number, i.material_id, i.title, i.licence, i.price_cents, i.author_share_cents,
      o.currency, o.country, o.paid_at, back.cents as refunded_cents, back.share_cents as refunded_share_cents
    from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::integer as cents,
        coalesce(sum(r.author_share_cents), 0)::integer as share_cents
      from refund_item r where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id
    ) back
    where i.author_id = ${input.authorId} and i.world = ${world} and o.status = 'paid' and ${passes(input.filter)}
      and (${before?.orderId ?? null}::bigint is null or
        (o.paid_at, i.order_id, i.material_id) < ((select paid_at from purchase_order
          where world = ${world} and id = ${before?.orderId ?? null}::bigint),
          ${before?.orderId ?? null}::bigint, ${before?.materialId ?? 0}::bigint))
    order by o.paid_at desc, i.order_id desc, i.material_id desc
    limit ${input.limit}`.execute(db)
  return rows
}

export interface SalesTotalRow {
  /** `2026-11`; null: of all months together. */
  month: string | null
  currency: string
  count: number
  gross: number
  author_share: number
}

/** What was sold in all and in each month, the newest month first; the months are those of the filter's time zone. */
export async function salesTotals(
  db: Db,
  world: string,
  { authorId, filter }: { authorId: number; filter: SaleFilter },
): Promise<SalesTotalRow[]> {
  const { rows } = await sql<SalesTotalRow>`
    select o.currency, o.month, count(*) filter (where i.price_cents = 0 or back.cents < i.price_cents) as count,
      sum(i.price_cents - back.cents) as gross, sum(i.author_share_cents - back.share_cents) as author_share
    from order_item i join (select world, id, currency, country, status, paid_at,
      to_char(paid_at at time zone ${filter.timeZone}, 'YYYY-MM') as month from purchase_order) o
      on o.world = i.world and o.id = i.order_id
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::integer as cents,
        coalesce(sum(r.author_share_cents), 0)::integer as share_cents
      from refund_item r where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id
    ) back
    where i.author_id = ${authorId} and i.world = ${world} and o.status = 'paid' and ${passes(filter)}
    group by grouping sets ((o.currency), (o.currency, o.month)) order by o.month desc nulls first, o.currency`.execute(
    db,
  )
  return rows
}

/** The countries an author's buyers are in, the most sales first. */
export async function saleCountries(
  db: Db,
  world: string,
  { authorId, filter }: { authorId: number; filter: SaleFilter },
): Promise<{ country: string; count: number }[]> {
  const { rows } = await sql<{ country: string; count: number }>`
    select o.country, count(*)::int as count
    from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
    where i.author_id = ${authorId} and i.world = ${world} and o.status = 'paid' and ${passes(filter)}
    group by o.country order by 2 desc, 1`.execute(db)
  return rows
}

function passes({ timeZone, from, to, materialId, country }: SaleFilter) {
  const moment = (day: string, after: number) =>
    sql`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`
  return sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`o.paid_at >= ${moment(from, 0)}`]),
      ...(to === undefined ? [] : [sql`o.paid_at < ${moment(to, 1)}`]),
      ...(materialId === undefined ? [] : [sql`i.material_id = ${materialId}`]),
      ...(country === undefined ? [] : [sql`o.country = ${country}`]),
    ],
    sql` and `,
  )
}
