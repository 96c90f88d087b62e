import type { Db } from '../../db/pool.ts'

/** A material offered for nothing, or what it costs now; undefined when it cannot be had. */
export async function claimableMaterial(
  tx: Db,
  world: string,
  input: { accountId: number; materialId: number },
) {
  return await tx
    .selectFrom('material')
    .select([
      'id',
      'author_id',
      'title',
      'price_cents',
      'sale_price_cents',
      'sale_until',
      'currency',
      'status',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('entitlement')
            .select('entitlement.material_id')
            .whereRef('entitlement.world', '=', 'material.world')
            .whereRef('entitlement.material_id', '=', 'material.id')
            .where('entitlement.account_id', '=', input.accountId),
        )
        .as('is_owned'),
    )
    .where('world', '=', world)
    .where('id', '=', input.materialId)
    .executeTakeFirst()
}
