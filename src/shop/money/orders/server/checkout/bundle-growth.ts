import { sql } from 'kysely'
import type { Context } from '#platform/context/context.ts'

/** Who has a bundle has what is put into it later. Safe to run again. */
export async function giveAdded(
  { db, world }: Context,
  { materialId, addedIds }: { materialId: number; addedIds: number[] },
): Promise<void> {
  await sql`insert into entitlement (world, account_id, material_id, order_id)
    select e.world, e.account_id, item.material_id, e.order_id
    from entitlement e
    join bundle_item item on item.world = e.world and item.bundle_id = e.material_id
    where e.world = ${world} and e.material_id = ${materialId} and item.material_id = any(${addedIds}::bigint[])
    order by e.account_id, item.material_id
    on conflict do nothing`.execute(db)
}
