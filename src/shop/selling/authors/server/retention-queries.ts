import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Of accounts that are closed: who has an account still sells. */
export async function deleteOldTraders(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from author_trader t using account a where a.id = t.author_id
      and a.disabled_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
