import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isDisputed } from '../payment/dispute-queries.ts'
import { findOrder, lockBuyer, lockOrder, type OrderRow, orderItems } from '../queries.ts'
import { endRefund } from './refund-events.ts'
import { refundLines, type WantedBack } from './refund-lines.ts'
import { queueRefundMails } from './refund-mails.ts'
import { dueRefund, givenBack, type RefundRow, takeBackEntitlements } from './refund-queries.ts'
import { announceRefund, writeRefund } from './write-refund.ts'

export interface RefundInput extends WantedBack {
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
