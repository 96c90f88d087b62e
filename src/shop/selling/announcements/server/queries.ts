import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export type AnnouncementState = 'shown' | 'deleted' | 'blocked'

export interface AnnouncementRow {
  id: number
  author_id: number
  text: string
  state: AnnouncementState
  created_at: Date
  author: string
  slug: string
}

function announcements(db: Db, world: string) {
  return db
    .selectFrom('author_announcement as n')
    .innerJoin('author_profile as a', 'a.account_id', 'n.author_id')
    .select(['n.id', 'n.author_id', 'n.text', 'n.state', 'n.created_at', 'a.public_name as author', 'a.slug'])
    .where('n.world', '=', world)
}

export async function findAnnouncement(
  db: Db,
  world: string,
  id: number,
): Promise<AnnouncementRow | undefined> {
  return await announcements(db, world).where('n.id', '=', id).executeTakeFirst()
}

/** An author's last announcement, in whatever state. */
export async function lastAnnouncement(
  db: Db,
  world: string,
  authorId: number,
): Promise<AnnouncementRow | undefined> {
  return await announcements(db, world)
    .where('n.author_id', '=', authorId)
    .orderBy('n.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertAnnouncement(
  tx: Db,
  world: string,
  { authorId, text }: { authorId: number; text: string },
): Promise<number> {
  const row = await tx
    .insertInto('author_announcement')
    .values({ world, author_id: authorId, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setState(tx: Db, world: string, id: number, state: AnnouncementState): Promise<void> {
  await tx
    .updateTable('author_announcement')
    .set({ state })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export interface FollowerRow {
  id: number
  email: string
  public_name: string
  world: string
}

/** Members who follow an author and can be written to, by their ids. */
export async function followersToMail(
  db: Db,
  page: { world: string; authorId: number; afterId: number; limit: number },
): Promise<FollowerRow[]> {
  const { rows } = await sql<FollowerRow>`
    select account.id, account.email, account.public_name, account.world
    from author_follow f join account on account.id = substr(f.owner, 3)::bigint
    where f.world = ${page.world} and f.author_id = ${page.authorId} and f.owner like 'a:%'
      and account.id > ${page.afterId} and account.disabled_at is null and account.password_hash is not null
    order by account.id limit ${page.limit}`.execute(db)
  return rows
}

/** How many members an announcement would reach. */
export async function countFollowers(db: Db, world: string, authorId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from author_follow f join account on account.id = substr(f.owner, 3)::bigint
    where f.world = ${world} and f.author_id = ${authorId} and f.owner like 'a:%' and account.disabled_at is null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
