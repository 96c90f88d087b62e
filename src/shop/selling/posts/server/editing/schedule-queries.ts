import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { autosaveVersionMinutes } from '#platform/limits.ts'

/** Says when a draft comes out, by the clock of `timeZone`; null: not by itself. False: that is not in the year to come. */
export async function setPublishAt(
  db: Db,
  world: string,
  { id, at }: { id: number; at: { day: string; hour: number; timeZone: string } | null },
): Promise<boolean> {
  const moment =
    at === null
      ? sql<null>`null::timestamptz`
      : sql<Date>`(${at.day}::date + ${at.hour} * interval '1 hour') at time zone ${at.timeZone}`
  const { numAffectedRows } = await sql`
    update post set publish_at = ${moment}, version = version + 1
    where world = ${world} and id = ${id} and status = 'draft'
      and (${at === null} or (${moment} > now() and ${moment} < now() + interval '1 year'))`.execute(db)
  return numAffectedRows === 1n
}

export interface DuePost {
  id: number
  world: string
  author_id: number
}

/** A draft whose time has come, held for the rest of the transaction; one that somebody else holds is passed over. */
export async function lockDuePost(tx: Db): Promise<DuePost | undefined> {
  const { rows } = await sql<DuePost>`
    select p.id, p.world, p.author_id from post p join account a on a.id = p.author_id
    where p.publish_at <= now() and p.status = 'draft' and a.disabled_at is null
    order by p.publish_at, p.id limit 1 for update of p skip locked`.execute(tx)
  return rows[0]
}

/** Keeps what a post said, and of all that the newest `most`. */
export async function keepVersion(
  tx: Db,
  world: string,
  row: { id: number; author_id: number; version: number; title: string; source: string },
  { most, isAutosave }: { most: number; isAutosave: boolean },
): Promise<void> {
  const { id: post_id, author_id, version, title, source } = row
  if (isAutosave && (await hasRecentVersion(tx, world, post_id))) return
  await tx
    .insertInto('post_version')
    .values({ world, post_id, author_id, version, title, source })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    delete from post_version where world = ${world} and post_id = ${post_id} and version not in (
      select version from post_version where world = ${world} and post_id = ${post_id}
      order by version desc limit ${most})`.execute(tx)
}

async function hasRecentVersion(tx: Db, world: string, postId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('post_version')
    .select('version')
    .where('world', '=', world)
    .where('post_id', '=', postId)
    .where('created_at', '>', sql<Date>`now() - ${autosaveVersionMinutes} * interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface VersionRow {
  version: number
  title: string
  source: string
  created_at: Date
}

/** What a post said before, the newest first. */
export async function versionRows(db: Db, world: string, postId: number): Promise<VersionRow[]> {
  return db
    .selectFrom('post_version')
    .select(['version', 'title', 'source', 'created_at'])
    .where('world', '=', world)
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .execute()
}
