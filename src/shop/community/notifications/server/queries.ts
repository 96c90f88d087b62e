import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { MutableKind, NotificationKind } from '../rules/contract.ts'

/** What the words and the address of a notification are made of. */
export interface NotificationData {
  /** Of the material or post it is about. */
  title?: string
  id?: number
  slug?: string
  /** Who did it. */
  name?: string
  /** How many more beside the one that is named. */
  more?: number
  /** Of a wish for a school. */
  isApproved?: boolean
  /** An operator's own words, and where they lead. */
  text?: string
  url?: string
}

export interface NotificationRow {
  id: number
  world: string
  account_id: number
  kind: NotificationKind
  data: NotificationData
  created_at: Date
  read_at: Date | null
}

export interface NewNotification {
  world: string
  kind: NotificationKind
  dedupeKey: string
  data: NotificationData
}

/** Rows travel as JSON, which keeps ids numbers. */
interface JsonRow extends Omit<NotificationRow, 'created_at' | 'read_at'> {
  created_at: string
  read_at: string | null
}

function dated(row: JsonRow): NotificationRow {
  const read_at = row.read_at === null ? null : new Date(row.read_at)
  return { ...row, created_at: new Date(row.created_at), read_at }
}

/** PostgreSQL takes less than 8,000 bytes per notice. */
const noticeSize = 400

/**
 * Writes one notification for each of these members who is there and wants its kind; who has it already is left out.
 * Writers of one member wait for each other, so that a later commit never has a smaller id. Says with the commit of `tx`, and
 * only then, for whom something waits (NOTIFY notifications).
 */
export async function insertNotifications(
  tx: Db,
  accountIds: readonly number[],
  { world, kind, dedupeKey, data }: NewNotification,
): Promise<void> {
  await sql`
    with wanted as (
      select account.id from account
      where account.id = any(${[...accountIds]}::bigint[]) and account.disabled_at is null
        and not exists (
          select from notification_mute m where m.account_id = account.id and m.kind = ${kind}
        )
        and not exists (
          select from notification n where n.account_id = account.id and n.dedupe_key = ${dedupeKey}
        )
      order by account.id
    ), turns as (
      insert into notification_box (account_id) select id from wanted
      on conflict (account_id) do update set told_at = now()
      returning account_id
    ), written as (
      insert into notification (world, account_id, kind, dedupe_key, data)
      select ${world}, account_id, ${kind}, ${dedupeKey}, ${JSON.stringify(data)}::jsonb from turns
      on conflict (account_id, dedupe_key) do nothing
      returning account_id
    ), notices as (
      select string_agg(account_id::text, ',') as notice
      from (select account_id, row_number() over (order by account_id) as place from written) placed
      group by (place - 1) / ${noticeSize}::integer
    )
    select pg_notify('notifications', notice) from notices`.execute(tx)
}

/** Every member of a world, a thousand at a time. */
export async function membersAfter(db: Db, world: string, afterId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('world', '=', world)
    .where('id', '>', afterId)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute()
  return rows.map(({ id }) => Number(id))
}

/** Members who follow an author, a thousand at a time. */
export async function followersAfter(
  db: Db,
  input: { world: string; authorId: number; afterId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select substr(owner, 3)::int as id from author_follow
    where world = ${input.world} and author_id = ${input.authorId} and owner like 'a:%'
      and substr(owner, 3)::bigint > ${input.afterId}
    order by 1 limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many of one member's notifications one look brings at most. */
export const mostAtOnce = 200

/**
 * What waits for members and was not acknowledged, oldest first, `mostAtOnce` for each: of each pair what came after
 * its id.
 */
export async function unackedAfter(
  db: Db,
  places: readonly { accountId: number; afterId: number }[],
): Promise<NotificationRow[]> {
  const accounts = places.map(({ accountId }) => accountId)
  const after = places.map(({ afterId }) => afterId)
  const { rows } = await sql<{ row: JsonRow }>`
    select to_jsonb(n) as row
    from unnest(${accounts}::bigint[], ${after}::bigint[]) as place (account_id, after_id)
    cross join lateral (
      select id, world, account_id, kind, data, created_at, read_at from notification
      where account_id = place.account_id and id > place.after_id and acked_at is null
      order by id limit ${mostAtOnce}
    ) n
    order by n.account_id, n.id`.execute(db)
  return rows.map(({ row }) => dated(row))
}

/** Acknowledged: each id by its own member; ids of others stay as they are. */
export async function ackNotifications(
  db: Db,
  acks: readonly { accountId: number; id: number }[],
): Promise<void> {
  const accounts = acks.map(({ accountId }) => accountId)
  const ids = acks.map(({ id }) => id)
  await sql`
    update notification n set acked_at = now()
    from unnest(${accounts}::bigint[], ${ids}::bigint[]) as ack (account_id, id)
    where n.id = ack.id and n.account_id = ack.account_id and n.acked_at is null`.execute(db)
}

/** One page of a member's notifications, the newest first. */
export async function notificationRows(
  db: Db,
  input: { accountId: number; beforeId: number | undefined; limit: number },
): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notification')
    .select(['id', 'world', 'account_id', 'kind', 'data', 'created_at', 'read_at'])
    .where('account_id', '=', input.accountId)
  if (input.beforeId !== undefined) query = query.where('id', '<', input.beforeId)
  const rows = await query.orderBy('id', 'desc').limit(input.limit).execute()
  return rows.map((row) => ({ ...row, id: Number(row.id), account_id: Number(row.account_id) }))
}

/** How many are unread; counting stops at 100. */
export async function countUnread(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notification where account_id = ${accountId} and read_at is null limit 100
    ) unread`.execute(db)
  return rows[0]?.count ?? 0
}

/** Read, and with that acknowledged; without ids all that came up to now. */
export async function markRead(db: Db, accountId: number, ids: readonly number[] | undefined): Promise<void> {
  let query = db
    .updateTable('notification')
    .set({ read_at: sql<Date>`now()`, acked_at: sql<Date>`coalesce(acked_at, now())` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
  if (ids !== undefined) query = query.where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
  await query.execute()
}

export async function mutedKinds(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_mute')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function setMuted(
  db: Db,
  accountId: number,
  kind: MutableKind,
  isMuted: boolean,
): Promise<void> {
  if (!isMuted) {
    await db
      .deleteFrom('notification_mute')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .execute()
    return
  }
  await db
    .insertInto('notification_mute')
    .values({ account_id: accountId, kind })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doNothing())
    .execute()
}

export async function deleteOlderThan(db: Db, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What a material is called; undefined when it is not there. */
export async function findMaterial(
  db: Db,
  world: string,
  id: number,
): Promise<{ title: string; slug: string; author: string; published_at: Date | null } | undefined> {
  return await db
    .selectFrom('material')
    .innerJoin('account', 'account.id', 'material.author_id')
    .select(['material.title', 'material.slug', 'account.public_name as author', 'material.published_at'])
    .where('material.world', '=', world)
    .where('material.id', '=', id)
    .executeTakeFirst()
}

export async function findPost(
  db: Db,
  world: string,
  id: number,
): Promise<{ title: string; author: string; published_at: Date | null } | undefined> {
  return await db
    .selectFrom('post')
    .innerJoin('account', 'account.id', 'post.author_id')
    .select(['post.title', 'account.public_name as author', 'post.published_at'])
    .where('post.world', '=', world)
    .where('post.id', '=', id)
    .executeTakeFirst()
}

/** Who made an announcement that is still shown. */
export async function findAnnouncer(
  db: Db,
  world: string,
  id: number,
): Promise<{ name: string; slug: string } | undefined> {
  return await db
    .selectFrom('author_announcement as n')
    .innerJoin('author_profile as a', 'a.account_id', 'n.author_id')
    .select(['a.public_name as name', 'a.slug'])
    .where('n.world', '=', world)
    .where('n.id', '=', id)
    .where('n.state', '=', 'shown')
    .executeTakeFirst()
}

export async function nameOf(db: Db, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('public_name')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.public_name
}

/** Removes what others were told about one person: by key, or by the name it shows. */
export async function deleteNotificationsOf(
  tx: Db,
  { keys, name }: { keys: readonly string[]; name: string | undefined },
): Promise<void> {
  await sql`delete from notification
    where dedupe_key = any(${keys}::text[]) or data ->> 'name' = ${name ?? null}::text`.execute(tx)
}
