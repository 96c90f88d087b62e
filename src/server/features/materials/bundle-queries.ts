import type { Db } from '../../db/pool.ts'
import type { MaterialRow, Place } from './queries.ts'

/** Public bundles with this material in them, held for the rest of the transaction. */
export async function bundlesWith(tx: Db, { world, materialId }: Place): Promise<MaterialRow[]> {
  return await tx
    .selectFrom('material')
    .selectAll('material')
    .innerJoin('bundle_item as item', (join) =>
      join.onRef('item.world', '=', 'material.world').onRef('item.bundle_id', '=', 'material.id'),
    )
    .where('item.world', '=', world)
    .where('item.material_id', '=', materialId)
    .where('material.status', 'in', ['published', 'unlisted'])
    .orderBy('material.id')
    .forUpdate('material')
    .execute()
}
