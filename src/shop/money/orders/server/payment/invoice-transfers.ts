import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { splitTransfer, transferBooking } from '#platform/rules/money/booking.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { openOrder } from '../checkout/invoice-purchase.ts'
import {
  findInvoicePurchase,
  type InvoicePurchaseRow,
  insertTransfer,
  invoiceProvider,
  markInvoicePaid,
  setOpen,
} from '../checkout/invoice-purchase-queries.ts'
import { transferBookedMail } from '../documents/invoice-mails.ts'
import { transferReceived } from '../events.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { lockBuyer, lockOrder, type OrderRow } from '../queries.ts'
import { mailParties, paymentsOf, updatePayment } from './payment-queries.ts'

interface Transfer {
  reference: string
  /** The open amount finance saw: a different one now means a concurrent change. */
  amount: number
  /** What arrived; left out: all that was open. */
  received?: number | undefined
}

/**
 * Somebody of finance saw money on our account. All that is open: the authors' shares are free. A part: the rest stays
 * open, and reminders ask for it alone. More: what is too much is owed to the school, and somebody has to send it back.
 * @throws ProductError not_found; forbidden for one's own; conflict when it is settled, or another sum is open than was seen
 */
export async function invoicePaid(
  context: Context,
  { reference, amount, received = amount }: Transfer,
): Promise<{ reference: string; amount: number; open: number }> {
  const { accountId: by } = requireMember(context)
  const { world } = context
  const found = await openOrder(context, reference)
  requireOthers(context, found.account_id)
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, found.account_id)
    const order = await lockOrder(tx, world, found.id)
    const row = await findInvoicePurchase(tx, world, order.id)
    if (row?.status !== 'open' || row.open_cents !== amount) throw new ProductError('conflict')
    const parts = splitTransfer(received, amount)
    const transfer = { orderId: order.id, amountCents: received, ...parts }
    const transferId = await insertTransfer(tx, world, { ...transfer, by })
    if (parts.openCents === 0) await settleInvoice(tx, world, { orderId: order.id, by })
    else await setOpen(tx, world, { orderId: order.id, openCents: parts.openCents })
    await insertLedger(tx, world, {
      ...{
        kind: 'invoice_paid',
        orderId: order.id,
        cause: `transfer:${transferId}`,
        currency: order.currency,
      },
      entries: transferBooking({ provider: invoiceProvider, ...parts }),
    })
    await tell(tx, context, { order, row, transferId, received, ...parts })
    return { reference, amount: received, open: parts.openCents }
  })
}

async function settleInvoice(
  tx: Db,
  world: string,
  { orderId, by }: { orderId: number; by: number },
): Promise<void> {
  await markInvoicePaid(tx, world, { orderId, by })
  const payment = (await paymentsOf(tx, world, [orderId])).find(
    ({ provider }) => provider === invoiceProvider,
  )
  if (payment !== undefined) await updatePayment(tx, world, { paymentId: payment.id, status: 'succeeded' })
}

interface Booking {
  order: OrderRow
  row: InvoicePurchaseRow
  transferId: number
  received: number
  openCents: number
  excessCents: number
}

/** The school by mail and by a receipt; finance by a task, where money has to go back. */
async function tell(tx: Db, context: Context, booking: Booking): Promise<void> {
  const { world, env } = context
  const { order, row, transferId, received, openCents, excessCents } = booking
  const { id: orderId, reference, account_id: buyerId, currency } = order
  const orderNumber = order.number ?? ''
  const [party] = await mailParties(tx, [buyerId])
  if (excessCents > 0)
    await openTask(tx, context, {
      kind: 'overpaid',
      cause: `transfer:${transferId}`,
      detail: {
        orderNumber,
        orderReference: reference,
        buyerId,
        amount: excessCents,
        expected: row.open_cents,
        currency,
      },
    })
  if (party === undefined) return
  await emit(context, tx, transferReceived, {
    ...{ orderId, reference, world, buyerId, transferId, number: orderNumber },
    buyer: { name: party.public_name, email: party.email },
    ...{ amountCents: received, openCents, currency },
  })
  await queueMail(tx, context, {
    mail: transferBookedMail,
    to: party.email,
    vars: {
      ...{ publicName: party.public_name, orderNumber, currency, dueAt: row.due_at },
      ...{ amountCents: received, openCents, excessCents },
      invoiceUrl: absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: reference } })),
    },
    dedupeKey: `transfer-booked:${world}:${transferId}`,
  })
}
