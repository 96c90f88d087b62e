import type { Deps } from '#platform/context/context.ts'
import { countsOfSold } from '#shop/selling/materials/server/service.ts'
import { countSales } from '../payment/payment-queries.ts'

/** Small batches, so that edits of a listing never wait long. */
const countedAtOnce = 50

/** The job `count_sales`: what was sold in the last minute stands on its materials, and moves them in popular lists. */
export async function countWaitingSales({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await countSales(db, { most: countedAtOnce, counts: countsOfSold })) === countedAtOnce);
}
