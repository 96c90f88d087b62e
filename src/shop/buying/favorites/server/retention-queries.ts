import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Wishlists of visitors without an account, once their cookie is over. */
export async function deleteOldWishlists(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from favorite where owner like 'v:%'
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
