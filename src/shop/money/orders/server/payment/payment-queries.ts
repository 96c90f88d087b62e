import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { PaymentSurface } from '../../rules/contract.ts'

export interface PaymentRow {
  id: number
  order_id: number
  account_id: number
  provider: string
  provider_reference: string
  /** Made on the provider's page, or in its fields on ours. */
  surface: PaymentSurface
  /** 'processing': made, and the money is not there yet. 'unexpected': money came that its order did not wait for. */
  status: 'pending' | 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected'
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

/** A payment by the name its provider gave it. */
export interface PaymentReference {
  provider: string
  providerReference: string
}

/** The first lock of whatever books what a provider says of a payment. */
export async function lockBuyerOfPayment(
  tx: Db,
  world: string,
  { provider, providerReference }: PaymentReference,
): Promise<void> {
  await tx
    .selectFrom('payment')
    .innerJoin('purchase_order', (join) =>
      join
        .onRef('purchase_order.world', '=', 'payment.world')
        .onRef('purchase_order.id', '=', 'payment.order_id'),
    )
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select('payment.id')
    .where('payment.world', '=', world)
    .where('payment.provider', '=', provider)
    .where('payment.provider_reference', '=', providerReference)
    .forNoKeyUpdate('account')
    .execute()
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

/** A payment by our own number of it. */
export async function paymentById(db: Db, world: string, id: number): Promise<PaymentRow | undefined> {
  return await payments(db).where('payment.world', '=', world).where('payment.id', '=', id).executeTakeFirst()
}

/** The last payment of the order with this reference. */
export async function lastPaymentOf(
  db: Db,
  world: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  return await payments(db)
    .where('purchase_order.world', '=', world)
    .where('purchase_order.reference', '=', reference)
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Payments of a member's waiting orders of which the provider has not said how they ended. */
export async function openPaymentsOf(db: Db, world: string, accountId: number): Promise<PaymentRow[]> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('purchase_order.account_id', '=', accountId)
    .where('purchase_order.status', 'in', ['pending', 'processing'])
    .where('payment.status', 'in', ['pending', 'processing'])
    .orderBy('payment.id')
    .execute()
}

/** Payments of which the provider has the last word to say: of orders under way, and of those that wait since before a moment. */
export async function undecidedPayments(
  db: Db,
  world: string,
  { waitingSince, after, limit }: { waitingSince: Date; after: number; limit: number },
): Promise<PaymentRow[]> {
  return await payments(db)
    .where('payment.world', '=', world)
    .where('payment.id', '>', after)
    .where('payment.status', 'in', ['pending', 'processing'])
    .where((where) =>
      where.or([
        where('purchase_order.status', '=', 'processing'),
        where.and([
          where('purchase_order.status', '=', 'pending'),
          where('purchase_order.created_at', '<', waitingSince),
        ]),
      ]),
    )
    .orderBy('payment.id')
    .limit(limit)
    .execute()
}

/** A provider's reference in whatever world: webhooks do not name one. */
export async function paymentInWorlds(
  db: Db,
  worlds: readonly string[],
  input: { provider: string; providerReference: string },
): Promise<(PaymentRow & { world: string }) | undefined> {
  return await payments(db)
    .select('payment.world')
    .where('payment.world', 'in', [...worlds])
    .where('payment.provider', '=', input.provider)
    .where('payment.provider_reference', '=', input.providerReference)
    .executeTakeFirst()
}

/** Stores the provider's status; a success is final. */
export async function updatePayment(
  tx: Db,
  world: string,
  input: { paymentId: number; status: 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected' },
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: input.status, settled_at: input.status === 'processing' ? null : sql`now()` })
    .where('world', '=', world)
    .where('id', '=', input.paymentId)
    .where('status', '<>', 'succeeded')
    .execute()
}

/**
 * Gives the order that a payment of its very sum is for its number (`prefix` and the next of `series`), while it is neither paid
 * nor numbered. It does not wait for the disk while the series is locked: the transaction that books with this number does.
 */
export async function numberUnnumbered(
  db: Db,
  world: string,
  payment: PaymentReference & { amountCents: number; currency: string },
  { series, prefix }: { series: string; prefix: string },
): Promise<void> {
  const { provider, providerReference, amountCents, currency } = payment
  await sql`
    with due as (
      select o.world, o.id from payment p join purchase_order o on o.world = p.world and o.id = p.order_id
      where p.world = ${world} and p.provider = ${provider} and p.provider_reference = ${providerReference}
        and p.amount_cents = ${amountCents}::bigint and p.currency = ${currency} and o.status <> 'paid' and o.number is null
      for update of o
    ), drawn as (
      insert into number_series (world, series, next_number) select world, ${series}::text, 2 from due
      on conflict (world, series) do update set next_number = number_series.next_number + 1
      returning (next_number - 1)::text as number
    ), unwaited as (select set_config('synchronous_commit', 'off', true))
    update purchase_order o set number = ${prefix}::text || lpad(drawn.number, greatest(6, length(drawn.number)), '0')
    from due cross join drawn cross join unwaited
    where o.world = due.world and o.id = due.id`.execute(db)
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
