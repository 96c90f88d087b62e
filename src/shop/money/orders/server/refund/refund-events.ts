import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { RefundUpdate } from '#platform/gateways/payments/payment-provider.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import type { PaymentRow } from '../payment/payment-queries.ts'
import { endSecondBack, entriesOf, matterOf, secondRefundOf } from '../payment/unexpected.ts'
import { lockOrder } from '../queries.ts'
import { lockRefund } from './refund-queries.ts'
import { endRefund } from './refunds.ts'

/**
 * What the provider tells of money that goes back. Ours: how it ended. Somebody else's, made at the provider by hand: of
 * unexpected money it is what was to be done, and is booked; of a sale the books have to be put right by a person.
 */
export async function receiveRefund(
  tx: Db,
  context: Context,
  { payment, update }: { payment: PaymentRow; update: RefundUpdate },
): Promise<void> {
  const { world } = context
  const { refundReference, refundId, status, amountCents, currency } = update
  const refund = refundReference === undefined ? undefined : await lockRefund(tx, world, refundReference)
  if (refund !== undefined) {
    if (status !== 'pending') await endRefund(tx, context, { refund, status })
    return
  }
  const order = await lockOrder(tx, world, payment.order_id)
  if (refundReference === secondRefundOf(payment)) {
    if (status !== 'pending') await endSecondBack(tx, context, { order, payment, status })
    return
  }
  if (status !== 'succeeded') return
  if (payment.status === 'unexpected') {
    await insertLedger(tx, world, {
      ...{ kind: 'unexpected_back', orderId: payment.order_id, cause: `refund:${refundId}`, currency },
      entries: entriesOf(payment.provider, -amountCents),
    })
    return
  }
  await openTask(tx, context, {
    kind: 'foreign_refund',
    cause: `refund:${refundId}`,
    detail: { ...matterOf({ order, payment }), amount: amountCents, currency, reason: refundId },
  })
}
