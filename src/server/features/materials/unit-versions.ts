import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { emit } from '../../events/events.ts'
import { listingChanged, listingOf } from './events.ts'
import { offersOfUnit, recordUnitVersion } from './history-queries.ts'

/** What is sold with files is versioned with them: a newer exercise stands in the history of each material that sells it. */
export async function noteUnitVersion(
  context: Context,
  tx: Db,
  unit: { unitId: number; version: number },
): Promise<void> {
  for (const row of await recordUnitVersion(tx, { world: context.world, ...unit }))
    await emit(context, tx, listingChanged, { ...listingOf(row), isRelisted: false })
}

/** What is told of the origin of what an exercise shows stands on the page of each material that sells it. */
export async function tellUnitOrigins(
  context: Context,
  tx: Db,
  unit: { world: string; unitId: number },
): Promise<void> {
  for (const row of await offersOfUnit(tx, unit))
    await emit(context, tx, listingChanged, { ...listingOf(row), isRelisted: false })
}
