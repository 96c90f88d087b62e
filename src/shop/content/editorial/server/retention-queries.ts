import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Votes of visitors without an account, once their cookie is over. */
export async function deleteOldVotes(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from help_vote where owner like 'v:%'
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
