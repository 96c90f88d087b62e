import { sql } from 'kysely'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { owedAccount } from '#platform/rules/money/booking.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import type { OrderRow } from '../queries.ts'
import type { Settlement } from '../types.ts'
import { type PaymentRow, updatePayment } from './payment-queries.ts'

interface Matter {
  order: OrderRow
  payment: PaymentRow
  settlement: Settlement
}

/**
 * Money the provider took of another sum than was asked. Nothing is delivered for it; the books hold it as owed, and somebody
 * has to look. A word on money that did not come is only told.
 */
export async function takeMismatch(tx: Db, context: Context, matter: Matter): Promise<void> {
  const { order, payment, settlement } = matter
  const { amountCents, currency, status } = settlement
  await openTask(tx, context, {
    kind: 'amount_mismatch',
    cause: `payment:${payment.id}`,
    detail: {
      ...matterOf({ order, payment }),
      amount: amountCents,
      expected: payment.amount_cents,
      currency,
    },
  })
  if (status === 'succeeded' && amountCents > 0) await bookUnexpected(tx, context, matter)
}

/**
 * Holds money that came as owed; once for a payment.
 * @returns false where it is booked already
 */
export async function bookUnexpected(
  tx: Db,
  { world }: Context,
  { order, payment, settlement }: Matter,
): Promise<boolean> {
  if (payment.status === 'succeeded' || payment.status === 'unexpected') return false
  const { provider, amountCents, currency } = settlement
  await updatePayment(tx, world, { paymentId: payment.id, status: 'unexpected' })
  return await insertLedger(tx, world, {
    ...{ kind: 'unexpected', orderId: order.id, cause: `payment:${payment.id}`, currency },
    entries: entriesOf(provider, amountCents),
  })
}

/** Takes the booking of unexpected money back: it was what the order asked for, says the provider now. */
export async function expectAgain(tx: Db, context: Context, { order, payment }: Matter): Promise<void> {
  if (payment.status !== 'unexpected') return
  const booked = await unexpectedBooking(tx, context.world, payment)
  if (booked === undefined) return
  await insertLedger(tx, context.world, {
    ...{
      kind: 'unexpected_back',
      orderId: order.id,
      cause: `payment:${payment.id}`,
      currency: booked.currency,
    },
    entries: entriesOf(payment.provider, -booked.amount_cents),
  })
}

/** What of a payment is booked as unexpected. */
export async function unexpectedBooking(tx: Db, world: string, payment: Pick<PaymentRow, 'id'>) {
  return await tx
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.world', '=', 'ledger_transaction.world')
        .onRef('ledger_entry.transaction_id', '=', 'ledger_transaction.id'),
    )
    .select(['ledger_entry.amount_cents', 'ledger_entry.currency'])
    .where('ledger_transaction.world', '=', world)
    .where('ledger_transaction.kind', '=', 'unexpected')
    .where('ledger_transaction.cause', '=', `payment:${payment.id}`)
    .where('ledger_entry.ledger_account', 'like', 'provider:%')
    .executeTakeFirst()
}

/** What came for an order unexpectedly and has not gone back. */
export async function unexpectedCents(db: Db, world: string, orderId: number): Promise<number> {
  const { cents } = await db
    .selectFrom('ledger_transaction as t')
    .innerJoin('ledger_entry as e', (join) =>
      join.onRef('e.world', '=', 't.world').onRef('e.transaction_id', '=', 't.id'),
    )
    .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::integer`.as('cents'))
    .where('t.world', '=', world)
    .where('t.order_id', '=', orderId)
    .where('t.kind', 'in', ['unexpected', 'unexpected_back'])
    .where('e.ledger_account', '=', owedAccount)
    .executeTakeFirstOrThrow()
  return cents
}

/** Whether unexpected money went back by a refund of this name. */
export async function isBookedBack(db: Db, world: string, refundReference: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('world', '=', world)
    .where('kind', '=', 'unexpected_back')
    .where('cause', '=', `refund:${refundReference}`)
    .executeTakeFirst()
  return row !== undefined
}

/** The two sides of money that came (above zero) or went back (below). */
export function entriesOf(provider: string, amountCents: number) {
  return [
    { account: `provider:${provider}`, amountCents },
    { account: owedAccount, amountCents: -amountCents },
  ]
}

/** A payment that was made is said to have failed: a dispute takes money back, this does not; somebody has to look. */
export async function tellLateFailure(
  tx: Db,
  context: Context,
  { order, payment, settlement }: Matter,
): Promise<void> {
  await openTask(tx, context, {
    kind: 'late_failure',
    cause: `payment:${payment.id}`,
    detail: { ...matterOf({ order, payment }), amount: payment.amount_cents, reason: settlement.status },
  })
}

/** Identifies the order, buyer and payment for the operator. */
export function matterOf({
  order,
  payment,
}: {
  order: Pick<OrderRow, 'number' | 'reference' | 'account_id'>
  payment: Pick<PaymentRow, 'provider' | 'provider_reference' | 'currency'>
}) {
  return {
    orderNumber: order.number,
    orderReference: order.reference,
    buyerId: order.account_id,
    provider: payment.provider,
    providerReference: payment.provider_reference,
    currency: payment.currency,
  }
}
