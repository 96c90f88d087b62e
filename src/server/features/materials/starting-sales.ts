import { sql } from 'kysely'
import { type Deps, strangerContext } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { emit } from '../../events/events.ts'
import { listingChanged, listingOf } from './events.ts'
import { recordPrice } from './history-queries.ts'
import { indexMaterial } from './indexing.ts'
import { isPublic } from './policy.ts'
import { findMaterial } from './queries.ts'

const mostAtOnce = 500

/** The job `start_sales`: a planned sale whose day has come becomes the sale of its material. Safe to run twice at once. */
export async function startSales(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('material')
    .select(['world', 'id'])
    .where('planned_sale_from', '<=', sql<Date>`now()`)
    .orderBy('planned_sale_from')
    .limit(mostAtOnce)
    .execute()
  for (const { world, id } of due) await startSale(deps, { world, materialId: Number(id) })
}

async function startSale(deps: Deps, place: { world: string; materialId: number }): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const row = await findMaterial(tx, place, true)
    if (row === undefined || row.planned_sale_from === null || row.planned_sale_from > new Date()) return
    const isShown = isPublic(row)
    if (isShown) await recordPrice(tx, place)
    await tx
      .updateTable('material')
      .set({
        sale_price_cents: row.planned_sale_cents,
        sale_until: row.planned_sale_until,
        ...{ planned_sale_cents: null, planned_sale_from: null, planned_sale_until: null },
        updated_at: sql<Date>`now()`,
      })
      .where('world', '=', place.world)
      .where('id', '=', place.materialId)
      .execute()
    const now = await findMaterial(tx, place)
    if (!isShown || now === undefined) return
    const listing = listingOf(now)
    const context = strangerContext(deps, listing.world)
    await recordPrice(tx, place)
    if (now.status === 'published') await indexMaterial(deps, tx, now)
    await emit(context, tx, listingChanged, { ...listing, isRelisted: true })
  })
}
