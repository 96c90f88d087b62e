import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { paySecondBackJob } from './jobs.ts'
import { insertLedger } from './ledger/ledger-queries.ts'
import { secondPaymentMail } from './mails.ts'
import { mailParties } from './payment/fulfil-queries.ts'
import { type PaymentRow, paymentById } from './payment/payment-queries.ts'
import { entriesOf, isBookedBack, matterOf, unexpectedCents } from './payment/unexpected.ts'
import { lockPayment, type OrderRow } from './queries.ts'

interface Second {
  order: OrderRow
  payment: PaymentRow
}

/** The name the provider knows the refund of a second payment by. */
export function secondRefundOf({ provider_reference }: Pick<PaymentRow, 'provider_reference'>): string {
  return `second-${provider_reference}`
}

/** An order was paid a second time and the money is booked as owed: it goes back by itself, and the buyer is told. */
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
