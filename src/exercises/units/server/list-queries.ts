import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isLost } from './sale/sold-queries.ts'
import type { UnitOwner } from './types.ts'

/** An own unit as lists show it. */
export interface UnitListRow {
  id: number
  title: string
  status: 'draft' | 'published' | 'archived'
  version: number
  element_count: number
  practice_key: string | null
  updated_at: Date
  subjects: string[]
  grades: string[]
  school_types: string[]
  /** '': that of its world. */
  language: string
  /** A copy whose licence is gone. */
  is_lost: boolean
  /** '': none. */
  cover: string
}

/** The units of a member that were not deleted, the newest change first. */
export async function unitRows(
  db: Db,
  { world, accountId }: UnitOwner,
  {
    limit,
    folderId,
    query = '',
  }: { limit: number; folderId?: number | undefined; query?: string | undefined },
): Promise<(UnitListRow & { description?: string })[]> {
  const description = sql<string>`coalesce(draft ->> 'description', '')`
  return await db
    .selectFrom('unit')
    .select(['id', 'title', 'status', 'version', 'element_count', 'practice_key', 'updated_at'])
    .select([
      'subjects',
      'grades',
      'school_types',
      'language',
      'cover',
      sql<boolean>`${isLost(accountId)}`.as('is_lost'),
    ])
    // Drafts are long: they are looked into for words alone.
    .$if(query !== '', (rows) => rows.select(description.as('description')))
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('status', '<>', 'archived')
    .$if(folderId !== undefined, (rows) => rows.where('folder_id', '=', folderId ?? 0))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Drafts of a member that they may use, and that have all of these words somewhere, the newest change first. */
export async function bankRows(
  db: Db,
  { world, accountId }: UnitOwner,
  {
    words,
    subject,
    limit,
    offset,
  }: { words: readonly string[]; subject: string; limit: number; offset: number },
): Promise<{ title: string; draft: unknown }[]> {
  let query = db
    .selectFrom('unit')
    .select(['title', 'draft'])
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('status', '<>', 'archived')
    .where(sql<SqlBool>`not ${isLost(accountId)}`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  if (subject !== '') query = query.where('subjects', '@>', sql<string[]>`array[${subject}]::text[]`)
  for (const word of words)
    query = query.where(sql<SqlBool>`strpos(lower(draft::text), ${JSON.stringify(word).slice(1, -1)}) > 0`)
  return await query.execute()
}
