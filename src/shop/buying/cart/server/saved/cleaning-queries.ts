import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface CartPlace {
  world: string
  id: number
}

/**
 * Looks at the next `batch` strangers' carts in the order of their key and deletes those in which nothing was changed
 * for `days`. `last` is where to go on; undefined when there are no more.
 */
export async function deleteForgottenCarts(
  db: Db,
  { days, after, batch }: { days: number; after: CartPlace; batch: number },
): Promise<{ removed: number; last: CartPlace | undefined }> {
  const { rows } = await sql<CartPlace & { seen: number; removed: number }>`
    with seen as materialized (
      select world, id, updated_at from cart
      where (world, id) > (${after.world}, ${after.id}::bigint) and account_id is null
      order by world, id limit ${batch}
    ), gone as (
      delete from cart c using seen s
      where c.world = s.world and c.id = s.id and c.account_id is null
        and c.updated_at < now() - ${days} * interval '1 day'
        and not exists (
          select from cart_item i
          where i.world = c.world and i.cart_id = c.id and i.added_at >= now() - ${days} * interval '1 day'
        )
      returning 1
    )
    select world, id, (select count(*)::int from seen) as seen, (select count(*)::int from gone) as removed
    from seen order by world desc, id desc limit 1`.execute(db)
  const [last] = rows
  if (last === undefined) return { removed: 0, last: undefined }
  return { removed: last.removed, last: last.seen < batch ? undefined : { world: last.world, id: last.id } }
}
