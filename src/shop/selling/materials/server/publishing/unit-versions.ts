import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { suspectCopies } from '../editing/proposing.ts'
import { listingChanged, listingOf } from '../events.ts'
import { setPreviewState } from '../files/file-queries.ts'
import { askForPreviews } from './publication.ts'
import { offersOfUnit, recordUnitVersion } from './review-queries.ts'

/**
 * What is sold with files is versioned with them: a newer exercise stands in the history of each material that sells it.
 * `hasOtherCover`: what shows its picture shows the new one.
 */
export async function noteUnitVersion(
  context: Context,
  tx: Db,
  { hasOtherCover, ...unit }: { unitId: number; version: number; hasOtherCover: boolean },
): Promise<void> {
  for (const row of await recordUnitVersion(tx, { world: context.world, ...unit })) {
    await emit(context, tx, listingChanged, { ...listingOf(row), isRelisted: false })
    await suspectCopies(context, tx, row)
    if (!hasOtherCover) continue
    await setPreviewState(tx, { world: context.world, materialId: row.id }, { state: 'pending' })
    await askForPreviews(context, tx, row)
  }
}

/** The sources of an exercise's pictures are shown on the page of each material that sells it. */
export async function tellUnitOrigins(
  context: Context,
  tx: Db,
  unit: { world: string; unitId: number },
): Promise<void> {
  for (const row of await offersOfUnit(tx, unit))
    await emit(context, tx, listingChanged, { ...listingOf(row), isRelisted: false })
}
