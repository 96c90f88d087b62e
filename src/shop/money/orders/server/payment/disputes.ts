import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { DisputeUpdate } from '#platform/gateways/payments/payment-provider.ts'
import { giftCardsAccount, owedAccount } from '#platform/rules/money/booking.ts'
import { endSoldCard } from '#shop/buying/credits/server/service.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { lockOrder, type OrderRow } from '../queries.ts'
import { lockDispute, saveDispute } from './dispute-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import { matterOf } from './unexpected.ts'

/**
 * A buyer's bank takes money back. What is booked is the difference to what was booked for it before, so that the books
 * end at what the provider holds in whatever order it tells. The buyer keeps the materials until somebody has decided.
 */
export async function receiveDispute(
  tx: Db,
  context: Context,
  { payment, update }: { payment: PaymentRow; update: DisputeUpdate },
): Promise<void> {
  const { world } = context
  const order = await lockOrder(tx, world, payment.order_id)
  const before = await lockDispute(tx, world, { provider: payment.provider, disputeId: update.disputeId })
  // A dispute that is decided is not open again: that is an old word, read late.
  if (before !== undefined && before.status !== 'open' && update.status === 'open') return
  await saveDispute(tx, world, { paymentId: payment.id, provider: payment.provider, update })
  const heldCents = update.heldCents - (before?.held_cents ?? 0)
  const feeCents = update.feeCents - (before?.fee_cents ?? 0)
  const entries = [
    { account: `provider:${payment.provider}`, amountCents: -heldCents - feeCents },
    { account: `dispute:${payment.provider}`, amountCents: heldCents },
    { account: `fee:${payment.provider}`, amountCents: feeCents },
  ].filter(({ amountCents }) => amountCents !== 0)
  if (entries.length > 0) {
    const cause = `dispute:${update.disputeId}:${update.heldCents}:${update.feeCents}:${update.status}`
    await insertLedger(tx, world, {
      ...{ kind: 'dispute', orderId: order.id, cause, currency: update.currency },
      entries,
    })
  }
  if (before?.status === update.status) return
  if (order.purpose === 'gift_card') await holdGiftCard(tx, context, order)
  await openTask(tx, context, {
    kind: `dispute_${update.status}`,
    cause: `dispute:${update.disputeId}`,
    detail: {
      ...matterOf({ order, payment }),
      ...{ amount: update.amountCents, currency: update.currency, reason: update.reason },
      disputeId: update.disputeId,
    },
  })
}

/** A card whose money is called back buys nothing more: what was owed to its holder is owed to its buyer until it is decided. */
async function holdGiftCard(tx: Db, { world }: Context, order: OrderRow): Promise<void> {
  if (!(await endSoldCard(tx, world, order.id))) return
  const { currency, total_cents: amountCents } = order
  await insertLedger(tx, world, {
    ...{ kind: 'credit', orderId: order.id, cause: `gift-dispute:${order.id}`, currency },
    entries: [
      { account: giftCardsAccount, amountCents },
      { account: owedAccount, amountCents: -amountCents },
    ],
  })
}
