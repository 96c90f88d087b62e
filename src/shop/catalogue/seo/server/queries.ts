import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import { indexedPostWords } from '#platform/limits.ts'
import type { HubKind, HubParts } from '#shop/catalogue/hubs/server/types.ts'

/** An inclusive range of ids: one shard, or a part of one. */
interface IdRange {
  world: string
  from: number
  to: number
}

/** What tells two states of a shard apart; no rows is an empty shard. */
interface ShardState {
  rows: number
  lastmod: Date | null
  fingerprint: string | null
}

interface MaterialEntry {
  id: number
  slug: string
  lastmod: Date
  cover_key: string | null
  /** Keys in page order, parted by spaces: an array's text form takes the driver three times as long to read. */
  previews: string | null
}

interface AuthorEntry {
  id: number
  slug: string
  lastmod: Date | null
  /** Of the newest change of a post; null without posts. */
  blog_lastmod: Date | null
}

interface PostEntry {
  id: number
  lastmod: Date
}

interface HubEntry extends HubParts {
  lastmod: Date
}

/** Sales and ratings do not change what a page says; an edit does, and so does the end of a sale. */
const changed = sql`greatest(m.updated_at, case when m.sale_until < now() then m.sale_until end)`
const isPublic = sql`m.status = 'published'`
const isListed = sql`a.total_materials > 0 and not a.is_private_profile and account.disabled_at is null`
/** The author page opens with this many materials: their changes are its changes. */
const authorChanged = sql`(select max(first.updated_at) from (
    select updated_at from material
    where world = a.world and author_id = a.account_id and status = 'published'
    order by id desc limit 24) first)`
const blogChanged = sql`(select max(updated_at) from post
    where world = a.world and author_id = a.account_id and status = 'published')`
const authorsIn = ({
  world,
  from,
  to,
}: IdRange) => sql`from author_profile a join account on account.id = a.account_id
  where a.world = ${world} and a.account_id between ${from} and ${to} and ${isListed}`
/** Comments and likes do not change what a post says. */
const isListedPost = sql`p.status = 'published' and p.word_count >= ${indexedPostWords} and account.disabled_at is null`
const postsIn = ({ world, from, to }: IdRange) => sql`from post p join account on account.id = p.author_id
  where p.world = ${world} and p.id between ${from} and ${to} and ${isListedPost}`
/** Landings that are indexed, of one kind. */
const hubsIn = (kind: HubKind, { world, from, to }: IdRange) => sql`from hub_listed
  where world = ${world} and id between ${from} and ${to} and kind = ${kind}`

export type HubShard = 'keywords' | 'lessons' | 'schools'
export type ShardKind = 'materials' | 'authors' | 'posts' | HubShard
const hubKinds: Record<HubShard, HubKind> = { keywords: 'keyword', lessons: 'lesson', schools: 'school' }

const hubState = (shard: HubShard) => (range: IdRange) =>
  sql<ShardState>`
  select count(*) as rows, max(changed_at) as lastmod, sum(hashtextextended(id || coalesce(topic, ''), 0))::text as fingerprint
  ${hubsIn(hubKinds[shard], range)}`

const states: Record<ShardKind, (range: IdRange) => RawBuilder<ShardState>> = {
  materials: ({ world, from, to }) => sql`
    select count(*) as rows, max(${changed}) as lastmod,
      sum(hashtextextended(m.id || m.slug || coalesce(m.cover_key, '') || m.preview_state, 0))::text as fingerprint
    from material m where m.world = ${world} and m.id between ${from} and ${to} and ${isPublic}`,
  authors: (range) => sql`
    select count(*) as rows, max(lastmod) as lastmod,
      sum(hashtextextended(id || slug || coalesce(blog::text, ''), 0))::text as fingerprint
    from (select a.account_id as id, a.slug, ${authorChanged} as lastmod, ${blogChanged} as blog ${authorsIn(range)}) listed`,
  posts: (range) => sql`
    select count(*) as rows, max(p.updated_at) as lastmod, sum(hashtextextended(p.id::text, 0))::text as fingerprint
    ${postsIn(range)}`,
  keywords: hubState('keywords'),
  lessons: hubState('lessons'),
  schools: hubState('schools'),
}

const firstHub = (shard: HubShard) => (world: string, after: RawBuilder<number>) =>
  sql`
  select id from hub_listed where world = ${world} and id > ${after} and kind = ${hubKinds[shard]} order by id limit 1`

/** The first id after another one that is in a sitemap. */
const firsts: Record<ShardKind, (world: string, after: RawBuilder<number>) => RawBuilder<unknown>> = {
  materials: (world, after) => sql`
    select m.id from material m where m.world = ${world} and m.id > ${after} and ${isPublic} order by m.id limit 1`,
  authors: (world, after) => sql`
    select a.account_id from author_profile a join account on account.id = a.account_id
    where a.world = ${world} and a.account_id > ${after} and ${isListed} order by a.account_id limit 1`,
  posts: (world, after) => sql`
    select p.id from post p join account on account.id = p.author_id
    where p.world = ${world} and p.id > ${after} and ${isListedPost} order by p.id limit 1`,
  keywords: firstHub('keywords'),
  lessons: firstHub('lessons'),
  schools: firstHub('schools'),
}

export interface FeedRow {
  kind: 'material' | 'post'
  id: number
  slug: string
  title: string
  description: string
  published_at: Date
  cover_key: string | null
  author: string
}

const feedMaterials = sql`select 'material' as kind, m.id, m.slug, m.title, left(m.description, 1000) as description,
    m.published_at, m.cover_key, a.public_name as author
  from material m join author_profile a on a.account_id = m.author_id`
const feedPosts = sql`select 'post' as kind, p.id, '' as slug, p.title, p.excerpt as description, p.published_at,
    m.cover_key, a.public_name as author
  from post p
  join author_profile a on a.account_id = p.author_id
  join account on account.id = p.author_id
  left join material m on m.world = p.world and m.id = p.material_id and m.status = 'published'`
const feedOrder = sql`order by published_at desc, kind, id desc`

/** The newest published materials and posts of a world. */
export async function worldFeedRows(db: Db, world: string, limit: number): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select * from (
      (${feedMaterials} where m.world = ${world} and ${isPublic} order by m.published_at desc, m.id desc limit ${limit})
      union all
      (${feedPosts} where p.world = ${world} and p.status = 'published' and account.disabled_at is null
        order by p.published_at desc, p.id desc limit ${limit})) item ${feedOrder} limit ${limit}`.execute(db)
  return rows
}

export async function authorFeedRows(
  db: Db,
  { world, authorId, limit }: { world: string; authorId: number; limit: number },
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select * from (
      (${feedMaterials} where m.world = ${world} and m.author_id = ${authorId} and ${isPublic}
        order by m.id desc limit ${limit})
      union all
      (${feedPosts} where p.world = ${world} and p.author_id = ${authorId} and p.status = 'published'
          and account.disabled_at is null
        order by p.published_at desc, p.id desc limit ${limit})) item ${feedOrder} limit ${limit}`.execute(db)
  return rows
}

/** An author of this world who is listed: with public materials and an open profile. */
export async function listedAuthor(
  db: Db,
  world: string,
  id: number,
): Promise<{ name: string; slug: string } | undefined> {
  const { rows } = await sql<{ name: string; slug: string }>`
    select a.public_name as name, a.slug ${authorsIn({ world, from: id, to: id })}`.execute(db)
  return rows[0]
}

export async function shardState(db: Db, kind: ShardKind, range: IdRange): Promise<ShardState> {
  const { rows } = await states[kind](range).execute(db)
  return rows[0] ?? { rows: 0, lastmod: null, fingerprint: null }
}

/**
 * Numbers, from 1, of the shards of `size` ids that have at least one row; ascending. One step per shard, not per row: from the
 * first id of a shard straight to the first one of the next that has any.
 */
export async function shardNumbers(db: Db, kind: ShardKind, world: string, size: number): Promise<number[]> {
  const first = firsts[kind]
  const { rows } = await sql<{ shard: number }>`
    with recursive walk (id) as (
      (${first(world, sql`0`)})
      union all
      select (${first(world, sql`(walk.id - 1) / ${size} * ${size} + ${size}`)}) from walk where walk.id is not null
    ) select (id - 1) / ${size} + 1 as shard from walk where id is not null`.execute(db)
  return rows.map(({ shard }) => shard)
}

export async function materialRange(db: Db, { world, from, to }: IdRange): Promise<MaterialEntry[]> {
  const { rows } = await sql<MaterialEntry>`
    select m.id, m.slug, ${changed} as lastmod, m.cover_key, p.previews
    from material m left join (
      select material_id, string_agg(image_key, ' ' order by position) as previews from material_preview
      where world = ${world} and material_id between ${from} and ${to} and is_shown group by material_id
    ) p on p.material_id = m.id
    where m.world = ${world} and m.id between ${from} and ${to} and ${isPublic} order by m.id`.execute(db)
  return rows
}

export async function authorRange(db: Db, range: IdRange): Promise<AuthorEntry[]> {
  const { rows } = await sql<AuthorEntry>`
    select a.account_id as id, a.slug, ${authorChanged} as lastmod, ${blogChanged} as blog_lastmod ${authorsIn(range)}
    order by a.account_id`.execute(db)
  return rows
}

export async function postRange(db: Db, range: IdRange): Promise<PostEntry[]> {
  const { rows } = await sql<PostEntry>`
    select p.id, p.updated_at as lastmod ${postsIn(range)} order by p.id`.execute(db)
  return rows
}

export async function hubRange(db: Db, kind: HubShard, range: IdRange): Promise<HubEntry[]> {
  const { rows } = await sql<HubEntry>`
    select id, world, kind, school_type, subject, grade, topic, changed_at as lastmod ${hubsIn(hubKinds[kind], range)}
    order by id`.execute(db)
  return rows
}

/** When the world's newest material was published. */
export async function newestPublication(db: Db, world: string): Promise<Date | undefined> {
  const { rows } = await sql<{ changed: Date }>`
    select published_at as changed from material where world = ${world} and status = 'published'
    order by published_at desc, id desc limit 1`.execute(db)
  return rows[0]?.changed
}

/** When the page of offers last changed: a sale was set, edited, or came to its end. */
export async function newestOffer(db: Db, world: string): Promise<Date | undefined> {
  const { rows } = await sql<{ changed: Date | null }>`
    select max(${changed}) as changed from material m
    where m.world = ${world} and ${isPublic} and m.prior_price_cents > m.sale_price_cents`.execute(db)
  return rows[0]?.changed ?? undefined
}

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
interface AmbPlace {
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

export type AnnouncedKind = Database['page_announcement']['kind']

export interface WaitingPage {
  world: string
  kind: AnnouncedKind
  subject_id: number
  /** Of a text, `magazine exit-ticket`; empty for what has a number. */
  name: string
  /** As text: a Date would lose the microseconds that tell a later change. */
  changed_at: string
  /** Of a material or an author. */
  slug: string | null
}

export async function insertWaiting(
  db: Db,
  page: { world: string; kind: AnnouncedKind; id: number; name?: string },
): Promise<void> {
  await db
    .insertInto('page_announcement')
    .values({ world: page.world, kind: page.kind, subject_id: page.id, name: page.name ?? '' })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id', 'world', 'name'])
        .doUpdateSet({ changed_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

/** The oldest first, with what their addresses are made of. */
export async function waitingPages(db: Db, limit: number): Promise<WaitingPage[]> {
  const { rows } = await sql<WaitingPage>`
    select p.world, p.kind, p.subject_id, p.name, p.changed_at::text as changed_at, coalesce(m.slug, a.slug) as slug
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
      ${pages.map(({ name }) => name)}::text[],
      ${pages.map(({ changed_at }) => changed_at)}::timestamptz[]) done (world, kind, id, name, at)
    where (p.world, p.kind, p.subject_id, p.name) = (done.world, done.kind, done.id, done.name) and p.changed_at <= done.at
  `.execute(db)
}
