import type { RawBuilder } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { moveInLists, rankInLists } from '#shop/catalogue/catalogue/server/service.ts'
import { countStars, type StarChange, soldCounts } from './count-queries.ts'

/**
 * The part of a statement that counts sales: materials sold so much more often, and popular lists follow. One statement with what
 * takes the sales off their waiting list, so that each counts once.
 * @param sold the name of the part before it, with columns `world`, `material_id` (once each) and `sales`
 * @returns common table expressions, to stand after `with sold as (...),`
 */
export function countsOfSold(sold: string): RawBuilder<unknown> {
  return soldCounts(sold, moveInLists)
}

/** Counts a material's ratings anew after one came (`add`), went (`remove`) or both, in its row and in search. */
export async function countRating(
  db: Db,
  place: { world: string; materialId: number },
  change: StarChange,
): Promise<void> {
  await countStars(db, place, change, rankInLists)
}
