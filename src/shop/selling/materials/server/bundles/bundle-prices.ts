import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { bundlePrice } from '#platform/rules/money/licence.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { listingChanged, listingOf } from '../events.ts'
import { indexMaterial } from '../publishing/indexing.ts'
import { recordPrice } from '../publishing/review-queries.ts'
import { findMaterial, lowerPrice, type MaterialRow, type Place } from '../queries.ts'
import { bundlesAround, partsOf } from './bundle-queries.ts'

/** What keeps a bundle's price from being its price: it costs at most what its parts cost together without a sale. */
export async function bundleProblems(
  tx: Db,
  place: Place,
  { price }: { price: number },
): Promise<FieldErrors> {
  const parts = await partsOf(tx, place)
  const most = bundlePrice(
    price,
    parts.map((part) => ({ price: part.price_cents })),
  )
  return price > most ? { price: 'bundle_above_parts' } : {}
}

/** @throws ProductError invalid_input with `price` for one above its parts */
export async function requireBundlePrice(tx: Db, place: Place, fields: { price: number }): Promise<void> {
  const problems = await bundleProblems(tx, place, fields)
  if (Object.keys(problems).length > 0) throw new ProductError('invalid_input', { fields: problems })
}

/**
 * Bundles around a part that costs less now follow it down to what their parts cost together: as part of the change, so that
 * none is ever shown above its parts.
 */
export async function lowerBundlesAround(context: Context, tx: Db, part: Place): Promise<void> {
  for (const bundle of await bundlesAround(tx, part)) await lowerBundle(context, tx, bundle)
}

/** Takes a bundle's price down to what is in it now. */
export async function lowerBundle(context: Context, tx: Db, bundle: MaterialRow): Promise<void> {
  const place = { world: bundle.world, materialId: bundle.id }
  const parts = (await partsOf(tx, place)).map(({ price_cents: price }) => ({ price }))
  const price = bundlePrice(bundle.price_cents, parts)
  if (price === bundle.price_cents) return
  if (isPublic(bundle)) await recordPrice(tx, place)
  await lowerPrice(tx, place, price)
  if (!isPublic(bundle)) return
  await recordPrice(tx, place)
  const now = await findMaterial(tx, place)
  if (now?.status === 'published') await indexMaterial(context, tx, now)
  await emit(context, tx, listingChanged, { ...listingOf(bundle), isRelisted: bundle.status === 'published' })
}
