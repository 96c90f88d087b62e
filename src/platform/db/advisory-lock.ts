import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * Waits until nobody else has the turn of this name and has it until the transaction ends: for limits that are counted
 * before something is added. The first statement of its transaction, so that nobody waits for two turns crosswise.
 */
export async function lockUntilCommit(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** From now on a lock that somebody else holds is waited for so long at most (55P03 then). */
export async function limitLockWait(tx: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}
