import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { DisputeUpdate } from '#platform/gateways/payments/payment-provider.ts'

/** Whether a bank takes the money of an order (`o`) back, or has done so. */
export const isCalledBack = sql<SqlBool>`exists (
  select from payment pay join payment_dispute d on d.world = pay.world and d.payment_id = pay.id
  where pay.world = o.world and pay.order_id = o.id and d.status <> 'won')`

/** Whether the money of an order is called back. */
export async function isDisputed(db: Db, world: string, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from purchase_order o where o.world = ${world} and o.id = ${orderId} and ${isCalledBack}`.execute(
    db,
  )
  return rows.length > 0
}

export interface DisputeRow {
  provider: string
  order_id: number
  account_id: number
  purpose: 'materials' | 'gift_card'
  status: 'open' | 'won' | 'lost'
  held_cents: number
  currency: string
  written_off_at: Date | null
}

/** A dispute by the provider's name for it, with the order it is about. */
export async function findDispute(db: Db, world: string, disputeId: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select d.provider, o.id as order_id, o.account_id, o.purpose, d.status, d.held_cents, d.currency, d.written_off_at
    from payment_dispute d join payment pay on pay.world = d.world and pay.id = d.payment_id
    join purchase_order o on o.world = pay.world and o.id = pay.order_id
    where d.world = ${world} and d.dispute_id = ${disputeId}`.execute(db)
  return rows[0]
}

/** Says that a lost dispute is closed in the books; false when it was before. The caller holds the lock of its order. */
export async function markWrittenOff(tx: Db, world: string, disputeId: string): Promise<boolean> {
  const row = await tx
    .updateTable('payment_dispute')
    .set({ written_off_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'lost')
    .where('written_off_at', 'is', null)
    .returning('dispute_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A dispute as it was last told, locked; whoever asks holds the lock of its order. */
export async function lockDispute(
  tx: Db,
  world: string,
  input: { provider: string; disputeId: string },
): Promise<{ status: 'open' | 'won' | 'lost'; held_cents: number; fee_cents: number } | undefined> {
  return await tx
    .selectFrom('payment_dispute')
    .select(['status', 'held_cents', 'fee_cents'])
    .where('world', '=', world)
    .where('provider', '=', input.provider)
    .where('dispute_id', '=', input.disputeId)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the state of a dispute. */
export async function saveDispute(
  tx: Db,
  world: string,
  { paymentId, provider, update }: { paymentId: number; provider: string; update: DisputeUpdate },
): Promise<void> {
  const { status, reason, currency } = update
  const now = {
    ...{ status, reason, amount_cents: update.amountCents, held_cents: update.heldCents },
    fee_cents: update.feeCents,
    closed_at: status === 'open' ? null : sql<Date>`now()`,
  }
  await tx
    .insertInto('payment_dispute')
    .values({ world, provider, dispute_id: update.disputeId, payment_id: paymentId, currency, ...now })
    .onConflict((conflict) => conflict.columns(['world', 'provider', 'dispute_id']).doUpdateSet(now))
    .execute()
}
