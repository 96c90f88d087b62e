import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** PostgreSQL takes less than 8,000 bytes per notice. */
const tagsPerNotice = 100
/** Stands before tags of what must not be shown any more. */
const goneMark = '!'

export interface ChangedTags {
  tags: readonly string[]
  gone: readonly string[]
}

/** Says with the commit of `tx`, and only then, which tags have changed (NOTIFY cache_tags). */
export async function announceTags(tx: Db, { tags, gone }: ChangedTags): Promise<void> {
  const all = [...gone.map((tag) => goneMark + tag), ...tags]
  const notices = Array.from({ length: Math.ceil(all.length / tagsPerNotice) }, (_, n) =>
    all.slice(n * tagsPerNotice, (n + 1) * tagsPerNotice).join(','),
  )
  if (notices.length === 0) return
  await sql`select pg_notify('cache_tags', notice) from unnest(${notices}::text[]) as notice`.execute(tx)
}

/** Reads such a notice. */
export function readNotice(payload: string): ChangedTags {
  const all = payload.split(',').filter(Boolean)
  return {
    tags: all.filter((tag) => !tag.startsWith(goneMark)),
    gone: all.filter((tag) => tag.startsWith(goneMark)).map((tag) => tag.slice(goneMark.length)),
  }
}
