import { sql } from 'kysely'
import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { translator } from '#platform/i18n/translate.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { owedAccount } from '#platform/rules/money/booking.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { paySecondBackJob } from '../jobs.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { secondPaymentMail } from '../mails.ts'
import { lockOrder, lockPayment, type OrderRow } from '../queries.ts'
import { bookRefund } from '../refund/refunds.ts'
import type { Fulfilment, Settlement } from '../types.ts'
import { mailParties, type PaymentRow, paymentById, updatePayment } from './payment-queries.ts'

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
async function unexpectedBooking(tx: Db, world: string, payment: Pick<PaymentRow, 'id'>) {
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
async function unexpectedCents(db: Db, world: string, orderId: number): Promise<number> {
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
async function isBookedBack(db: Db, world: string, refundReference: string): Promise<boolean> {
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

interface Second {
  order: OrderRow
  payment: PaymentRow
}

/** The name the provider knows the refund of a second payment by. */
export function secondRefundOf({ provider_reference }: Pick<PaymentRow, 'provider_reference'>): string {
  return `second-${provider_reference}`
}

/** An order was paid a second time and the money is booked as owed: a job returns it, and the buyer gets a mail. */
export async function giveBackSecond(tx: Db, context: Context, { order, payment }: Second): Promise<void> {
  const { world, env, queue } = context
  await queue.send(tx, paySecondBackJob, { world, paymentId: payment.id })
  const [buyer] = await mailParties(tx, [order.account_id])
  if (buyer === undefined) return
  await queueMail(tx, context, {
    mail: secondPaymentMail,
    to: buyer.email,
    vars: {
      ...{ publicName: buyer.public_name, orderNumber: order.number ?? '' },
      ...{ amountCents: payment.amount_cents, currency: payment.currency },
      invoicesUrl: absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: order.reference } })),
    },
    dedupeKey: `${secondPaymentMail.name}:${world}:${payment.id}`,
  })
}

/** The job `pay_second_back`: asks the provider to send a second payment back; once, however often it runs. */
export async function paySecondBack(
  deps: Deps,
  { world, paymentId }: { world: string; paymentId: number },
): Promise<void> {
  if (!isLiveWorld(world)) return
  const context = strangerContext(deps, world)
  const { db, payments } = context
  const payment = await paymentById(db, world, paymentId)
  if (payment === undefined) return
  const { provider, provider_reference: providerReference, currency, amount_cents: amountCents } = payment
  const refundReference = secondRefundOf(payment)
  const isDone = await isBookedBack(db, world, refundReference)
  // Somebody may have sent it by hand at the provider.
  if (isDone || (await unexpectedCents(db, world, payment.order_id)) === 0) return
  const status =
    provider === payments.name
      ? await payments.refund({ providerReference, refundReference, amountCents, currency })
      : 'failed'
  if (status === 'pending') return
  await transaction(db, async (tx) => {
    const second = await lockPayment(tx, world, { provider, providerReference })
    if (second !== undefined) await endSecondBack(tx, context, { ...second, status })
  })
}

/**
 * The provider's word on the refund of a second payment. Sent: nothing is owed any more. Refused, or come back from the
 * buyer's bank: it is owed (again), and somebody has to send it by hand.
 */
export async function endSecondBack(
  tx: Db,
  context: Context,
  { order, payment, status }: Second & { status: 'succeeded' | 'failed' },
): Promise<void> {
  const { world } = context
  const { currency, provider, amount_cents: amount } = payment
  const cause = `refund:${secondRefundOf(payment)}`
  const booking = { kind: 'unexpected_back' as const, orderId: order.id, currency }
  if (status === 'succeeded') {
    await insertLedger(tx, world, { ...booking, cause, entries: entriesOf(provider, -amount) })
    return
  }
  if (await isBookedBack(tx, world, secondRefundOf(payment)))
    await insertLedger(tx, world, {
      ...booking,
      cause: `${cause}:failed`,
      entries: entriesOf(provider, amount),
    })
  await openTask(tx, context, {
    kind: 'duplicate_payment',
    cause: `payment:${payment.id}`,
    detail: { ...matterOf({ order, payment }), amount, refundReference: secondRefundOf(payment) },
  })
}

/**
 * Two orders for the same thing were paid, one of them late: what this one gave its buyer nothing of goes back by itself, in the
 * transaction that books the payment, with its document and its mail. They keep what the other order gave them. Inside the
 * locks of buyer and order.
 */
export async function giveBackPaidTwice(
  tx: Db,
  context: Context,
  { order, fulfilment }: { order: OrderRow; fulfilment: Fulfilment },
): Promise<void> {
  const { alreadyOwned } = fulfilment
  if (alreadyOwned.length === 0) return
  await bookRefund(tx, context, {
    order: await lockOrder(tx, context.world, order.id),
    items: alreadyOwned.map((materialId) => ({ materialId })),
    kind: 'refund',
    reason: translator(context.world)('payment:underWay.paidTwice'),
    keepsAccess: false,
    isHeldBesides: true,
    requestedBy: order.account_id,
  })
}
