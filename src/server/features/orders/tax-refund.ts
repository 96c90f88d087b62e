import { randomBytes } from 'node:crypto'
import { ProductError } from '#shared/errors.ts'
import { refundBooking } from '#shared/rules/booking.ts'
import { sumCents } from '#shared/rules/money.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { emit } from '../../events/events.ts'
import { orderRefunded } from './events.ts'
import { payRefundJob } from './jobs.ts'
import { insertLedger } from './ledger-queries.ts'
import { paymentsOf, setReverseCharge } from './payment-queries.ts'
import { lockBuyer, lockOrder, orderItems } from './queries.ts'
import { restoreReductions } from './reductions.ts'
import { givenBack, insertRefund } from './refund-queries.ts'

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
  const amountCents = sumCents(items.map((item) => item.taxCents))
  const payment = (await paymentsOf(tx, world, [orderId])).find(({ status }) => status === 'succeeded')
  const { currency } = order
  const credit = await restoreReductions(tx, world, { order, amountCents, isLast: false })
  const refund = await insertRefund(tx, world, {
    creditCents: credit?.amountCents ?? 0,
    ...{ orderId, reference: randomBytes(16).toString('hex'), kind: 'reverse_charge', reason, items },
    ...{
      amountCents,
      taxCents: amountCents,
      currency,
      paymentId: payment?.id ?? null,
      requestedBy: accountId,
    },
  })
  await setReverseCharge(tx, world, { orderId, vatId })
  await insertLedger(tx, world, {
    ...{ kind: 'refund', orderId, refundId: refund.id, currency },
    entries: refundBooking({
      provider: payment?.provider ?? 'none',
      country: order.country,
      lines: items,
      credit,
    }),
  })
  if (refund.status === 'pending' && payment !== undefined)
    await context.queue.send(tx, payRefundJob, { world, refundId: refund.id })
  await emit(context, tx, orderRefunded, {
    ...{ orderId, reference: order.reference, world, buyerId: accountId, refundId: refund.id },
    ...{ kind: 'reverse_charge', reason, currency, amountCents, taxCents: amountCents, items },
  })
}
