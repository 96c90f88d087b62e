import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { lockBuyer, lockOrder } from './queries.ts'
import { bookRefund } from './refunds.ts'
import { ordersWith } from './takedown-queries.ts'

const ordersPerTurn = 100

/**
 * Gives everybody who bought a material since a day back what they paid for it, because it had to be taken down. An order
 * a transaction; safe to run again: what is given back is not found a second time.
 */
export async function refundTakenDown(
  context: Context,
  taken: { materialId: number; since: Date; reason: string; requestedBy: number },
): Promise<void> {
  const { db, world } = context
  const { materialId, since, reason, requestedBy } = taken
  for (let afterId = 0; ; ) {
    const found = await ordersWith(db, world, { materialId, since, afterId, limit: ordersPerTurn })
    for (const { id, account_id: accountId } of found) {
      await transaction(db, async (tx) => {
        await lockBuyer(tx, accountId)
        const order = await lockOrder(tx, world, id)
        await bookRefund(tx, context, {
          ...{ order, items: [{ materialId }], reason, keepsAccess: false, kind: 'refund', requestedBy },
        })
      }).catch(unlessGivenBack)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < ordersPerTurn) return
    afterId = last.id
  }
}

/** Somebody else gave it back between looking and locking. */
function unlessGivenBack(error: unknown): void {
  if (error instanceof ProductError && error.code === 'conflict') return
  throw error
}
