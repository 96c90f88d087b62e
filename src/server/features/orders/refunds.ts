import { isLiveWorld } from '#routing/worlds.ts'
import { ProductError } from '#shared/errors.ts'
import { partsOf, splitRefund } from '#shared/rules/booking.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { sumCents } from '#shared/rules/money.ts'
import { type Context, type Deps, strangerContext } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { requireMember } from '../../http/access.ts'
import { itemParts } from './fulfil.ts'
import { findOrder, lockBuyer, lockOrder, type OrderItemRow, type OrderRow, orderItems } from './queries.ts'
import { endRefund } from './refund-events.ts'
import { queueRefundMails } from './refund-mails.ts'
import { dueRefund, givenBack, type RefundRow, takeBackEntitlements } from './refund-queries.ts'
import type { RefundedItem } from './types.ts'
import { announceRefund, writeRefund } from './write-refund.ts'

export interface RefundInput {
  reference: string
  /** Undefined: everything that is left. Without an amount: what is left of that line. */
  items?: readonly { materialId: number; amount?: number | undefined }[] | undefined
  reason: string
  /** The buyer keeps what is wholly paid back. */
  keepsAccess: boolean
}

/**
 * Gives a buyer back what they paid, in whole or in part. In one transaction the books, the buyer's materials and the
 * document about it change; the provider sends the money afterwards, once, however often it has to be asked.
 * @throws ProductError not_found, conflict (nothing is left), invalid_input (not of the order, or more than is left)
 */
export async function refundOrder(context: Context, input: RefundInput): Promise<RefundRow> {
  const { accountId: requestedBy } = requireMember(context)
  const found = await findOrder(context.db, context.world, input.reference)
  if (found === undefined) throw new ProductError('not_found')
  const reason = cleanText(input.reason)
  if (reason === '') throw new ProductError('invalid_input', { fields: { reason: 'required' } })
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, found.account_id)
    const order = await lockOrder(tx, context.world, found.id)
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
    requestedBy: number
  },
): Promise<RefundRow> {
  const { world } = context
  const { order } = input
  const orderId = order.id
  if (order.status !== 'paid') throw new ProductError('conflict')
  const items = await refundedItems(tx, world, input)
  const amountCents = sumCents(items.map((item) => item.amountCents))
  const before = sumCents((await givenBack(tx, world, orderId)).map((row) => row.amount_cents))
  const isLast = before + amountCents === order.total_cents
  const refund = await writeRefund(tx, context, { ...input, items, isLast })
  await takeBackEntitlements(tx, world, {
    accountId: order.account_id,
    orderId,
    materialIds: items.filter(({ revokes }) => revokes).map(({ materialId }) => materialId),
  })
  await queueRefundMails(tx, context, { order, refund, items, reason: input.reason, kind: input.kind })
  await announceRefund(tx, context, { ...input, items, refund })
  return refund
}

async function refundedItems(
  tx: Db,
  world: string,
  { order, items: wanted, keepsAccess }: Pick<RefundInput, 'items' | 'keepsAccess'> & { order: OrderRow },
): Promise<RefundedItem[]> {
  const [sold, before] = [await orderItems(tx, world, [order.id]), await givenBack(tx, world, order.id)]
  const left = new Map(
    sold.map((item) => [
      item.material_id,
      leftOf(
        item,
        before.find((row) => row.material_id === item.material_id),
      ),
    ]),
  )
  const open = [...left].filter(([, line]) => line.leftCents > 0)
  if (open.length === 0) throw new ProductError('conflict')
  const asked = wanted ?? open.map(([materialId]) => ({ materialId }))
  if (asked.length === 0 || new Set(asked.map(({ materialId }) => materialId)).size < asked.length) {
    throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  }
  return asked.map(({ materialId, amount }: { materialId: number; amount?: number | undefined }) => {
    const line = left.get(materialId)
    if (line === undefined) throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
    if (line.leftCents === 0) throw new ProductError('conflict')
    const amountCents = amount ?? line.leftCents
    if (amountCents > line.leftCents)
      throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
    const revokes = amountCents === line.leftCents && !keepsAccess
    const { authorId, title } = line
    return { materialId, authorId, title, amountCents, ...splitRefund(amountCents, line.parts), revokes }
  })
}

function leftOf(item: OrderItemRow, before: Awaited<ReturnType<typeof givenBack>>[number] | undefined) {
  const sold = partsOf(itemParts(item))
  return {
    authorId: item.author_id,
    title: item.title,
    leftCents: item.price_cents - (before?.amount_cents ?? 0),
    parts: {
      taxCents: sold.taxCents - (before?.tax_cents ?? 0),
      authorShareCents: sold.authorShareCents - (before?.author_share_cents ?? 0),
      commissionCents: sold.commissionCents - (before?.commission_cents ?? 0),
      voucherCostCents: (sold.voucherCostCents ?? 0) - (before?.voucher_cost_cents ?? 0),
    },
  }
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
  if (status !== 'pending')
    await transaction(db, (tx) => endRefund(tx, context, { refund, provider: refund.provider, status }))
}
