import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { isDisputed } from '../payment/dispute-queries.ts'
import { setReverseCharge } from '../payment/payment-queries.ts'
import { lockBuyer, lockOrder, orderItems } from '../queries.ts'
import { givenBack } from './refund-queries.ts'
import { announceRefund, writeRefund } from './write-refund.ts'

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
