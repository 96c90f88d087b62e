import { sql } from 'kysely'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { listingChanged, listingOf } from '../events.ts'
import { findMaterial, lockDue, type MaterialRow, type Place } from '../queries.ts'
import { indexMaterial } from './indexing.ts'
import { recordPrice } from './review-queries.ts'

const mostAtOnce = 500

/**
 * The job `start_sales`: a planned sale whose day has come becomes the sale of its material, and one whose time is over
 * ends also where its price was written down (search, lists, pages). Safe to run twice at once.
 * @throws AggregateError when some could not be changed; the others are
 */
export async function startSales(deps: Deps): Promise<void> {
  const errors = [
    ...(await each(deps, 'sale_until', endSale)),
    ...(await each(deps, 'planned_sale_from', startSale)),
  ]
  if (errors.length > 0) throw new AggregateError(errors, 'prices not changed')
}

/** Changes each material whose time has come; what fails waits for the next run and holds up no other. */
async function each(
  deps: Deps,
  time: 'sale_until' | 'planned_sale_from',
  run: (deps: Deps, place: Place) => Promise<void>,
): Promise<unknown[]> {
  const due = await deps.db
    .selectFrom('material')
    .select(['world', 'id'])
    .where(time, '<=', sql<Date>`now()`)
    .orderBy(time)
    .limit(mostAtOnce)
    .execute()
  const errors: unknown[] = []
  for (const { world, id } of due) {
    await run(deps, { world, materialId: Number(id) }).catch((error: unknown) => errors.push(error))
  }
  return errors
}

async function endSale(deps: Deps, place: Place): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await lockDue(tx, place, 'sale_until'))) return
    const row = await findMaterial(tx, place)
    if (row === undefined) return
    await change(deps, tx, row, { sale_price_cents: null, sale_until: null })
  })
}

async function startSale(deps: Deps, place: Place): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await lockDue(tx, place, 'planned_sale_from'))) return
    const row = await findMaterial(tx, place)
    if (row === undefined) return
    await change(deps, tx, row, {
      sale_price_cents: row.planned_sale_cents,
      sale_until: row.planned_sale_until,
      ...{ planned_sale_cents: null, planned_sale_from: null, planned_sale_until: null },
    })
  })
}

/** Another price of what is public stands in its history, in the search and on every page that shows it. */
async function change(
  deps: Deps,
  tx: Db,
  row: MaterialRow,
  prices: Partial<Pick<MaterialRow, 'sale_price_cents' | 'sale_until' | 'planned_sale_from'>>,
): Promise<void> {
  const place = { world: row.world, materialId: row.id }
  const isShown = isPublic(row)
  if (isShown) await recordPrice(tx, place)
  await tx
    .updateTable('material')
    .set({ ...prices, updated_at: sql<Date>`now()` })
    .where('world', '=', place.world)
    .where('id', '=', place.materialId)
    .execute()
  const now = await findMaterial(tx, place)
  if (!isShown || now === undefined) return
  const listing = listingOf(now)
  await recordPrice(tx, place)
  if (now.status === 'published') await indexMaterial(deps, tx, now)
  await emit(strangerContext(deps, listing.world), tx, listingChanged, { ...listing, isRelisted: true })
}
