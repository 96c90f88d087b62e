import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { newestVersions } from '../queries.ts'
import { isLost } from '../sale/sold-queries.ts'
import type { UnitOwner } from '../types.ts'

const mostVersions = 10

/** The newest published versions of an own unit and of own copies of it, the last changed first. */
export async function versionsOf(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
): Promise<{ id: number; content: unknown }[]> {
  return await newestVersions(db)
    .select(['unit.id', 'unit_version.content'])
    .where('unit.world', '=', world)
    .where('unit.owner_id', '=', accountId)
    .where('unit.status', '=', 'published')
    .where(sql<SqlBool>`not ${isLost(accountId)}`)
    .where((unit) => unit.or([unit('unit.id', '=', id), unit('unit.origin_id', '=', id)]))
    .orderBy('unit.updated_at', 'desc')
    .orderBy('unit.id', 'desc')
    .limit(mostVersions)
    .execute()
}

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
