import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { owedAccount, refundBooking, splitTransfer } from '#platform/rules/money/booking.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { findInvoicePurchase, invoiceProvider, lessenInvoice } from '../checkout/invoice-purchase-queries.ts'
import { restoreReductions } from '../checkout/reductions.ts'
import { orderRefunded } from '../events.ts'
import { payRefundJob } from '../jobs.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { paymentsOf } from '../payment/payment-queries.ts'
import type { OrderRow } from '../queries.ts'
import { insertRefund, type NewRefund, type RefundRow } from './refund-queries.ts'

/** What goes back of an order, and why. */
export interface Refunded {
  order: OrderRow
  items: readonly (NewRefund['items'][number] & { authorId: number })[]
  kind: NewRefund['kind']
  reason: string
  requestedBy: number
  /** The decision of moderation that sent it back. */
  takedownId?: number | undefined
  /** A chargeback: the buyer's bank took the money, booked in this account; no credit is returned and no refund is sent. */
  takenIn?: string
}

/** A refund as it was written. */
export interface WrittenRefund extends RefundRow {
  /** The buyer had not paid it yet: they owe less now, and no money moves. */
  isOwed: boolean
}

/** Writes and books what goes back: credit first, then the way it came. Inside the locks of buyer and order. */
export async function writeRefund(
  tx: Db,
  context: Context,
  { order, items, kind, reason, requestedBy, takedownId, takenIn, isLast }: Refunded & { isLast: boolean },
): Promise<WrittenRefund> {
  const { world } = context
  const { id: orderId, currency, country } = order
  const payment = (await paymentsOf(tx, world, [orderId])).find(({ status }) => status === 'succeeded')
  const invoice = await findInvoicePurchase(tx, world, orderId)
  const isOwed = invoice?.status === 'open'
  const totals = totalsOf(items)
  const credit =
    takenIn === undefined
      ? await restoreReductions(tx, world, { order, amountCents: totals.amountCents, isLast })
      : undefined
  const creditCents = (credit?.amountCents ?? 0) + (credit?.missingCents ?? 0)
  const refund = await insertRefund(tx, world, {
    ...{ orderId, reference: randomBytes(16).toString('hex'), kind, reason, items, ...totals, currency },
    ...{ creditCents, isOwed, requestedBy, takedownId, isTaken: takenIn !== undefined },
    paymentId: takenIn === undefined ? (payment?.id ?? null) : null,
  })
  const entries = refundBooking({
    provider: isOwed ? invoiceProvider : (payment?.provider ?? 'none'),
    ...{ country, lines: items, credit, takenIn },
  })
  // A discount by the author's own code moves no money.
  if (entries.length > 0)
    await insertLedger(tx, world, { kind: 'refund', orderId, refundId: refund.id, currency, entries })
  const cents = totals.amountCents - creditCents
  if (isOwed && cents > 0)
    await lessenOpen(tx, context, { order, refund, cents, openCents: invoice.open_cents, by: requestedBy })
  return { ...refund, isOwed }
}

/** What is open becomes less. A part was paid by transfer before: what is beyond the open rest, a person sends back. */
async function lessenOpen(
  tx: Db,
  context: Context,
  input: { order: OrderRow; refund: RefundRow; cents: number; openCents: number; by: number },
): Promise<void> {
  const { world } = context
  const { order, refund, cents, openCents, by } = input
  const { paidCents: lessCents, excessCents } = splitTransfer(cents, openCents)
  await lessenInvoice(tx, world, { orderId: order.id, cents: lessCents, by })
  if (excessCents === 0) return
  const { currency, number: orderNumber, reference: orderReference } = order
  await insertLedger(tx, world, {
    ...{ kind: 'transfer_back', orderId: order.id, cause: `refund:${refund.id}`, currency },
    entries: [
      { account: `provider:${invoiceProvider}`, amountCents: excessCents },
      { account: owedAccount, amountCents: -excessCents },
    ],
  })
  await openTask(tx, context, {
    kind: 'transfer_back',
    cause: `refund:${refund.id}`,
    detail: { orderNumber, orderReference, buyerId: order.account_id, amount: excessCents, currency },
  })
}

/** Starts the transfer and notifies, once the rest of the refund is written. */
export async function announceRefund(
  tx: Db,
  context: Context,
  { order, items, kind, reason, refund }: Refunded & { refund: WrittenRefund },
): Promise<void> {
  const { world, queue } = context
  if (refund.status === 'pending' && refund.payment_id !== null)
    await queue.send(tx, payRefundJob, { world, refundId: refund.id })
  await emit(context, tx, orderRefunded, {
    ...{ orderId: order.id, reference: order.reference, world, buyerId: order.account_id },
    ...{
      refundId: refund.id,
      isOwed: refund.isOwed,
      kind,
      reason,
      currency: order.currency,
      ...totalsOf(items),
    },
    items: items.map(({ materialId, authorId, amountCents, taxCents, revokes }) => {
      return { materialId, authorId, amountCents, taxCents, revokes }
    }),
  })
}

function totalsOf(items: Refunded['items']): { amountCents: number; taxCents: number } {
  return {
    amountCents: sumCents(items.map((item) => item.amountCents)),
    taxCents: sumCents(items.map((item) => item.taxCents)),
  }
}
