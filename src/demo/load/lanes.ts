import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export type Task = (lane: Db) => Promise<unknown>

const lanes = 2

/**
 * Runs tasks on two connections, each taking the next one when it is free; a task may add to the list. The connections
 * are set for a bulk load: much memory, no worker beside them, no foreign keys and no triggers (which cost half of the
 * time; whoever loads does itself what they would have done), and no waiting for the disk.
 */
export async function inLanes(db: Db, tasks: Task[]): Promise<void> {
  const run = (lane: Db) =>
    forLoad(lane, async () => {
      for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) await next(lane)
    })
  await Promise.all(Array.from({ length: lanes }, () => db.connection().execute(run)))
}

async function forLoad(lane: Db, work: () => Promise<void>): Promise<void> {
  await sql`set synchronous_commit = off`.execute(lane)
  // Compressing whole pages of new indexes for the log took three quarters of their time.
  await sql`set wal_compression = off`.execute(lane).catch(() => undefined)
  await sql`set work_mem = '192MB'`.execute(lane)
  await sql`set max_parallel_workers_per_gather = 0`.execute(lane)
  await sql`set max_parallel_maintenance_workers = 0`.execute(lane)
  // Only a superuser may; without it the load is merely slower.
  await sql`set session_replication_role = replica`.execute(lane).catch(() => undefined)
  try {
    await work()
  } finally {
    await sql`reset all`.execute(lane)
  }
}
