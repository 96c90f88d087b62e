import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { findMaterial } from '../queries.ts'
import { indexMaterial } from './indexing.ts'

const mostAtOnce = 500

/**
 * The job reindex_materials: writes rows of the search that were written by older rules anew, some hundred at a time,
 * until none is left. Safe to run again, and beside anything else.
 */
export async function reindexMaterials(deps: Deps): Promise<void> {
  for (const { world, materialId } of await deps.search.outdated(mostAtOnce)) {
    await transaction(deps.db, async (tx) => {
      const row = await findMaterial(tx, { world, materialId }, true)
      if (row?.status === 'published') await indexMaterial(deps, tx, row)
      else await deps.search.remove(tx, world, materialId)
    })
  }
}
