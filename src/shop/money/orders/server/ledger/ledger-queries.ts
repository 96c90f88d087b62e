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
