import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Notes that an owner got a file of a material, by itself or in bundles; only the first time is written. */
export async function noteDownload(
  db: Db,
  { world, materialId, accountId }: { world: string; materialId: number; accountId: number },
): Promise<void> {
  await sql`
    update entitlement e set downloaded_at = now()
    where e.world = ${world} and e.account_id = ${accountId}::bigint and e.downloaded_at is null
      and (e.material_id = ${materialId}::bigint or e.material_id in (
        select bundle_id from bundle_item i where i.world = ${world} and i.material_id = ${materialId}::bigint))`.execute(
    db,
  )
}
