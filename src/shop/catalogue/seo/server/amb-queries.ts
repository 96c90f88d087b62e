import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface AmbRow {
  id: number
  slug: string
  status: 'published' | 'unlisted' | 'blocked' | 'deleted'
  title: string
  description: string
  language: string
  material_type: string
  subjects: string[]
  school_types: string[]
  keywords: string[]
  /** What it costs now. */
  asked_cents: number
  cover_key: string | null
  created_at: Date
  published_at: Date | null
  updated_at: Date
  /** With all its digits, for the cursor: a Date would lose the microseconds and repeat rows. */
  changed: string
  author_id: number
  author_name: string
  author_slug: string
}

/** Where a page of the feed begins: after this change, and of the same change after this id. */
export interface AmbPlace {
  world: string
  changed: string
  afterId: number
  /** Withdrawn materials as well: for who asks what changed. */
  withWithdrawn: boolean
  limit: number
}

/** Materials in the order of their last change. */
export async function ambRows(db: Db, place: AmbPlace): Promise<AmbRow[]> {
  const { rows } = await sql<AmbRow>`
    select m.id, m.slug, m.status, m.title, m.description, m.language, m.material_type, m.subjects, m.school_types,
      m.keywords, price.cents as asked_cents, m.cover_key, m.created_at, m.published_at,
      m.updated_at, to_char(m.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed,
      a.account_id as author_id, a.public_name as author_name, a.slug as author_slug
    from material m join author_profile a on a.account_id = m.author_id
    join material_price price on price.world = m.world and price.material_id = m.id
    where m.world = ${place.world} and (m.updated_at, m.id) > (${place.changed}::timestamptz, ${place.afterId}::bigint)
      and m.status <> 'draft' and (m.status = 'published' or ${place.withWithdrawn}::boolean)
    order by m.updated_at, m.id limit ${place.limit}`.execute(db)
  return rows
}
