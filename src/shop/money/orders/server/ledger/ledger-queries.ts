import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LedgerEntry } from '#platform/rules/money/booking.ts'

/** What a booking is of. The table checks only that it is a word: a new kind is added here. */
type LedgerKind =
  | 'sale'
  | 'refund'
  | 'dispute'
  | 'write_off'
  | 'unexpected'
  | 'unexpected_back'
  | 'payout'
  | 'payout_paid'
  | 'payout_returned'
  | 'input_tax'
  | 'invoice_paid'
  | 'credit'
  | 'gift_card_sale'
  | 'transfer_back'
  | 'share_back'

/**
 * Writes one balanced booking; false when its `cause` was booked before. The database refuses entries that do not sum to
 * zero per currency.
 */
export async function insertLedger(
  tx: Db,
  world: string,
  input: {
    kind: LedgerKind
    orderId?: number
    refundId?: number
    payoutId?: number
    /** Names what happened, where neither order nor refund nor payout does. */
    cause?: string
    currency: string
    entries: readonly LedgerEntry[]
  },
): Promise<boolean> {
  const { kind, orderId = null, refundId = null, payoutId = null, cause = null, currency, entries } = input
  const accounts = entries.map((entry) => entry.account)
  const cents = entries.map((entry) => entry.amountCents)
  const { rows } = await sql<{ id: number }>`
    with booking as (
      insert into ledger_transaction (world, kind, order_id, refund_id, payout_id, cause)
      values (${world}, ${kind}, ${orderId}, ${refundId}, ${payoutId}, ${cause})
      on conflict (world, kind, cause) where cause is not null do nothing
      returning id
    ), entries as (
      insert into ledger_entry (world, transaction_id, ledger_account, currency, amount_cents)
      select ${world}, booking.id, account, ${currency}, cents
      from booking cross join unnest(${accounts}::text[], ${cents}::bigint[]) as entry (account, cents)
    )
    select id from booking`.execute(tx)
  return rows.length > 0
}

/** Nobody else makes payouts of this seller, or grants refunds out of their balance, until the transaction ends. */
export async function lockSeller(tx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout:${accountId}`}, 0))`.execute(tx)
}

export interface BalanceRow {
  currency: string
  balance_cents: number
}

/**
 * What an account comes to, per currency: what was closed, and what was booked since. In two queries, because only a
 * border that stands in the query tells the planner how little there is beyond it.
 */
export async function accountBalances(db: Db, account: string): Promise<BalanceRow[]> {
  const closed = await db
    .selectFrom('ledger_closing')
    .select(['currency', 'through_transaction', 'balance_cents'])
    .where('ledger_account', '=', account)
    .execute()
  const borders = closed.map((row) => row.through_transaction)
  const { rows } = await sql<BalanceRow>`
    select currency, sum(amount)::bigint as balance_cents from (
      select currency, balance as amount from unnest(
        ${closed.map((row) => row.currency)}::text[], ${closed.map((row) => row.balance_cents)}::bigint[]
      ) as closed (currency, balance)
      union all
      select e.currency, e.amount_cents
      from ledger_entry e
      left join unnest(${closed.map((row) => row.currency)}::text[], ${borders}::bigint[]) as c (currency, through)
        on c.currency = e.currency
      where e.ledger_account = ${account} and e.transaction_id > ${borders.length === 0 ? 0 : Math.min(...borders)}
        and e.transaction_id > coalesce(c.through, 0)
    ) parts group by currency order by currency`.execute(db)
  return rows
}

/**
 * Closes every account up to the newest booking that is old enough for nothing earlier to be still on its way: what was
 * open before it has long been committed or given up. Runs one after the other: each begins where the last one ended.
 */
export async function closeAccounts(tx: Db, olderThan: Date): Promise<void> {
  await sql`lock table ledger_closing in share row exclusive mode`.execute(tx)
  await sql`
    with border as (
      select id from ledger_transaction where created_at < ${olderThan} order by created_at desc, id desc limit 1
    )
    insert into ledger_closing as closed (ledger_account, currency, through_transaction, balance_cents)
    select e.ledger_account, e.currency, (select id from border), sum(e.amount_cents)
    from ledger_entry e
    where e.transaction_id <= (select id from border)
      and e.transaction_id > coalesce((select max(through_transaction) from ledger_closing), 0)
    group by e.ledger_account, e.currency
    on conflict (ledger_account, currency) do update set
      through_transaction = excluded.through_transaction,
      balance_cents = closed.balance_cents + excluded.balance_cents`.execute(tx)
}

export interface ClosingRow {
  ledger_account: string
  currency: string
  closed_cents: number
  /** What its entries up to the same booking add up to. */
  summed_cents: number
}

/** Some closings beside the plain sums of what they close, after the last one that was looked at. */
export async function closingsBesideSums(
  tx: Db,
  after: Pick<ClosingRow, 'ledger_account' | 'currency'>,
  limit: number,
): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`
    select k.ledger_account, k.currency, k.balance_cents as closed_cents, (
      select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entry e
      where e.ledger_account = k.ledger_account and e.currency = k.currency and e.transaction_id <= k.through_transaction
    ) as summed_cents
    from ledger_closing k
    where (k.ledger_account, k.currency) > (${after.ledger_account}, ${after.currency})
    order by k.ledger_account, k.currency limit ${limit}`.execute(tx)
  return rows
}

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
