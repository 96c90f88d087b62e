import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Tickets nothing was said in for so long. */
export async function deleteOldTickets(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ticket where changed_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
