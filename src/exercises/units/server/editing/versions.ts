import { sql } from 'kysely'
import { contentSchema } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { findMine, findUsable, keeperOf, type OwnUnit, saveOver, storable } from '../own-units.ts'
import * as queries from '../queries.ts'

/** So many are listed; older ones stay where they are played. */
const mostListed = 20

export interface ListedVersion {
  version: number
  publishedAt: Date
  /** How many tasks it has. */
  count: number
}

/** What was published of an own unit, the newest first. @throws ProductError as ownUnit */
export async function listVersions(context: Context, id: number): Promise<ListedVersion[]> {
  await findMine(context, context.db, id)
  return await publishedVersions(context.db, context.world, id, mostListed)
}

/**
 * Makes a published version the draft again, which is then one revision further: an editor that is still open somewhere is told.
 * @throws ProductError unauthorized; not_found; licence_lost; version_gone
 */
export async function restoreVersion(
  context: Context,
  { id, version }: { id: number; version: number },
): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const unit = await findUsable(context, tx, id, true)
    const found = await queries.versionContent(tx, context.world, id, version)
    const content = contentSchema.safeParse(found).data
    if (!content) throw new ProductError('version_gone')
    const stored = await storable(tx, content, keeperOf(unit))
    return await saveOver(context, tx, unit, { content: stored, unfinished: [] })
  })
}

/** The published versions of a unit, the newest first, each with the number of its tasks. */
async function publishedVersions(
  db: Db,
  world: string,
  id: number,
  limit: number,
): Promise<{ version: number; publishedAt: Date; count: number }[]> {
  return await db
    .selectFrom('unit_version')
    .select(['version', 'published_at as publishedAt'])
    .select(
      sql<number>`(select coalesce(sum(jsonb_array_length(page -> 'elements')), 0)::int
        from jsonb_array_elements(content -> 'pages') page)`.as('count'),
    )
    .where('world', '=', world)
    .where('unit_id', '=', id)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}
