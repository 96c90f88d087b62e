import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { returnCredit } from '#shop/buying/credits/server/service.ts'
import { returnVoucher } from '#shop/buying/vouchers/server/service.ts'
import { orderCancelled, orderDeclined, orderExpired } from '../events.ts'
import { updateOrders } from '../queries.ts'

const eventOf = { declined: orderDeclined, cancelled: orderCancelled, expired: orderExpired } as const

/**
 * Ends orders of the context's world without money: their vouchers and credit are free again, and it is told. The caller
 * holds their locks.
 */
export async function endOrders(
  tx: Db,
  context: Context,
  input: { orderIds: readonly number[]; status: keyof typeof eventOf },
): Promise<void> {
  const { world } = context
  for (const { id, reference, account_id: buyerId } of await updateOrders(tx, world, input)) {
    await returnVoucher(tx, world, id)
    await returnCredit(tx, world, id)
    await emit(context, tx, eventOf[input.status], { orderId: id, reference, world, buyerId })
  }
}
