import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { translator } from '#platform/i18n/translate.ts'
import { lockOrder, type OrderRow } from '../queries.ts'
import { bookRefund } from '../refund/refunds.ts'
import type { Fulfilment } from '../types.ts'

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
