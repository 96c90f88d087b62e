import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface AccountLine {
  booked_at: Date
  kind: string
  world: string
  /** Of the order or of the payout. */
  number: string | null
  currency: string
  /** As in the books: what we owe is below zero. */
  amount_cents: number
}

/** Every booking of an account in a stretch of time, and what it came to before: `booked_at` null. */
export async function accountLines(
  db: Db,
  account: string,
  { from, until }: { from: Date; until: Date },
): Promise<{ lines: AccountLine[]; before: { currency: string; balance_cents: number }[] }> {
  const { rows: lines } = await sql<AccountLine>`
    select t.created_at as booked_at, t.kind, t.world, coalesce(o.number, p.reference) as number, e.currency,
      sum(e.amount_cents)::bigint as amount_cents
    from ledger_entry e
    join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    left join purchase_order o on o.world = t.world and o.id = t.order_id
    left join payout p on p.world = t.world and p.id = t.payout_id
    where e.ledger_account = ${account} and t.created_at >= ${from} and t.created_at < ${until}
    group by t.world, t.id, t.created_at, t.kind, o.number, p.reference, e.currency
    order by t.created_at, t.id`.execute(db)
  const { rows: before } = await sql<{ currency: string; balance_cents: number }>`
    select e.currency, sum(e.amount_cents)::bigint as balance_cents
    from ledger_entry e
    join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where e.ledger_account = ${account} and t.created_at < ${from}
    group by e.currency order by e.currency`.execute(db)
  return { lines, before }
}

/**
 * What an account has of orders that were paid after a moment, and of older ones on invoice that nobody has paid yet, less
 * what already went back of them, per currency. In the books' sign: below zero.
 */
export async function freshSalesOf(
  db: Db,
  account: string,
  since: Date,
): Promise<{ currency: string; balance_cents: number }[]> {
  const { rows } = await sql<{ currency: string; balance_cents: number }>`
    select currency, sum(amount_cents)::bigint as balance_cents from (
    select e.currency, e.amount_cents
    from ledger_entry e
    join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where e.ledger_account = ${account}
      and e.transaction_id >= (select min(id) from ledger_transaction where created_at > ${since})
      and t.created_at > ${since}
      and (t.kind = 'sale' or (t.kind = 'refund' and exists (
        select 1 from ledger_transaction s
        where s.world = t.world and s.order_id = t.order_id and s.kind = 'sale' and s.created_at > ${since})))
    union all
    select e.currency, e.amount_cents
    from invoice_purchase v
    join ledger_transaction s on s.world = v.world and s.order_id = v.order_id and s.kind = 'sale'
      and s.created_at <= ${since}
    join ledger_transaction t on t.world = v.world and t.order_id = v.order_id and t.kind in ('sale', 'refund')
    join ledger_entry e on e.world = t.world and e.transaction_id = t.id and e.ledger_account = ${account}
    where v.status = 'open'
    ) held group by currency`.execute(db)
  return rows
}
