import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { owedAccount } from '#platform/rules/money/booking.ts'
import { splitByLargestRemainder, sumCents } from '#platform/rules/money/money.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isCardEnded } from '#shop/buying/credits/server/service.ts'
import { finishTasksOf } from '#shop/money/operator-tasks/server/service.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { lockBuyer, lockOrder, type OrderRow, orderItems } from '../queries.ts'
import { queueRefundMails } from '../refund/refund-mails.ts'
import { givenBack, takeBackEntitlements } from '../refund/refund-queries.ts'
import { announceRefund, refundLines, writeRefund } from '../refund/refunds.ts'
import { type DisputeRow, findDispute, markWrittenOff } from './dispute-queries.ts'

/** Where the platform's own losses by disputes stand. */
const lossAccount = 'platform:disputes'

export interface DisputeClosing {
  disputeId: string
  /** `author`: the sale is taken back, its share with it. `platform`: the author keeps the share. */
  bears: 'author' | 'platform'
  /** The buyer keeps what the bank took the money of back. */
  keepsAccess: boolean
  note: string
}

/**
 * Closes a lost dispute in the books: what the provider holds is written off, either against the sale (its author's share, tax
 * and commission go back as with a refund, with a document, and what was bought ends) or against the platform. Its tasks are
 * done. The money itself moves no more: the bank has it.
 * @throws ProductError not_found, forbidden (one's own order), conflict (it is not lost, or closed before), invalid_input
 */
export async function closeDispute(
  context: Context,
  closing: DisputeClosing,
): Promise<{ disputeId: string }> {
  const { accountId: by } = requireMember(context)
  const { world } = context
  const { disputeId } = closing
  const found = await findDispute(context.db, world, disputeId)
  if (found === undefined) throw new ProductError('not_found')
  requireOthers(context, found.account_id)
  const note = cleanText(closing.note)
  if (note === '') throw new ProductError('invalid_input', { fields: { note: 'required' } })
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, found.account_id)
    const order = await lockOrder(tx, world, found.order_id)
    if (!(await markWrittenOff(tx, world, disputeId))) throw new ProductError('conflict')
    const dispute = (await findDispute(tx, world, disputeId)) ?? found
    const backCents =
      closing.bears === 'author' && order.purpose === 'materials'
        ? await takeBackSale(tx, context, { order, dispute, closing: { ...closing, note }, by })
        : 0
    await writeOff(tx, context, { order, dispute, disputeId, cents: dispute.held_cents - backCents })
    const causes = (['open', 'lost'] as const).map((status) => `dispute_${status}:dispute:${disputeId}`)
    await finishTasksOf(tx, world, { causes, doneBy: by, note })
    return { disputeId }
  })
}

/** Takes the sale back as far as the bank took its money. @returns what of it that covers */
async function takeBackSale(
  tx: Db,
  context: Context,
  input: { order: OrderRow; dispute: DisputeRow; closing: DisputeClosing; by: number },
): Promise<number> {
  const { world } = context
  const { order, dispute, closing, by } = input
  const [sold, before] = [await orderItems(tx, world, [order.id]), await givenBack(tx, world, order.id)]
  const left = sold.map((item) => {
    const gone = before.find((row) => row.material_id === item.material_id)?.amount_cents ?? 0
    return item.price_cents - gone
  })
  const cents = Math.min(dispute.held_cents, sumCents(left))
  if (cents <= 0) return 0
  const parts = splitByLargestRemainder(cents, left)
  const wanted = sold.flatMap(({ material_id: materialId }, at) => {
    const amount = parts[at] ?? 0
    return amount > 0 ? [{ materialId, amount }] : []
  })
  const { items: lines, isLast } = refundLines(sold, before, {
    items: wanted,
    keepsAccess: closing.keepsAccess,
  })
  // What credit paid is not the bank's: with all of the money gone the purchase is over.
  const isWhole = cents >= order.total_cents - order.credit_cents
  const items = lines.map((line) => ({ ...line, revokes: !closing.keepsAccess && (line.revokes || isWhole) }))
  const refunded = {
    ...{ order, items, kind: 'refund' as const, reason: closing.note, requestedBy: by },
    takenIn: `dispute:${dispute.provider}`,
  }
  const refund = await writeRefund(tx, context, { ...refunded, isLast })
  const revoked = items.filter(({ revokes }) => revokes).map(({ materialId }) => materialId)
  await takeBackEntitlements(tx, world, {
    ...{ accountId: order.account_id, orderId: order.id, materialIds: revoked },
  })
  await queueRefundMails(tx, context, {
    ...{ order, refund, items, reason: closing.note, kind: 'refund', losesAccess: revoked.length > 0 },
    // The buyer has the money from the bank.
    toAuthorsOnly: true,
  })
  await announceRefund(tx, context, { ...refunded, refund })
  return cents
}

/** What no sale bears: of a card that was ended we owe its buyer nothing any more, all else is the platform's loss. */
async function writeOff(
  tx: Db,
  { world }: Context,
  input: { order: OrderRow; dispute: DisputeRow; disputeId: string; cents: number },
): Promise<void> {
  const { order, dispute, disputeId, cents } = input
  if (cents === 0) return
  const isOwed = order.purpose === 'gift_card' && (await isCardEnded(tx, world, order.id))
  await insertLedger(tx, world, {
    ...{ kind: 'write_off', orderId: order.id, cause: `dispute:${disputeId}`, currency: dispute.currency },
    entries: [
      { account: `dispute:${dispute.provider}`, amountCents: -cents },
      { account: isOwed ? owedAccount : lossAccount, amountCents: cents },
    ],
  })
}
