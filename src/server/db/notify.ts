import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** The channel on which processes hear which cached pages have become old. The payload is a JSON array of tags. */
export const cacheTagsChannel = 'cache_tags'

/** PostgreSQL takes less than 8,000 bytes per notice. */
const tagsPerNotice = 100

/**
 * Says, with the commit of `tx` and only then, that everything shown under these tags has changed. Tags look like
 * `material:12`, `author:3`, `world:de`, `taxonomy`.
 */
export async function notifyChange(tx: Db, tags: readonly string[]): Promise<void> {
  for (let start = 0; start < tags.length; start += tagsPerNotice) {
    const payload = JSON.stringify(tags.slice(start, start + tagsPerNotice))
    await sql`select pg_notify(${cacheTagsChannel}, ${payload})`.execute(tx)
  }
}
