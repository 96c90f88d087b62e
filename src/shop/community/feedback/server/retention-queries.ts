import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Reports of content, once they are decided. */
export async function deleteOldReports(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from material_report where decided_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
