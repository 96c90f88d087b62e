import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * Takes the advisory lock of this name until the transaction ends: for limits that are counted
 * before a row is added. The first statement of its transaction, so that two locks never deadlock.
 */
export async function lockUntilCommit(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Limits the wait for locks held by others from now on (error 55P03 after it). */
export async function limitLockWait(tx: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}
