import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { issueInvoice } from '#shop/money/invoices/server/service.ts'

/** The invoice of each order of the demo, the oldest first: without them documents and books would not agree. */
export async function seedInvoices({
  db,
  ...deps
}: Pick<Deps, 'db' | 'env' | 'log' | 'metrics'>): Promise<void> {
  for (const world of liveWorldCodes) {
    await transaction(db, async (tx) => {
      const orders = await tx
        .selectFrom('purchase_order')
        .select(['id as orderId', 'total_cents as totalCents'])
        .where('world', '=', world)
        .where('status', '=', 'paid')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const order of orders) await issueInvoice({ ...deps, world }, order, tx)
    })
  }
}
