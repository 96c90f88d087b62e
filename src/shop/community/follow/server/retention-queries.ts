import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Whom visitors without an account follow, once their cookie is over. */
export async function deleteOldFollows(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from author_follow where owner like 'v:%'
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
