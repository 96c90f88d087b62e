import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** The published versions of a unit, the newest first, each with the number of its tasks. */
export async function publishedVersions(
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
