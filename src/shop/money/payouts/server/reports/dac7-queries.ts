import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { dayStart } from '#platform/rules/money/day.ts'

export interface SoldRow {
  account_id: number
  currency: string
  quarter: 1 | 2 | 3 | 4
  sales: number
  share_cents: number
  fee_cents: number
  tax_cents: number
}

/**
 * What sellers whose home is a world had of a year, by quarter and currency, less what went back in it; where the clocks are
 * those of `timeZone`.
 */
export async function soldInYear(
  db: Db,
  { world, year, timeZone }: { world: string; year: number; timeZone: string },
): Promise<SoldRow[]> {
  const [from, until] = [dayStart(`${year}-01-01`, timeZone), dayStart(`${year + 1}-01-01`, timeZone)]
  const { rows } = await sql<SoldRow>`
    with line as (
      select i.author_id, o.currency, o.paid_at as at, 1 as sales, i.author_share_cents as share, i.tax_cents as tax,
        -- The commission, as if there were no voucher of the platform's: what a refund takes back of it is reckoned so, too.
        i.price_cents + i.voucher_cost_cents - i.tax_cents - i.author_share_cents as fee
      from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
      where o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${until} and i.price_cents > 0
      union all
      select i.author_id, r.currency, r.created_at, case when b.revokes then -1 else 0 end, -b.author_share_cents,
        -b.tax_cents, -b.commission_cents
      from refund_item b
      join refund r on r.world = b.world and r.id = b.refund_id
      join order_item i on i.world = b.world and i.order_id = b.order_id and i.material_id = b.material_id
      where r.created_at >= ${from} and r.created_at < ${until}
    )
    select l.author_id as account_id, l.currency, extract(quarter from l.at at time zone ${timeZone})::int as quarter,
      sum(l.sales)::int as sales, sum(l.share)::bigint as share_cents, sum(l.fee)::bigint as fee_cents,
      sum(l.tax)::bigint as tax_cents
    from line l join account a on a.id = l.author_id
    where a.world = ${world}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export interface ReportedAccount {
  id: number
  email: string
  public_name: string
}

export async function accountsOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportedAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email', 'public_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
