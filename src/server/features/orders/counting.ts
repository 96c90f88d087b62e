import type { Deps } from '../../context.ts'
import { countsOfSold } from '../materials/service.ts'
import { countSales } from './fulfil-queries.ts'

/** So that nobody who edits a listing waits for long. */
const countedAtOnce = 50

/** The job `count_sales`: what was sold in the last minute stands on its materials, and moves them in popular lists. */
export async function countWaitingSales({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await countSales(db, { most: countedAtOnce, counts: countsOfSold })) === countedAtOnce);
}
