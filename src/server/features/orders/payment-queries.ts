import { sql } from 'kysely'
import type { PaymentSurface } from '#shared/contract/order.ts'
import type { Db } from '../../db/pool.ts'

export interface PaymentRow {
  id: number
  order_id: number
  account_id: number
  provider: string
  provider_reference: string
  /** Made on the provider's page, or in its fields on ours. */
  surface: PaymentSurface
  /** 'unexpected': money came that its order did not wait for. */
  status: 'pending' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected'
  amount_cents: number
  currency: string
}

const paymentColumns = [
  'payment.id',
  'payment.order_id',
  'purchase_order.account_id',
  'payment.provider',
  'payment.provider_reference',
  'payment.surface',
  'payment.status',
  'payment.amount_cents',
  'payment.currency',
] as const

function payments(db: Db) {
  return db
    .selectFrom('payment')
    .innerJoin('purchase_order', (join) =>
      join
        .onRef('purchase_order.world', '=', 'payment.world')
        .onRef('purchase_order.id', '=', 'payment.order_id'),
    )
    .select(paymentColumns)
}

/** Notes the payment a provider opened for an order; once. */
export async function insertPayment(
  db: Db,
  world: string,
  input: {
    orderId: number
    provider: string
    providerReference: string
    surface?: PaymentSurface
    amountCents: number
    currency: string
  },
): Promise<void> {
  await db
    .insertInto('payment')
    .values({
      world,
      order_id: input.orderId,
      provider: input.provider,
      provider_reference: input.providerReference,
      surface: input.surface ?? 'page',
      amount_cents: input.amountCents,
      currency: input.currency,
    })
    .onConflict((conflict) => conflict.columns(['world', 'provider', 'provider_reference']).doNothing())
    .execute()
}

/** A payment by the provider's reference. */
export async function paymentBy(
  db: Db,
  world: string,
  input: { provider: string; providerReference: string },
): Promise<PaymentRow | undefined> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.provider', '=', input.provider)
    .where('payment.provider_reference', '=', input.providerReference)
    .executeTakeFirst()
}

/** A payment as it is now; whoever changes it holds the lock of its order. */
export async function paymentById(db: Db, world: string, id: number): Promise<PaymentRow> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The payments of orders. */
export async function paymentsOf(db: Db, world: string, orderIds: readonly number[]): Promise<PaymentRow[]> {
  if (orderIds.length === 0) return []
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.order_id', 'in', [...orderIds])
    .orderBy('payment.id')
    .execute()
}

/** Payments of a member's waiting orders of which the provider has not said how they ended. */
export async function openPaymentsOf(db: Db, world: string, accountId: number): Promise<PaymentRow[]> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('purchase_order.account_id', '=', accountId)
    .where('purchase_order.status', '=', 'pending')
    .where('payment.status', '=', 'pending')
    .orderBy('payment.id')
    .execute()
}

/** The world a provider's reference belongs to: webhooks do not name one. */
export async function worldOfPayment(
  db: Db,
  worlds: readonly string[],
  input: { provider: string; providerReference: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('world')
    .where('world', 'in', [...worlds])
    .where('provider', '=', input.provider)
    .where('provider_reference', '=', input.providerReference)
    .executeTakeFirst()
  return row?.world
}

/** Sets what the provider said; a success is never taken back. */
export async function updatePayment(
  tx: Db,
  world: string,
  input: { paymentId: number; status: 'succeeded' | 'declined' | 'cancelled' | 'unexpected' },
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: input.status, settled_at: sql`now()` })
    .where('world', '=', world)
    .where('id', '=', input.paymentId)
    .where('status', '<>', 'succeeded')
    .execute()
}

/** The order a payment of its very sum is for, locked, while it is neither paid nor numbered. */
export async function lockUnnumbered(
  tx: Db,
  world: string,
  said: { provider: string; providerReference: string; amountCents: number; currency: string },
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('payment')
    .innerJoin('purchase_order', (join) =>
      join
        .onRef('purchase_order.world', '=', 'payment.world')
        .onRef('purchase_order.id', '=', 'payment.order_id'),
    )
    .select('purchase_order.id')
    .where('payment.world', '=', world)
    .where('payment.provider', '=', said.provider)
    .where('payment.provider_reference', '=', said.providerReference)
    .where('payment.amount_cents', '=', said.amountCents)
    .where('payment.currency', '=', said.currency)
    .where('purchase_order.status', '<>', 'paid')
    .where('purchase_order.number', 'is', null)
    .forUpdate('purchase_order')
    .executeTakeFirst()
  return row?.id
}

export async function setNumber(
  tx: Db,
  world: string,
  input: { orderId: number; number: string },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ number: input.number })
    .where('world', '=', world)
    .where('id', '=', input.orderId)
    .execute()
}

/** Remembers a webhook call; false when it came before. Waits for a parallel transaction with the same one. */
export async function insertPaymentEvent(
  tx: Db,
  event: { provider: string; id: string; type: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_event')
    .values({ provider: event.provider, event_id: event.id, type: event.type })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on the buyer owes the tax of this order themselves. */
export async function setReverseCharge(
  tx: Db,
  world: string,
  input: { orderId: number; vatId: string },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ reverse_charge_vat_id: input.vatId })
    .where('world', '=', world)
    .where('id', '=', input.orderId)
    .execute()
}
