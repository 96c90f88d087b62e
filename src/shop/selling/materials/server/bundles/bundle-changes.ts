import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { bundleLimits } from '#platform/limits.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { bundleGrew, listingChanged, listingOf } from '../events.ts'
import { lockOwn } from '../publishing/publication.ts'
import { recordVersion } from '../publishing/review-queries.ts'
import { requirePartRights } from '../publishing/rights.ts'
import type { MaterialRow, Place } from '../queries.ts'
import { lowerBundle } from './bundle-prices.ts'
import { appendParts, deleteParts, ownBundleRows, partsOf } from './bundle-queries.ts'
import { requireOwnParts, requireParts } from './bundles.ts'

const mostListed = 100

/**
 * Puts own public materials into an own bundle, behind what is in it; what is in it already stays where it is. Who bought
 * the bundle gets them as well, and is notified of the new version.
 * @throws ProductError not_found, forbidden (blocked), invalid_input with `bundleId` (is none) or `ids` (too many, not own and public)
 */
export async function addParts(
  context: Context,
  { bundleId, ids }: { bundleId: number; ids: readonly number[] },
): Promise<{ materialId: number }> {
  const { accountId: authorId } = requireMember(context)
  const place = { world: context.world, materialId: bundleId }
  await transaction(context.db, async (tx) => {
    const row = await lockBundle(tx, { ...place, authorId })
    const inside = new Set((await partsOf(tx, place)).map(({ id }) => Number(id)))
    const wanted = [...new Set(ids)].filter((id) => !inside.has(id))
    if (inside.size + wanted.length > bundleLimits.max)
      throw new ProductError('invalid_input', { fields: { ids: 'too_long' } })
    const rows = await requireOwnParts(tx, { world: context.world, authorId, ids: wanted })
    if (rows.length === 0) return
    await appendParts(tx, place, { ids: wanted, isNew: row.published_at !== null })
    await requirePartRights(tx, { world: context.world, ids: wanted })
    await tellParts(context, tx, row, { added: rows.map(({ title }) => title), removed: [] })
    if (row.published_at !== null)
      await emit(context, tx, bundleGrew, { ...listingOf(row), addedIds: wanted })
  })
  return { materialId: bundleId }
}

/** The member's newest bundles, for the list of where to put something. */
export async function ownBundles({ db, world, visitor }: Context): Promise<{ id: number; title: string }[]> {
  if (visitor.kind !== 'member') return []
  return await ownBundleRows(db, { world, authorId: visitor.accountId, limit: mostListed })
}

/**
 * Takes materials out of an own bundle; who bought it keeps them.
 * @throws ProductError not_found, forbidden, invalid_input with `parts` when too little would be left of a public one
 */
export async function takeOutParts(
  context: Context,
  { bundleId, ids }: { bundleId: number; ids: readonly number[] },
): Promise<void> {
  const { accountId: authorId } = requireMember(context)
  const place = { world: context.world, materialId: bundleId }
  await transaction(context.db, async (tx) => {
    const row = await lockBundle(tx, { ...place, authorId })
    const removed = await removeParts(tx, place, ids)
    if (removed.length === 0) return
    if (isPublic(row)) await requireParts(tx, place)
    await lowerBundle(context, tx, row)
    await tellParts(context, tx, row, { added: [], removed })
  })
}

/** Takes things out of a bundle; answers their titles. */
export async function removeParts(tx: Db, place: Place, partIds: readonly number[]): Promise<string[]> {
  return partIds.length > 0 ? await deleteParts(tx, place, partIds) : []
}

async function lockBundle(tx: Db, place: Place & { authorId: number }): Promise<MaterialRow> {
  const row = await lockOwn(tx, place)
  if (row.status === 'blocked') throw new ProductError('forbidden')
  if (!row.is_bundle) throw new ProductError('invalid_input', { fields: { bundleId: 'invalid' } })
  return row
}

/** The version history of what is public, and the pages that show it. */
async function tellParts(
  context: Context,
  tx: Db,
  row: MaterialRow,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<void> {
  if (!isPublic(row)) return
  await recordVersion(tx, { world: row.world, materialId: row.id }, { added, removed, note: '' })
  await emit(context, tx, listingChanged, { ...listingOf(row), isRelisted: row.status === 'published' })
}
