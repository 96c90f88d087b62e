import type { Db } from '#platform/db/pool.ts'

/** A material offered for nothing, or what it costs now; undefined when it cannot be had. */
export async function claimableMaterial(
  tx: Db,
  world: string,
  input: { accountId: number; materialId: number },
) {
  return await tx
    .selectFrom('material')
    .innerJoin('material_price as price', (join) =>
      join.onRef('price.world', '=', 'material.world').onRef('price.material_id', '=', 'material.id'),
    )
    .select(['material.id', 'material.author_id', 'material.title', 'material.currency', 'material.status'])
    .select('price.cents as asked_cents')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('owned_material as owned')
            .select('owned.material_id')
            .whereRef('owned.world', '=', 'material.world')
            .whereRef('owned.material_id', '=', 'material.id')
            .where('owned.account_id', '=', input.accountId),
        )
        .as('is_owned'),
    )
    .where('material.world', '=', world)
    .where('material.id', '=', input.materialId)
    .executeTakeFirst()
}
