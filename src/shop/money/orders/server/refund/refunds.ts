import { randomBytes } from 'node:crypto'
import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import {
  owedAccount,
  partsOf,
  refundBooking,
  splitRefund,
  splitTransfer,
} from '#platform/rules/money/booking.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { findInvoicePurchase, invoiceProvider, lessenInvoice } from '../checkout/invoice-purchase-queries.ts'
import { restoreReductions } from '../checkout/reductions.ts'
import { orderRefunded } from '../events.ts'
import { payRefundJob } from '../jobs.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { isDisputed } from '../payment/dispute-queries.ts'
import { itemParts } from '../payment/fulfil.ts'
import { paymentsOf, setReverseCharge } from '../payment/payment-queries.ts'
import { findOrder, lockBuyer, lockOrder, type OrderItemRow, type OrderRow, orderItems } from '../queries.ts'
import type { RefundedItem } from '../types.ts'
import { queueRefundMails } from './refund-mails.ts'
import {
  type DueRefundRow,
  dueRefund,
  type GivenBackRow,
  givenBack,
  insertRefund,
  type NewRefund,
  type RefundRow,
  settleRefund,
  takeBackEntitlements,
  type WrittenRefund,
} from './refund-queries.ts'

interface RefundInput extends WantedBack {
  reference: string
  reason: string
}

/**
 * Gives a buyer back what they paid, in whole or in part. In one transaction the books, the buyer's materials and the
 * document about it change; the provider sends the money afterwards, once, however often it has to be asked.
 * @throws ProductError not_found, forbidden (one's own order), payment_disputed, conflict (nothing is left, or it `isStill` not as it was),
 * invalid_input (not of the order, or more than is left)
 */
export async function refundOrder(
  context: Context,
  input: RefundInput,
  isStill?: (tx: Db, order: OrderRow) => Promise<boolean>,
): Promise<RefundRow> {
  const { accountId: requestedBy } = requireMember(context)
  const found = await findOrder(context.db, context.world, input.reference)
  if (found === undefined) throw new ProductError('not_found')
  requireOthers(context, found.account_id)
  const reason = cleanText(input.reason)
  if (reason === '') throw new ProductError('invalid_input', { fields: { reason: 'required' } })
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, found.account_id)
    const order = await lockOrder(tx, context.world, found.id)
    if (isStill !== undefined && !(await isStill(tx, order))) throw new ProductError('conflict')
    return await bookRefund(tx, context, { order, ...input, reason, kind: 'refund', requestedBy })
  })
}

/** Inside a transaction that holds the locks of buyer and order. */
export async function bookRefund(
  tx: Db,
  context: Context,
  input: Omit<RefundInput, 'reference'> & {
    order: OrderRow
    kind: 'refund' | 'withdrawal'
    /** The buyer has all of it by another order as well, so nothing of theirs ends. */
    isHeldBesides?: boolean
    requestedBy: number
    takedownId?: number | undefined
  },
): Promise<RefundRow> {
  const { world } = context
  const { order } = input
  const orderId = order.id
  if (order.status !== 'paid') throw new ProductError('conflict')
  // Its bank has the money, or will have it: the provider refuses a refund, and the books would give it back twice.
  if (await isDisputed(tx, world, orderId)) throw new ProductError('payment_disputed')
  const [sold, before] = [await orderItems(tx, world, [orderId]), await givenBack(tx, world, orderId)]
  const { items, isLast } = refundLines(sold, before, input)
  const refund = await writeRefund(tx, context, { ...input, items, isLast })
  await takeBackEntitlements(tx, world, {
    accountId: order.account_id,
    orderId,
    materialIds: items.filter(({ revokes }) => revokes).map(({ materialId }) => materialId),
  })
  const losesAccess = !input.isHeldBesides && items.some(({ revokes }) => revokes)
  const { reason, kind } = input
  await queueRefundMails(tx, context, { order, refund, items, reason, kind, losesAccess })
  await announceRefund(tx, context, { ...input, items, refund })
  return refund
}

/**
 * The job `pay_refund`: asks the provider to send the money back. It knows the refund by its reference and sends it once,
 * however often this runs. What it refuses for good stays in the books and somebody has to look.
 */
export async function payRefund(
  deps: Deps,
  { world, refundId }: { world: string; refundId: number },
): Promise<void> {
  if (!isLiveWorld(world)) return
  const context = strangerContext(deps, world)
  const { db, payments } = context
  const refund = await dueRefund(db, world, refundId)
  if (refund === undefined || refund.status !== 'pending') return
  const request = {
    providerReference: refund.provider_reference,
    refundReference: refund.reference,
    amountCents: refund.amount_cents - refund.credit_cents,
    currency: refund.currency,
  }
  const status = refund.provider === payments.name ? await payments.refund(request) : 'failed'
  // 'pending': the provider tells later how it ended.
  if (status !== 'pending') await transaction(db, (tx) => endRefund(tx, context, { refund, status }))
}

/**
 * The provider's word on a refund of ours. One it refuses stays booked: the buyer is owed the money, and somebody has to
 * send it by hand.
 */
export async function endRefund(
  tx: Db,
  context: Context,
  { refund, status }: { refund: Pick<DueRefundRow, 'id' | 'reference'>; status: 'succeeded' | 'failed' },
): Promise<void> {
  const isNews = await settleRefund(tx, context.world, { refundId: refund.id, status })
  if (!isNews || status !== 'failed') return
  const sent = await dueRefund(tx, context.world, refund.id)
  if (sent === undefined) return
  await openTask(tx, context, {
    kind: 'refund_refused',
    cause: `refund:${refund.id}`,
    detail: {
      ...{ orderNumber: sent.number, orderReference: sent.order_reference, buyerId: sent.buyer_id },
      ...{ provider: sent.provider, providerReference: sent.provider_reference },
      // What the provider was asked for: credit is given back by our own books.
      ...{ refundReference: sent.reference, amount: sent.amount_cents - sent.credit_cents },
      currency: sent.currency,
    },
  })
}

export interface WantedBack {
  /** Undefined: everything that is left. Without an amount: what is left of that line. */
  items?: readonly { materialId: number; amount?: number | undefined }[] | undefined
  /** The buyer keeps what is wholly paid back. */
  keepsAccess: boolean
}

export interface RefundLines {
  items: RefundedItem[]
  /** Nothing of the order is left with its buyer: only then its voucher counts as unused. */
  isLast: boolean
}

/**
 * What of an order goes back, line by line, of what is left of it. A line that its voucher made free goes back with the
 * others, or alone when nothing else is left: for no money, but what its author got for it is taken back, and so is the
 * material.
 * @throws ProductError conflict (nothing is left), invalid_input (not of the order, or more than is left)
 */
export function refundLines(
  sold: readonly OrderItemRow[],
  before: readonly GivenBackRow[],
  { items: wanted, keepsAccess }: WantedBack,
): RefundLines {
  const lines = sold.map((item) =>
    leftOf(
      item,
      before.find((row) => row.material_id === item.material_id),
    ),
  )
  const open = lines.filter(isOpen)
  if (open.length === 0) throw new ProductError('conflict')
  const asked: NonNullable<WantedBack['items']> = wanted ?? open.map(({ materialId }) => ({ materialId }))
  if (asked.length === 0 || new Set(asked.map(({ materialId }) => materialId)).size < asked.length)
    throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  const items = asked.map(({ materialId, amount }) => {
    const line = lines.find((each) => each.materialId === materialId)
    if (line === undefined) throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
    if (!isOpen(line)) throw new ProductError('conflict')
    return refundOf(line, amount ?? line.leftCents, keepsAccess)
  })
  // Where money is left, what was free goes back with it, not before.
  const hasMoney = open.some(({ leftCents }) => leftCents > 0)
  if (hasMoney && sumCents(items.map(({ amountCents }) => amountCents)) === 0)
    throw new ProductError('conflict')
  const isGone = ({ materialId, leftCents }: LeftLine) =>
    items.some((item) => item.materialId === materialId && item.amountCents === leftCents)
  return { items, isLast: open.every(isGone) }
}

interface LeftLine extends Pick<RefundedItem, 'materialId' | 'authorId' | 'title'> {
  leftCents: number
  parts: Pick<RefundedItem, 'taxCents' | 'authorShareCents' | 'commissionCents' | 'voucherCostCents'>
  /** Its voucher paid all of it, and it has not gone back. */
  isFree: boolean
}

function isOpen({ leftCents, isFree }: LeftLine): boolean {
  return leftCents > 0 || isFree
}

function leftOf(item: OrderItemRow, before: GivenBackRow | undefined): LeftLine {
  const sold = partsOf(itemParts(item))
  return {
    materialId: item.material_id,
    authorId: item.author_id,
    title: item.title,
    leftCents: item.price_cents - (before?.amount_cents ?? 0),
    isFree: item.price_cents === 0 && item.voucher_cents > 0 && before === undefined,
    parts: {
      taxCents: sold.taxCents - (before?.tax_cents ?? 0),
      authorShareCents: sold.authorShareCents - (before?.author_share_cents ?? 0),
      commissionCents: sold.commissionCents - (before?.commission_cents ?? 0),
      voucherCostCents: (sold.voucherCostCents ?? 0) - (before?.voucher_cost_cents ?? 0),
    },
  }
}

function refundOf(line: LeftLine, amountCents: number, keepsAccess: boolean): RefundedItem {
  const { materialId, authorId, title, leftCents, parts } = line
  if (amountCents > leftCents) throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  const split = amountCents === leftCents ? parts : splitRefund(amountCents, parts)
  const revokes = amountCents === leftCents && !keepsAccess
  return { materialId, authorId, title, amountCents, ...split, revokes }
}

/** What goes back of an order, and why. */
interface Refunded {
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

/** Lessens the open amount of an invoice. If a part was already paid by transfer, the rest beyond the open amount is an operator's task. */
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

/**
 * After the sale: the buyer turned out to owe the tax themselves, so what is left of it goes back the way it came. The
 * authors' shares and what was bought stay. @throws ProductError conflict when no tax is left
 */
export async function giveBackTax(
  tx: Db,
  context: Context,
  input: { orderId: number; accountId: number; vatId: string; reason: string },
): Promise<void> {
  const { world } = context
  const { orderId, accountId, vatId, reason } = input
  await lockBuyer(tx, accountId)
  const order = await lockOrder(tx, world, orderId)
  const [sold, before] = [await orderItems(tx, world, [orderId]), await givenBack(tx, world, orderId)]
  const items = sold.flatMap((item) => {
    const gone = before.find((row) => row.material_id === item.material_id)?.tax_cents ?? 0
    const taxCents = item.tax_cents - gone
    if (taxCents === 0) return []
    return {
      ...{ materialId: item.material_id, authorId: item.author_id, amountCents: taxCents, taxCents },
      ...{ authorShareCents: 0, commissionCents: 0, voucherCostCents: 0, revokes: false },
    }
  })
  if (order.status !== 'paid' || items.length === 0) throw new ProductError('conflict')
  if (await isDisputed(tx, world, orderId)) throw new ProductError('payment_disputed')
  const refunded = { order, items, kind: 'reverse_charge', reason, requestedBy: accountId } as const
  const refund = await writeRefund(tx, context, { ...refunded, isLast: false })
  await setReverseCharge(tx, world, { orderId, vatId })
  await announceRefund(tx, context, { ...refunded, refund })
}
