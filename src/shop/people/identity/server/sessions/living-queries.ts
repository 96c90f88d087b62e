import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Which of these sessions are neither over nor of a disabled account. */
export async function findLivingSessions(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', '=', sql<Buffer>`any(${[...hashes]}::bytea[])`)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('account.disabled_at', 'is', null)
    .select('session.token_hash')
    .execute()
  return rows.map((row) => row.token_hash)
}

export async function noteSessionInUse(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}
