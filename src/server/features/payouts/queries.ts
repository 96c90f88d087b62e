import { sql } from 'kysely'
import type { PayoutStatus } from '#shared/rules/payout.ts'
import type { Db } from '../../db/pool.ts'

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
  change: { status: PayoutStatus; note: string | null; isSettled: boolean },
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({
      status: change.status,
      note: change.note,
      ...(change.isSettled && { settled_at: sql<Date>`now()` }),
    })
    .where('world', '=', world)
    .where('id', '=', payoutId)
    .execute()
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

export type QueuedRow = PayoutRow & { public_name: string; email: string }

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
    .select(['account.public_name', 'account.email'])
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
