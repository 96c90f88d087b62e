import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

export type AnnouncedKind = Database['page_announcement']['kind']

export interface WaitingPage {
  world: string
  kind: AnnouncedKind
  subject_id: number
  /** As text: a Date would lose the microseconds that tell a later change. */
  changed_at: string
  /** Of a material or an author. */
  slug: string | null
}

export async function insertWaiting(
  db: Db,
  page: { world: string; kind: AnnouncedKind; id: number },
): Promise<void> {
  await db
    .insertInto('page_announcement')
    .values({ world: page.world, kind: page.kind, subject_id: page.id })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id', 'world'])
        .doUpdateSet({ changed_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

/** The oldest first, with what their addresses are made of. */
export async function waitingPages(db: Db, limit: number): Promise<WaitingPage[]> {
  const { rows } = await sql<WaitingPage>`
    select p.world, p.kind, p.subject_id, p.changed_at::text as changed_at, coalesce(m.slug, a.slug) as slug
    from page_announcement p
      left join material m on p.kind = 'material' and m.world = p.world and m.id = p.subject_id
      left join author_profile a on p.kind = 'author' and a.account_id = p.subject_id
    order by p.changed_at limit ${limit}
  `.execute(db)
  return rows
}

/** Forgets pages that were announced; one that has changed again meanwhile stays. */
export async function deleteWaiting(db: Db, pages: readonly WaitingPage[]): Promise<void> {
  await sql`
    delete from page_announcement p
    using unnest(${pages.map(({ world }) => world)}::text[], ${pages.map(({ kind }) => kind)}::text[],
      ${pages.map(({ subject_id }) => subject_id)}::bigint[],
      ${pages.map(({ changed_at }) => changed_at)}::timestamptz[]) done (world, kind, id, at)
    where (p.world, p.kind, p.subject_id) = (done.world, done.kind, done.id) and p.changed_at <= done.at
  `.execute(db)
}
