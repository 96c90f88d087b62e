import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { giftCardBooking, giftCardsAccount } from '#platform/rules/money/booking.ts'
import { orderPaid } from '../events.ts'
import { payRefundJob } from '../jobs.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { markPaid, paymentsOf } from '../payment/payment-queries.ts'
import { lockOrder, type OrderRow } from '../queries.ts'
import { centsGivenBack, insertRefund } from '../refund/refund-queries.ts'
import { insertOrder } from './checkout-queries.ts'
import { drawOrderNumber } from './numbers.ts'

/** Takes the place of the consent version: nothing is delivered at once, so no consent is needed. */
const noConsent = 'none'

/**
 * An order of money for a code: no materials, no credit, and no tax, because nobody knows yet what it will be spent on (a
 * multi-purpose voucher, directive (EU) 2016/1065). It is paid like any other. Inside the buyer's lock.
 */
export async function writeGiftOrder(
  tx: Db,
  { world }: Pick<Context, 'world'>,
  { accountId, amountCents }: { accountId: number; amountCents: number },
): Promise<OrderRow> {
  const { currency, country } = worldOf(world)
  return await insertOrder(tx, world, {
    order: {
      ...{ reference: randomBytes(16).toString('hex'), accountId, cartId: null, currency, country },
      ...{ totalCents: amountCents, taxCents: 0, taxRateBp: 0, reverseChargeVatId: null },
      ...{ consentTextVersion: noConsent, consentAt: new Date(), voucher: null, creditCents: 0 },
      purpose: 'gift_card',
    },
    items: [],
  })
}

/**
 * Makes a paid order of a code real, inside the transaction that says so: booking and number; whoever hears of it makes the
 * code. Answers the number.
 */
export async function fulfilGiftOrder(
  tx: Db,
  context: Context,
  input: { order: OrderRow; provider: string | null; feeCents?: number },
): Promise<string> {
  const { world } = context
  const { order, provider, feeCents = 0 } = input
  const { id: orderId, reference, account_id: buyerId, currency, total_cents: amountCents } = order
  await insertLedger(tx, world, {
    ...{ kind: 'gift_card_sale', orderId, currency },
    entries: giftCardBooking({ provider: provider ?? 'none', feeCents, amountCents }),
  })
  const paidAt = new Date()
  const number = order.number ?? (await drawOrderNumber(tx, context, paidAt))
  await markPaid(tx, world, { orderId, number, paidAt })
  await emit(context, tx, orderPaid, {
    ...{ orderId, reference, number, world, buyerId, totalCents: amountCents, currency },
    ...{ purpose: 'gift_card', items: [] },
  })
  return number
}

/**
 * Sends back what was paid for a code that was made worthless before. Inside the locks of buyer and order.
 * @throws ProductError conflict: it is not paid, or went back before
 */
export async function payGiftBack(
  tx: Db,
  context: Context,
  { orderId, requestedBy, reason }: { orderId: number; requestedBy: number; reason: string },
): Promise<OrderRow> {
  const { world, queue } = context
  const order = await lockOrder(tx, world, orderId)
  const { currency, total_cents: amountCents } = order
  const payment = (await paymentsOf(tx, world, [orderId])).find(({ status }) => status === 'succeeded')
  const isBack = (await centsGivenBack(tx, world, orderId)) > 0
  if (order.status !== 'paid' || payment === undefined || isBack) throw new ProductError('conflict')
  const refund = await insertRefund(tx, world, {
    ...{ orderId, reference: randomBytes(16).toString('hex'), kind: 'refund', reason, items: [], currency },
    ...{ amountCents, taxCents: 0, creditCents: 0, paymentId: payment.id, isOwed: false, requestedBy },
  })
  await insertLedger(tx, world, {
    ...{ kind: 'refund', orderId, refundId: refund.id, currency },
    entries: [
      { account: giftCardsAccount, amountCents },
      { account: `provider:${payment.provider}`, amountCents: -amountCents },
    ],
  })
  await queue.send(tx, payRefundJob, { world, refundId: refund.id })
  return order
}
