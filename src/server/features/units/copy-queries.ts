import type { Db } from '../../db/pool.ts'
import type { UnitOwner } from './types.ts'

/** Which version of which unit an own one was copied from. */
export async function originOf(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
): Promise<{ id: number; version: number } | undefined> {
  const row = await db
    .selectFrom('unit')
    .select(['origin_id', 'origin_version'])
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.origin_id) return undefined
  return { id: row.origin_id, version: row.origin_version ?? 0 }
}
