import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DisputeUpdate } from '../../gateways/payments/payment-provider.ts'

/** Whether a bank takes the money of an order (`o`) back, or has done so. */
export const isCalledBack = sql<SqlBool>`exists (
  select from payment pay join payment_dispute d on d.world = pay.world and d.payment_id = pay.id
  where pay.world = o.world and pay.order_id = o.id and d.status <> 'won')`

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

/** Keeps how a dispute stands. */
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
