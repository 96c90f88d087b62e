import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { lockBuyer, lockOrder } from './queries.ts'
import { bookRefund } from './refunds.ts'
import { bundleOrdersWith, ordersWith } from './takedown-queries.ts'

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
    if (last === undefined || found.length < ordersPerTurn) break
    afterId = last.id
  }
  await refundBundles(context, taken)
}

/** Who bought it in a bundle keeps the rest and gets back its share of the price; the reason says for which thing, once. */
async function refundBundles(
  context: Context,
  taken: { materialId: number; since: Date; reason: string; requestedBy: number },
): Promise<void> {
  const { db, world } = context
  const { materialId, since, requestedBy } = taken
  const reason = `${taken.reason} (${materialId})`
  for (let afterId = 0; ; ) {
    const page = { materialId, since, afterId, limit: ordersPerTurn, reason }
    const found = await bundleOrdersWith(db, world, page)
    for (const { id, account_id: accountId, bundle_id, cents } of found) {
      if (cents === null || cents <= 0) continue
      await transaction(db, async (tx) => {
        await lockBuyer(tx, accountId)
        // Another run may have given it back while this one waited.
        const [still] = await bundleOrdersWith(tx, world, { ...page, afterId: id - 1, limit: 1 })
        if (still?.id !== id) return
        const order = await lockOrder(tx, world, id)
        const items = [{ materialId: bundle_id, amount: cents }]
        await bookRefund(tx, context, {
          order,
          items,
          reason,
          keepsAccess: true,
          kind: 'refund',
          requestedBy,
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
