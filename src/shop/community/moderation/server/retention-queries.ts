import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Of cases stays what was decided, without the address of who appealed. */
export async function emptyOldAppeals(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update moderation_case set email = null where email is not null
      and decided_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
