import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** What a member can spend; reservations of orders of this world that are not paid yet are still theirs, until they end. */
export async function usableCents(
  db: Db,
  world: string,
  { accountId, currency }: { accountId: number; currency: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (
      coalesce((select sum(left_cents) from credit_lot
        where account_id = ${accountId} and currency = ${currency} and left_cents > 0 and expires_at > now()), 0)
      + coalesce((select sum(u.amount_cents) from credit_use u join credit_lot l on l.id = u.lot_id
        where l.account_id = ${accountId} and l.currency = ${currency} and u.world = ${world}
          and u.status = 'reserved' and l.expires_at > now()), 0)
    )::bigint as cents`.execute(db)
  return rows[0]?.cents ?? 0
}

/** What an account has and whether it ever had any, in one currency. */
export async function creditState(
  db: Db,
  { accountId, currency }: { accountId: number; currency: string },
): Promise<{ cents: number; hadAny: boolean }> {
  const { rows } = await sql<{ cents: number; hadAny: boolean }>`
    select coalesce(sum(left_cents) filter (where expires_at > now()), 0)::bigint as cents, count(*) > 0 as "hadAny"
    from credit_lot where account_id = ${accountId} and currency = ${currency}`.execute(db)
  return rows[0] ?? { cents: 0, hadAny: false }
}

/**
 * Takes from the member's lots, what ends first first, and notes it for the order. The caller holds the buyer's lock, so
 * that no two orders take the same cent. Answers what was taken: less than asked where there is less.
 */
export async function takeCredit(
  tx: Db,
  world: string,
  input: { orderId: number; accountId: number; currency: string; cents: number; status: 'reserved' | 'used' },
): Promise<number> {
  const { orderId, accountId, currency, cents, status } = input
  const { rows } = await sql<{ cents: number }>`
    with lots as (
      select id, left_cents, sum(left_cents) over (order by expires_at, id) - left_cents as before
      from credit_lot
      where account_id = ${accountId} and currency = ${currency} and left_cents > 0 and expires_at > now()
    ), taken as (
      select id, least(left_cents, ${cents}::bigint - before)::integer as cents from lots where before < ${cents}::bigint
    ), changed as (
      update credit_lot l set left_cents = l.left_cents - taken.cents from taken where l.id = taken.id
    ), noted as (
      insert into credit_use as before (world, order_id, lot_id, amount_cents, status)
      select ${world}, ${orderId}, id, cents, ${status} from taken
      on conflict (world, order_id, lot_id) do update set status = excluded.status, amount_cents = excluded.amount_cents
        + case when before.status = 'returned' then 0 else before.amount_cents end
    )
    select cents from taken`.execute(tx)
  return rows.reduce((sum, row) => sum + row.cents, 0)
}

/** Reserved becomes used; answers how much. */
export async function settleUse(tx: Db, world: string, orderId: number): Promise<number> {
  const rows = await tx
    .updateTable('credit_use')
    .set({ status: 'used' })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('status', '=', 'reserved')
    .returning('amount_cents')
    .execute()
  return rows.reduce((sum, row) => sum + row.amount_cents, 0)
}

/** What an order took for good. */
export async function usedCents(tx: Db, world: string, orderId: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('credit_use')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('status', '=', 'used')
    .executeTakeFirstOrThrow()
  return cents
}

/** What was reserved for an order goes back where it came from. */
export async function returnUse(tx: Db, world: string, orderId: number): Promise<void> {
  await sql`
    with back as (
      update credit_use set status = 'returned'
      where world = ${world} and order_id = ${orderId} and status = 'reserved'
      returning lot_id, amount_cents
    )
    update credit_lot l set left_cents = l.left_cents + back.amount_cents from back where l.id = back.lot_id`.execute(
    tx,
  )
}

/**
 * Gives back of what an order spent, what ends last first: as lots that end when the spent ones do, never before `notBefore`.
 * Inside the buyer's lock. @returns what was given back: less than asked where less was spent
 */
export async function giveBackUse(
  tx: Db,
  world: string,
  input: { orderId: number; accountId: number; currency: string; cents: number; notBefore: Date },
): Promise<number> {
  const { orderId, accountId, currency, cents, notBefore } = input
  const { rows } = await sql<{ cents: number }>`
    with uses as (
      select u.lot_id, l.expires_at, u.amount_cents - u.given_back_cents as open_cents,
        sum(u.amount_cents - u.given_back_cents) over (order by l.expires_at desc, u.lot_id)
          - (u.amount_cents - u.given_back_cents) as before
      from credit_use u join credit_lot l on l.id = u.lot_id
      where u.world = ${world} and u.order_id = ${orderId} and u.status = 'used'
    ), back as (
      select lot_id, greatest(expires_at, ${notBefore}::timestamptz) as ends_at,
        least(open_cents, ${cents}::bigint - before)::integer as cents
      from uses where open_cents > 0 and before < ${cents}::bigint
    ), marked as (
      update credit_use u set given_back_cents = u.given_back_cents + back.cents
      from back where u.world = ${world} and u.order_id = ${orderId} and u.lot_id = back.lot_id
    )
    insert into credit_lot (world, account_id, currency, source, note, amount_cents, left_cents, order_id, expires_at)
    select ${world}::text, ${accountId}::bigint, ${currency}::text, 'refund', '', sum(cents)::integer, sum(cents)::integer,
      ${orderId}::bigint, ends_at
    from back group by ends_at
    returning amount_cents as cents`.execute(tx)
  return rows.reduce((sum, row) => sum + row.cents, 0)
}

export interface NewLot {
  world: string
  accountId: number
  currency: string
  source: 'gift_card' | 'grant' | 'refund'
  note: string
  amountCents: number
  orderId?: number
  expiresAt: Date
}

export async function insertLot(tx: Db, lot: NewLot): Promise<void> {
  const { world, currency, source, note, amountCents } = lot
  await tx
    .insertInto('credit_lot')
    .values({
      ...{ world, currency, source, note },
      ...{ account_id: lot.accountId, amount_cents: amountCents, left_cents: amountCents },
      ...{ order_id: lot.orderId ?? null, expires_at: lot.expiresAt },
    })
    .execute()
}

export interface MoveRow {
  kind: 'gift_card' | 'grant' | 'refund' | 'order' | 'expired'
  amount_cents: number
  currency: string
  at: Date
  expires_at: Date | null
  order_number: string | null
}

/** All that came and went, the newest first. What is reserved for an order stands there as spent. */
export async function creditMoves(db: Db, accountId: number, limit: number): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select * from (
      select l.source as kind, l.amount_cents, l.currency, l.created_at as at, l.expires_at, o.number as order_number
      from credit_lot l left join purchase_order o on o.world = l.world and o.id = l.order_id
      where l.account_id = ${accountId}
      union all
      select 'expired', -expired_cents, currency, expires_at, null, null
      from credit_lot where account_id = ${accountId} and expired_cents > 0
      union all
      select 'order', -sum(u.amount_cents)::integer, l.currency, max(u.created_at), null, max(o.number)
      from credit_use u join credit_lot l on l.id = u.lot_id
        join purchase_order o on o.world = u.world and o.id = u.order_id
      where l.account_id = ${accountId} and u.status <> 'returned'
      group by u.world, u.order_id, l.currency
    ) moves order by at desc, amount_cents limit ${limit}`.execute(db)
  return rows
}

export interface BalanceRow {
  currency: string
  cents: number
  next_cents: number
  next_at: Date
}

/** What there is per currency, and what of it ends next. */
export async function creditBalances(db: Db, accountId: number): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select currency, sum(left_cents)::bigint as cents, min(expires_at) as next_at,
      (array_agg(left_cents order by expires_at, id))[1] as next_cents
    from credit_lot where account_id = ${accountId} and left_cents > 0 and expires_at > now()
    group by currency order by currency`.execute(db)
  return rows
}

export interface EndingRow {
  account_id: number
  world: string
  currency: string
  cents: number
  expires_at: Date
}

/** Lots that are over: what was left in them is gone. Answers it by account, up to a batch. */
export async function expireLots(tx: Db, batch: number): Promise<EndingRow[]> {
  const { rows } = await sql<EndingRow>`
    with over as (
      select id, left_cents from credit_lot where left_cents > 0 and expires_at <= now()
      order by expires_at limit ${batch} for update skip locked
    )
    update credit_lot l set left_cents = 0, expired_cents = l.expired_cents + over.left_cents
    from over where l.id = over.id
    returning l.account_id, l.world, l.currency, over.left_cents as cents, l.expires_at`.execute(tx)
  return rows
}

export interface WarnedRow extends EndingRow {
  email: string
  public_name: string
}

/** Lots that end before a day and whose owner was not told: told now, up to a batch of owners. */
export async function markWarned(tx: Db, before: Date, batch: number): Promise<WarnedRow[]> {
  const { rows } = await sql<WarnedRow>`
    with due as (
      select l.id from credit_lot l
      where l.left_cents > 0 and l.warned_at is null and l.expires_at > now() and l.expires_at < ${before}
      order by l.expires_at limit ${batch} for update skip locked
    ), reminded as (
      update credit_lot l set warned_at = now() from due where l.id = due.id
      returning l.account_id, l.world, l.currency, l.left_cents, l.expires_at
    )
    select t.account_id, t.currency, sum(t.left_cents)::integer as cents, min(t.expires_at) as expires_at,
      a.world, a.email::text as email, a.public_name
    from reminded t join account a on a.id = t.account_id
    where a.disabled_at is null
    group by t.account_id, t.currency, a.world, a.email, a.public_name`.execute(tx)
  return rows
}

export async function accountExists(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
