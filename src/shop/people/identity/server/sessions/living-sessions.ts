import type { Db } from '#platform/db/pool.ts'
import { findLivingSessions } from './session-queries.ts'

/** Those of the sessions (SHA-256 of their tokens) that have not ended, as hex; for what outlives its request. */
export async function livingSessions(db: Db, hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  return new Set((await findLivingSessions(db, hashes)).map((hash) => hash.toString('hex')))
}
