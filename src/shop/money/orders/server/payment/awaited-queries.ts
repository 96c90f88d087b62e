import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** The materials of an order and what is inside the bundles among them. */
export async function materialsInside(db: Db, world: string, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ordered as (select material_id as id from order_item where world = ${world} and order_id = ${orderId})
    select id from ordered
    union
    select b.material_id from bundle_item b where b.world = ${world} and b.bundle_id in (select id from ordered)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
