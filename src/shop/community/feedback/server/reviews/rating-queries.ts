import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface DueOrderRow {
  id: number
  account_id: number
  number: string | null
  email: string
  public_name: string
}

/**
 * Orders something was paid for in that time, above an id, whose buyers can get mail and were not asked yet. What was
 * free is not asked about: people claim a lot of it, and would get a lot of mail.
 */
export async function dueOrders(
  db: Db,
  world: string,
  page: { from: Date; until: Date; afterId: number; limit: number },
): Promise<DueOrderRow[]> {
  return await db
    .selectFrom('purchase_order as purchase')
    .innerJoin('account', 'account.id', 'purchase.account_id')
    .select(['purchase.id', 'purchase.account_id', 'purchase.number', 'account.email', 'account.public_name'])
    .where('purchase.world', '=', world)
    .where('purchase.status', '=', 'paid')
    .where('purchase.purpose', '=', 'materials')
    .where('purchase.paid_at', '>', page.from)
    .where('purchase.paid_at', '<=', page.until)
    .where('purchase.total_cents', '>', 0)
    .where('account.disabled_at', 'is', null)
    .where('account.email_confirmed_at', 'is not', null)
    .where('purchase.id', '>', page.afterId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rating_request')
            .select('order_id')
            .where('rating_request.world', '=', world)
            .whereRef('rating_request.order_id', '=', 'purchase.id'),
        ),
      ),
    )
    .orderBy('purchase.id')
    .limit(page.limit)
    .execute()
}

/** False when this order was asked about before. */
export async function noteAsked(tx: Db, world: string, orderId: number): Promise<boolean> {
  const row = await tx
    .insertInto('rating_request')
    .values({ world, order_id: orderId })
    .onConflict((conflict) => conflict.columns(['world', 'order_id']).doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface RatableRow {
  account_id: number
  material_id: number
  title: string
  is_rated: boolean
}

/** What of a paid order its buyer may rate, in the order's own order; bundles and their parts as they were bought. */
export async function ratable(db: Db, world: string, orderId: number): Promise<RatableRow[]> {
  return await db
    .selectFrom('order_item as item')
    .innerJoin('purchase_order as purchase', (join) =>
      join.onRef('purchase.world', '=', 'item.world').onRef('purchase.id', '=', 'item.order_id'),
    )
    .innerJoin('material', (join) =>
      join.onRef('material.world', '=', 'item.world').onRef('material.id', '=', 'item.material_id'),
    )
    .select(['purchase.account_id', 'item.material_id', 'material.title'])
    .select(
      sql<boolean>`exists (select from review where review.world = item.world
        and review.material_id = item.material_id and review.account_id = purchase.account_id)`.as(
        'is_rated',
      ),
    )
    .where('item.world', '=', world)
    .where('item.order_id', '=', orderId)
    .where('purchase.status', '=', 'paid')
    .where('material.status', '<>', 'deleted')
    .whereRef('material.author_id', '<>', 'purchase.account_id')
    .orderBy('item.material_id')
    .execute()
}
