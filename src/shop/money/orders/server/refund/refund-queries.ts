import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { isCalledBack } from '../payment/dispute-queries.ts'
import type { BuyersOrder } from '../types.ts'

export interface GivenBackRow {
  material_id: number
  amount_cents: number
  tax_cents: number
  author_share_cents: number
  commission_cents: number
  voucher_cost_cents: number
}

/** What has been given back of each line of an order. */
export async function givenBack(db: Db, world: string, orderId: number): Promise<GivenBackRow[]> {
  const { rows } = await sql<GivenBackRow>`
    select material_id, sum(amount_cents)::integer as amount_cents, sum(tax_cents)::integer as tax_cents,
      sum(author_share_cents)::integer as author_share_cents, sum(commission_cents)::integer as commission_cents,
      sum(voucher_cost_cents)::integer as voucher_cost_cents
    from refund_item where world = ${world} and order_id = ${orderId} group by material_id`.execute(db)
  return rows
}

/** What of an order went back, by whatever way. */
export async function centsGivenBack(db: Db, world: string, orderId: number): Promise<number> {
  const { cents } = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return cents
}

export interface RefundRow {
  id: number
  reference: string
  status: 'pending' | 'succeeded' | 'failed'
  amount_cents: number
  tax_cents: number
  currency: string
  /** Null: no provider took money for it. */
  payment_id: number | null
  created_at: Date
}

/** A refund as it was written. */
export interface WrittenRefund extends RefundRow {
  /** The buyer had not paid it yet: they owe less now, and no money moves. */
  isOwed: boolean
}

/** What went back of an order, the oldest first. */
export async function refundsOf(
  db: Db,
  world: string,
  orderId: number,
): Promise<Pick<RefundRow, 'reference' | 'status' | 'amount_cents' | 'created_at'>[]> {
  return await db
    .selectFrom('refund')
    .select(['reference', 'status', 'amount_cents', 'created_at'])
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

export interface NewRefund {
  orderId: number
  reference: string
  kind: 'refund' | 'withdrawal' | 'reverse_charge'
  reason: string
  amountCents: number
  taxCents: number
  /** What of it no provider sends: it is credit again, or the platform bore it. */
  creditCents: number
  currency: string
  paymentId: number | null
  /** The buyer had not paid it yet: no money moves. */
  isOwed: boolean
  /** The buyer's bank has taken the money itself. */
  isTaken?: boolean
  requestedBy: number
  /** The decision of moderation that sent it back. */
  takedownId?: number | undefined
  items: readonly {
    materialId: number
    amountCents: number
    taxCents: number
    authorShareCents: number
    commissionCents: number
    voucherCostCents: number
    revokes: boolean
  }[]
}

export async function insertRefund(tx: Db, world: string, refund: NewRefund): Promise<RefundRow> {
  const row = await tx
    .insertInto('refund')
    .values({
      world,
      order_id: refund.orderId,
      reference: refund.reference,
      kind: refund.kind,
      reason: refund.reason,
      amount_cents: refund.amountCents,
      tax_cents: refund.taxCents,
      credit_cents: refund.creditCents,
      // Nothing is left for a provider to do.
      ...((refund.isOwed || refund.isTaken || refund.creditCents === refund.amountCents) && {
        status: 'succeeded' as const,
        settled_at: sql<Date>`now()`,
      }),
      currency: refund.currency,
      payment_id: refund.paymentId,
      requested_by: refund.requestedBy,
      takedown_id: refund.takedownId ?? null,
    })
    .returning([
      'id',
      'reference',
      'status',
      'amount_cents',
      'tax_cents',
      'currency',
      'payment_id',
      'created_at',
    ])
    .executeTakeFirstOrThrow()
  if (refund.items.length === 0) return row
  await tx
    .insertInto('refund_item')
    .values(
      refund.items.map((item) => ({
        world,
        refund_id: row.id,
        order_id: refund.orderId,
        material_id: item.materialId,
        amount_cents: item.amountCents,
        tax_cents: item.taxCents,
        author_share_cents: item.authorShareCents,
        commission_cents: item.commissionCents,
        voucher_cost_cents: item.voucherCostCents,
        revokes: item.revokes,
      })),
    )
    .execute()
  return row
}

/**
 * Makes what a member has of these materials, and of what is inside them, what their other orders gave them. What came in
 * another way than by an order of today's books stays.
 */
export async function takeBackEntitlements(
  tx: Db,
  world: string,
  input: { accountId: number; orderId: number; materialIds: readonly number[] },
): Promise<void> {
  const { accountId, orderId, materialIds } = input
  if (materialIds.length === 0) return
  await sql`
    with touched as (
      select unnest(${materialIds}::bigint[]) as id
      union
      select material_id from bundle_content where world = ${world} and bundle_id = any(${materialIds}::bigint[])
    ), held as (
      select i.material_id, i.licence, i.order_id, o.paid_at
      from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
      where o.world = ${world} and o.account_id = ${accountId} and o.status = 'paid'
        and not exists (
          select from refund_item r
          where r.world = i.world and r.order_id = i.order_id and r.material_id = i.material_id and r.revokes
        )
    ), given as (
      select material_id as id, licence, order_id from held where material_id in (select id from touched)
      union all
      select b.material_id, 'single', held.order_id
      from bundle_content b join held on held.material_id = b.bundle_id and held.paid_at < b.until
      where b.world = ${world} and b.material_id in (select id from touched)
    ), remaining as (
      select id, bool_or(licence = 'school') as has_school, count(*) filter (where licence = 'additional') as colleagues,
        max(order_id) as order_id
      from given group by id
    ), gone as (
      delete from entitlement e
      where e.world = ${world} and e.account_id = ${accountId} and e.order_id = ${orderId}
        and e.material_id in (select id from touched) and e.material_id not in (select id from remaining)
    )
    update entitlement e set licence = case when remaining.has_school then 'school' else 'single' end,
      colleagues = remaining.colleagues, order_id = remaining.order_id
    from remaining where e.world = ${world} and e.account_id = ${accountId} and e.material_id = remaining.id`.execute(
    tx,
  )
}

export interface DueRefundRow {
  id: number
  reference: string
  status: 'pending' | 'succeeded' | 'failed'
  amount_cents: number
  credit_cents: number
  currency: string
  provider: string
  provider_reference: string
  number: string | null
  order_reference: string
  buyer_id: number
}

/** A refund with its order and the payment it goes back to; undefined when nothing of it was paid at a provider. */
export async function dueRefund(db: Db, world: string, refundId: number): Promise<DueRefundRow | undefined> {
  return await db
    .selectFrom('refund')
    .innerJoin('payment', (join) =>
      join.onRef('payment.world', '=', 'refund.world').onRef('payment.id', '=', 'refund.payment_id'),
    )
    .innerJoin('purchase_order as o', (join) =>
      join.onRef('o.world', '=', 'refund.world').onRef('o.id', '=', 'refund.order_id'),
    )
    .select([
      'refund.id',
      'refund.reference',
      'refund.status',
      'refund.amount_cents',
      'refund.credit_cents',
      'refund.currency',
      'payment.provider',
      'payment.provider_reference',
      'o.number',
      'o.reference as order_reference',
      'o.account_id as buyer_id',
    ])
    .where('refund.world', '=', world)
    .where('refund.id', '=', refundId)
    .executeTakeFirst()
}

/** A refund by the name under which the provider was asked for it, locked. */
export async function lockRefund(
  tx: Db,
  world: string,
  reference: string,
): Promise<Pick<DueRefundRow, 'id' | 'reference' | 'status' | 'amount_cents' | 'currency'> | undefined> {
  return await tx
    .selectFrom('refund')
    .select(['id', 'reference', 'status', 'amount_cents', 'currency'])
    .where('world', '=', world)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The provider's word on a refund; false when it changes nothing. A bank may send back what was sent to it, so a failure
 * comes after a success, too; nothing comes after a failure.
 */
export async function settleRefund(
  db: Db,
  world: string,
  input: { refundId: number; status: 'succeeded' | 'failed' },
): Promise<boolean> {
  const row = await db
    .updateTable('refund')
    .set({ status: input.status, settled_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', input.refundId)
    .where('status', 'in', input.status === 'failed' ? ['pending', 'succeeded'] : ['pending'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface WithdrawableRow {
  id: number
  reference: string
  number: string
  paid_at: Date
  consent_immediate_at: Date
  currency: string
  left_cents: number
}

/** What a member paid since a moment and did not get back yet, neither from us nor from their bank. */
export async function recentlyPaid(
  db: Db,
  world: string,
  input: { accountId: number; since: Date },
): Promise<WithdrawableRow[]> {
  const { rows } = await sql<WithdrawableRow>`
    select o.id, o.reference, o.number, o.paid_at, o.consent_immediate_at, o.currency,
      (o.total_cents - coalesce((select sum(r.amount_cents) from refund r
        where r.world = o.world and r.order_id = o.id), 0))::integer as left_cents
    from purchase_order o
    where o.world = ${world} and o.account_id = ${input.accountId} and o.status = 'paid' and o.total_cents > 0
      and o.purpose = 'materials' and not ${isCalledBack}
      and o.paid_at > ${input.since}
    order by o.id desc`.execute(db)
  return rows.filter((row) => row.left_cents > 0)
}

/** A paid order by its number and its buyer's address; numbers of each world begin with its code. */
export async function orderOfBuyer(
  db: Db,
  { number, email }: { number: string; email: string },
): Promise<BuyersOrder | undefined> {
  return await db
    .selectFrom('purchase_order as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.world', 'o.account_id as accountId', 'o.purpose'])
    .where('o.world', 'in', liveWorldCodes)
    .where('o.number', '=', number)
    .where('a.email', '=', email)
    .where('o.status', '=', 'paid')
    .executeTakeFirst()
}
