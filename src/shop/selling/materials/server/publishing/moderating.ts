import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { bundlesWith } from '../bundles/bundle-queries.ts'
import { listingOf, listingPublished, listingWithdrawn } from '../events.ts'
import { findMaterial, setStatus } from '../queries.ts'
import { indexMaterial } from './indexing.ts'
import { missingIn, popularityFor, publishWithin } from './publication.ts'
import { decideRow } from './review-queries.ts'
import { holdExercises } from './rights.ts'

/** A state a decision can give back. */
export type PublicStatus = 'published' | 'unlisted'

/**
 * Takes a material from the public until somebody decides otherwise; its author can edit and delete it, not publish it.
 * @returns the state it was in; undefined when the public did not see it
 */
export async function blockMaterial(
  context: Context,
  tx: Db,
  materialId: number,
): Promise<PublicStatus | undefined> {
  const { world } = context
  const found = await findMaterial(tx, { world, materialId }, true)
  if (found === undefined || !isPublic(found)) return undefined
  await setStatus(tx, { world, materialId }, { status: 'blocked' })
  await context.search.remove(tx, world, materialId)
  await emit(context, tx, listingWithdrawn, listingOf(found))
  await withdrawBundles(context, tx, materialId)
  return found.status === 'published' ? 'published' : 'unlisted'
}

/** Gives a blocked material back to the public as it was; nothing happens when its author deleted it meanwhile. */
export async function unblockMaterial(
  context: Context,
  tx: Db,
  { materialId, was }: { materialId: number; was: PublicStatus },
): Promise<void> {
  const { world } = context
  const found = await findMaterial(tx, { world, materialId }, true)
  if (found?.status !== 'blocked') return
  const popularity = popularityFor(found, found.published_at ?? new Date())
  await setStatus(tx, { world, materialId }, { status: was, popularity })
  if (was === 'published') await indexMaterial(context, tx, { ...found, status: was, popularity })
  await emit(context, tx, listingPublished, listingOf(found))
}

/**
 * What the desk decided about a listing it looked at: it comes before the public, or stays a draft until its author has
 * changed it, or for good; one that is public already is taken from it. Nothing happens to one its author has deleted.
 * @throws ProductError conflict when its author has taken something away that a public material needs
 */
export async function settleListing(
  context: Context,
  tx: Db,
  given: { materialId: number; state: 'published' | 'revision_asked' | 'rejected'; note: string },
): Promise<void> {
  const place = { world: context.world, materialId: given.materialId }
  const found = await findMaterial(tx, place, true)
  if (found === undefined) return
  await decideRow(tx, place, given)
  if (given.state === 'published' && found.status === 'draft') {
    await holdExercises(tx, place)
    if (Object.keys(await missingIn(tx, found)).length > 0) throw new ProductError('conflict')
    await publishWithin(context, tx, found, { isChecked: true })
  }
  if (given.state === 'rejected' && isPublic(found)) await blockMaterial(context, tx, found.id)
}

/** Bundles with something that is blocked are sold no longer, until their author has taken it out and publishes them again. */
async function withdrawBundles(context: Context, tx: Db, materialId: number): Promise<void> {
  const { world } = context
  for (const bundle of await bundlesWith(tx, { world, materialId })) {
    await setStatus(tx, { world, materialId: bundle.id }, { status: 'draft' })
    await context.search.remove(tx, world, bundle.id)
    await emit(context, tx, listingWithdrawn, listingOf(bundle))
  }
}
