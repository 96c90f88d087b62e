import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { PayoutStatus } from '../rules/payout.ts'

export interface PayoutRow {
  id: number
  world: string
  reference: string
  account_id: number
  currency: string
  period: string
  amount_cents: number
  status: PayoutStatus
  note: string | null
  batch_id: number | null
  last_four: string | null
  /** Both null where a file for the bank has it. */
  stripe_account: string | null
  transfer_id: string | null
  created_at: Date
  settled_at: Date | null
}

const columns = [
  ...(['id', 'world', 'reference', 'account_id', 'currency', 'period', 'amount_cents', 'status'] as const),
  ...(['note', 'batch_id', 'last_four', 'created_at', 'settled_at'] as const),
  ...(['stripe_account', 'transfer_id'] as const),
]

export interface SellerRow {
  id: number
  world: string
  email: string
  public_name: string
}

/** Sellers by their number, from the one after `afterId` on. */
export async function sellersAfter(db: Db, afterId: number, limit: number): Promise<SellerRow[]> {
  return await db
    .selectFrom('account')
    .select(['id', 'world', 'email', 'public_name'])
    .where('is_seller', '=', true)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findSeller(db: Db, accountId: number): Promise<SellerRow | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'world', 'email', 'public_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

/** Undefined where the seller has one of this month that did not come back. */
export async function insertPayout(
  tx: Db,
  world: string,
  row: { accountId: number; currency: string; period: string; amountCents: number },
): Promise<PayoutRow | undefined> {
  return await tx
    .insertInto('payout')
    .values({
      world,
      account_id: row.accountId,
      currency: row.currency,
      period: row.period,
      amount_cents: row.amountCents,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function lockPayout(tx: Db, world: string, reference: string): Promise<PayoutRow | undefined> {
  return await tx
    .selectFrom('payout')
    .select(columns)
    .where('world', '=', world)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

export async function findPayout(db: Db, world: string, reference: string): Promise<PayoutRow | undefined> {
  return await db
    .selectFrom('payout')
    .select(columns)
    .where('world', '=', world)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

export async function updatePayout(
  tx: Db,
  world: string,
  payoutId: number,
  change: { status: PayoutStatus; note: string | null; isSettled: boolean; isAccountRefused?: boolean },
): Promise<PayoutRow> {
  return await tx
    .updateTable('payout')
    .set({
      status: change.status,
      note: change.note,
      is_account_refused: change.isAccountRefused ?? false,
      ...(change.isSettled && { settled_at: sql<Date>`now()` }),
    })
    .where('world', '=', world)
    .where('id', '=', payoutId)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Whether money came back from a seller's account and they have named no other one since. `way` is where it goes now. */
export async function isAccountRefused(
  db: Db,
  accountId: number,
  { way, changedAt }: { way: 'bank' | 'provider'; changedAt: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('payout')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'failed')
    .where('is_account_refused', '=', true)
    .where('stripe_account', way === 'bank' ? 'is' : 'is not', null)
    .where('settled_at', '>=', changedAt)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Of a payout `p`: the person did not approve it; null asks for nobody. */
export function isApprovedByOthers(accountId: number | null) {
  return sql<boolean>`not exists (select from payout_event e where e.world = p.world and e.payout_id = p.id
    and e.to_status = 'approved' and e.actor_id = ${accountId}::bigint)`
}

/** Whether somebody took a step of a payout. */
export async function hasTaken(
  tx: Db,
  world: string,
  step: { payoutId: number; to: PayoutStatus; actorId: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_event')
    .select('id')
    .where('world', '=', world)
    .where('payout_id', '=', step.payoutId)
    .where('to_status', '=', step.to)
    .where('actor_id', '=', step.actorId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertEvent(
  tx: Db,
  world: string,
  event: {
    payoutId: number
    actorId: number | null
    from: PayoutStatus | null
    to: PayoutStatus
    note: string | null
  },
): Promise<void> {
  await tx
    .insertInto('payout_event')
    .values({
      world,
      payout_id: event.payoutId,
      actor_id: event.actorId,
      from_status: event.from,
      to_status: event.to,
      note: event.note,
    })
    .execute()
}

/** A seller's payouts of all worlds, the newest first. */
export async function payoutsOf(db: Db, accountId: number, limit: number): Promise<PayoutRow[]> {
  return await db
    .selectFrom('payout')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export interface PayoutSums {
  currency: string
  on_the_way: number
  paid: number
}

export async function payoutSums(db: Db, accountId: number): Promise<PayoutSums[]> {
  const { rows } = await sql<PayoutSums>`
    select currency,
      coalesce(sum(amount_cents) filter (where status in ('draft', 'held', 'approved', 'sent')), 0)::bigint as on_the_way,
      coalesce(sum(amount_cents) filter (where status = 'paid'), 0)::bigint as paid
    from payout where account_id = ${accountId} group by currency`.execute(db)
  return rows
}

/** What somebody has to know of a seller to let a payout go. */
export interface SellerFacts {
  has_bank: boolean
  bank_changed_at: Date | null
  tax: 'none' | 'partly' | 'whole'
  /** Lines sold, and what went back of them, in the last `factDays` days. */
  sales: number
  refunds: number
  /** Orders of theirs whose money a bank wants back, ever. */
  disputes: number
}
export type QueuedRow = PayoutRow &
  SellerFacts & { public_name: string; email: string; approved_by: string | null }

/** Days of which the queue tells a seller's sales. */
const factDays = 90
const paidLately = sql`from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
  where i.author_id = payout.account_id and o.status = 'paid' and o.paid_at > now() - make_interval(days => ${factDays})`

/** What finance works on: everything open, or everything of the sellers a search names, the newest first. */
export async function queueRows(
  db: Db,
  world: string,
  input: { search: string | undefined; limit: number },
): Promise<QueuedRow[]> {
  const { search } = input
  return await db
    .selectFrom('payout')
    .innerJoin('account', 'account.id', 'payout.account_id')
    .select(columns.map((name) => `payout.${name}` as const))
    .leftJoin('seller_bank as bank', 'bank.account_id', 'payout.account_id')
    .leftJoin('seller_tax as tax', 'tax.account_id', 'payout.account_id')
    .select(['account.public_name', 'account.email', 'bank.changed_at as bank_changed_at'])
    .select([
      sql<boolean>`bank.account_id is not null`.as('has_bank'),
      sql<SellerFacts['tax']>`case when tax.account_id is null then 'none'
        when tax.tax_number is null then 'partly' else 'whole' end`.as('tax'),
      sql<number>`(select count(*)::integer ${paidLately})`.as('sales'),
      sql<number>`(select count(*)::integer ${paidLately} and exists (select from refund_item r
        where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id))`.as(
        'refunds',
      ),
      sql<number>`(select count(distinct p.order_id)::integer
        from payment_dispute d join payment p on p.world = d.world and p.id = d.payment_id
        join order_item i on i.world = p.world and i.order_id = p.order_id
        where i.author_id = payout.account_id)`.as('disputes'),
      sql<string | null>`(select a.public_name from payout_event e join account a on a.id = e.actor_id
        where e.world = payout.world and e.payout_id = payout.id and e.to_status = 'approved'
        order by e.id desc limit 1)`.as('approved_by'),
    ])
    .where('payout.world', '=', world)
    .where((where) =>
      search === undefined
        ? where('payout.status', 'in', ['draft', 'held', 'approved', 'sent'])
        : where.or([
            where('account.email', '=', search.toLowerCase()),
            sql<boolean>`starts_with(lower(account.public_name), ${search.toLowerCase()})`,
            where('payout.reference', '=', search.toUpperCase()),
          ]),
    )
    .orderBy('payout.id', 'desc')
    .limit(input.limit)
    .execute()
}

export interface EventRow {
  to_status: PayoutStatus
  note: string | null
  created_at: Date
  actor_name: string | null
}

/** What became of a payout, step by step. */
export async function eventsOf(db: Db, world: string, payoutId: number): Promise<EventRow[]> {
  return await db
    .selectFrom('payout_event')
    .leftJoin('account', 'account.id', 'payout_event.actor_id')
    .select(['to_status', 'note', 'payout_event.created_at', 'account.public_name as actor_name'])
    .where('payout_event.world', '=', world)
    .where('payout_id', '=', payoutId)
    .orderBy('payout_event.id')
    .execute()
}

/** How many payouts wait for a person, in every world: to be looked at, or to be sent. */
export async function waitingPayoutCounts(db: Db): Promise<{ world: string; count: number }[]> {
  return await db
    .selectFrom('payout')
    .select(['world', sql<number>`count(*)::integer`.as('count')])
    .where('status', 'in', ['draft', 'held', 'approved'])
    .groupBy('world')
    .execute()
}
