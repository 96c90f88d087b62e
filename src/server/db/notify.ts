import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** PostgreSQL takes less than 8,000 bytes per notice. */
const tagsPerNotice = 100

/**
 * Says, with the commit of `tx` and only then, that everything shown under these tags has changed: NOTIFY cache_tags
 * with comma-separated tags like `material:12`, `author:3`, `world:de`, `taxonomy` (front/invalidation.ts listens).
 */
export async function notifyChange(tx: Db, tags: readonly string[]): Promise<void> {
  for (let start = 0; start < tags.length; start += tagsPerNotice) {
    await sql`select pg_notify('cache_tags', ${tags.slice(start, start + tagsPerNotice).join(',')})`.execute(
      tx,
    )
  }
}
