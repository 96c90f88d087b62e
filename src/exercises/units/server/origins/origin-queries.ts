import { sql } from 'kysely'
import type { AssetSource } from '#exercises/model/media/asset-sources.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Rights } from '#platform/rules/files/rights.ts'

interface UnitPlace {
  world: string
  id: number
}

/** What each version of a unit says of the origin of what it shows. */
export async function versionRows(
  tx: Db,
  { world, id }: UnitPlace,
): Promise<{ version: number; content: { sources: unknown } }[]> {
  const { rows } = await sql<{ version: number; sources: unknown }>`
    select version, content -> 'sources' as sources from unit_version
    where world = ${world} and unit_id = ${id}::bigint and content ? 'sources' order by version`.execute(tx)
  return rows.map(({ version, sources }) => ({ version, content: { sources } }))
}

/** Writes down where things come from: of a draft, or of a version, whose tasks nobody changes. */
export async function replaceSources(
  tx: Db,
  { world, id }: UnitPlace,
  stated: { draft: readonly AssetSource[] } | { version: number; sources: AssetSource[]; rights: Rights },
): Promise<void> {
  if ('draft' in stated) {
    await sql`update unit set draft = jsonb_set(draft, '{sources}', ${JSON.stringify(stated.draft)}::jsonb)
      where world = ${world} and id = ${id}::bigint`.execute(tx)
    return
  }
  await sql`update unit_version set rights = ${stated.rights},
      content = jsonb_set(content, '{sources}', ${JSON.stringify(stated.sources)}::jsonb)
    where world = ${world} and unit_id = ${id}::bigint and version = ${stated.version}`.execute(tx)
}
