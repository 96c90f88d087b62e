import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { waitsForDesk } from '../../rules/listing-trust.ts'
import { listingOf, listingProposed, listingSuspected } from '../events.ts'
import { copiesOf } from '../files/copies.ts'
import { listFiles, listPreviews } from '../files/file-queries.ts'
import { proposeRow, type ReviewReason, reviewsOf, standingOf } from '../publishing/review-queries.ts'
import type { MaterialRow } from '../queries.ts'

/**
 * Sends a listing that was never public to the desk when its author is not known yet, or when its files or tasks are like those
 * of others. @returns whether it waits now @throws ProductError forbidden for one the desk has rejected
 */
export async function proposeIfNeeded(context: Context, tx: Db, row: MaterialRow): Promise<boolean> {
  if (!context.env.listingReview || row.published_at !== null) return false
  const place = { world: row.world, materialId: row.id }
  const [before] = await reviewsOf(tx, row.world, [row.id])
  if (before?.state === 'rejected') throw new ProductError('forbidden')
  if (before?.state === 'proposed') return true
  const copies = await copiesOf(tx, row)
  const { trust, published } = await standingOf(tx, row.author_id)
  if (!waitsForDesk({ trust, published, isSuspected: copies.length > 0 })) return false
  const reasons: ReviewReason[] = copies.length > 0 ? copies : [{ kind: 'new_author' }]
  await proposeRow(tx, place, { reasons, isAgain: true })
  await emit(context, tx, listingProposed, listingOf(row))
  return true
}

/** Puts a public listing on the desk when it has files of another author, or texts or tasks like theirs. */
export async function suspectCopies(
  context: Context,
  tx: Db,
  row: Pick<MaterialRow, 'id' | 'world' | 'author_id'>,
): Promise<void> {
  const reasons = await copiesOf(tx, row)
  if (reasons.length === 0) return
  const place = { world: row.world, materialId: row.id }
  if (await proposeRow(tx, place, { reasons, isAgain: false }))
    await emit(context, tx, listingSuspected, listingOf(row))
}

/** The same once the pages were looked at, also of a listing that waits: then the desk sees these reasons as well. */
export async function suspectPages(context: Context, tx: Db, row: MaterialRow): Promise<void> {
  const [review] = await reviewsOf(tx, row.world, [row.id])
  const isSeen = isPublic(row) || (row.status === 'draft' && review?.state === 'proposed')
  if (isSeen) await suspectCopies(context, tx, row)
}

/** What the desk looks at: why, the words, pictures of all listed pages, and the files. */
export async function reviewedListings(context: Context, materialIds: readonly number[]) {
  const { db, world } = context
  const reviews = await reviewsOf(db, world, materialIds)
  return await Promise.all(
    reviews.map(async ({ material_id: materialId, reasons }) => {
      const place = { world, materialId }
      const [files, previews] = await Promise.all([listFiles(db, place), listPreviews(db, place)])
      return { materialId, reasons, files, previews }
    }),
  )
}

/** Pictures of all listed pages of materials, whatever state they are in; by the id of the material. */
export async function pagesOf({ db, world }: Pick<Context, 'db' | 'world'>, materialIds: readonly number[]) {
  const ids = [...new Set(materialIds)]
  return new Map(
    await Promise.all(
      ids.map(async (materialId) => [materialId, await listPreviews(db, { world, materialId })] as const),
    ),
  )
}
