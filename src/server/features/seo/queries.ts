import type pg from 'pg'
import { indexedPostWords } from '#shared/limits.ts'
import { type Prepared, prepared, runPrepared } from '../../db/prepared.ts'
import type { HubKind, HubParts } from '../hubs/types.ts'

/** An inclusive range of ids: one shard, or a part of one. */
export interface IdRange {
  world: string
  from: number
  to: number
}

/** What tells two states of a shard apart; no rows is an empty shard. */
export interface ShardState {
  rows: number
  lastmod: Date | null
  fingerprint: string | null
}

export interface MaterialEntry {
  id: number
  slug: string
  lastmod: Date
  cover_key: string | null
  /** Keys in page order, parted by spaces: an array's text form takes the driver three times as long to read. */
  previews: string | null
}

export interface AuthorEntry {
  id: number
  slug: string
  lastmod: Date | null
  /** Of the newest change of a post; null without posts. */
  blog_lastmod: Date | null
}

export interface PostEntry {
  id: number
  lastmod: Date
}

export interface HubEntry extends HubParts {
  lastmod: Date
}

/** Sales and ratings do not change what a page says; an edit does, and so does the end of a sale. */
const changed = `greatest(m.updated_at, case when m.sale_until < now() then m.sale_until end)`
const isPublic = `m.status = 'published'`
const isListed = `a.total_materials > 0 and not a.is_private_profile and account.disabled_at is null`
/** The author page opens with this many materials: their changes are its changes. */
const authorChanged = `(select max(first.updated_at) from (
    select updated_at from material
    where world = a.world and author_id = a.account_id and status = 'published'
    order by id desc limit 24) first)`
const blogChanged = `(select max(updated_at) from post
    where world = a.world and author_id = a.account_id and status = 'published')`
const authorRows = `from author_profile a join account on account.id = a.account_id
  where a.world = $1 and a.account_id between $2 and $3 and ${isListed}`

const materialState = prepared<ShardState>(
  'seo_material_state',
  `select count(*) as rows, max(${changed}) as lastmod,
     sum(hashtextextended(m.id || m.slug || coalesce(m.cover_key, '') || m.preview_state, 0))::text as fingerprint
   from material m where m.world = $1 and m.id between $2 and $3 and ${isPublic}`,
)
const authorState = prepared<ShardState>(
  'seo_author_state',
  `select count(*) as rows, max(lastmod) as lastmod, 
     sum(hashtextextended(id || slug || coalesce(blog::text, ''), 0))::text as fingerprint
   from (select a.account_id as id, a.slug, ${authorChanged} as lastmod, ${blogChanged} as blog ${authorRows}) listed`,
)
const materialEntries = prepared<MaterialEntry>(
  'seo_materials',
  `select m.id, m.slug, ${changed} as lastmod, m.cover_key, p.previews
   from material m left join (
     select material_id, string_agg(image_key, ' ' order by position) as previews from material_preview
     where world = $1 and material_id between $2 and $3 and is_shown group by material_id) p on p.material_id = m.id
   where m.world = $1 and m.id between $2 and $3 and ${isPublic} order by m.id`,
)
const authorEntries = prepared<AuthorEntry>(
  'seo_authors',
  `select a.account_id as id, a.slug, ${authorChanged} as lastmod, ${blogChanged} as blog_lastmod ${authorRows}
   order by a.account_id`,
)

/** Comments and likes do not change what a post says. */
const isListedPost = `p.status = 'published' and p.word_count >= ${indexedPostWords} and account.disabled_at is null`
const listedPosts = `from post p join account on account.id = p.author_id
  where p.world = $1 and p.id between $2 and $3 and ${isListedPost}`
const postState = prepared<ShardState>(
  'seo_post_state',
  `select count(*) as rows, max(p.updated_at) as lastmod,
     sum(hashtextextended(p.id::text, 0))::text as fingerprint ${listedPosts}`,
)
const postEntries = prepared<PostEntry>(
  'seo_posts',
  `select p.id, p.updated_at as lastmod ${listedPosts} order by p.id`,
)

/** Landings that are indexed, of one kind. */
function hubRows(kind: HubKind): string {
  return `from hub_listed where world = $1 and id between $2 and $3 and kind = '${kind}'`
}
function hubState(kind: HubKind): Prepared<ShardState> {
  return prepared(
    `seo_${kind}_state`,
    `select count(*) as rows, max(changed_at) as lastmod,
       sum(hashtextextended(id || coalesce(topic, ''), 0))::text as fingerprint ${hubRows(kind)}`,
  )
}
function hubEntries(kind: HubKind): Prepared<HubEntry> {
  return prepared(
    `seo_${kind}_entries`,
    `select id, world, kind, school_type, subject, grade, topic, changed_at as lastmod ${hubRows(kind)} order by id`,
  )
}

/** One step per shard, not per row: from the first id of a shard straight to the first one of the next that has any. */
function shardWalk(name: string, first: string): Prepared<{ shard: number }> {
  return prepared(
    name,
    `with recursive walk (id) as (
       (${first.replace('$from', '0')})
       union all
       select (${first.replace('$from', '(walk.id - 1) / $2 * $2 + $2')}) from walk where walk.id is not null
     ) select (id - 1) / $2 + 1 as shard from walk where id is not null`,
  )
}
const materialShards = shardWalk(
  'seo_material_shards',
  `select m.id from material m where m.world = $1 and m.id > $from and ${isPublic} order by m.id limit 1`,
)
const authorShards = shardWalk(
  'seo_author_shards',
  `select a.account_id from author_profile a join account on account.id = a.account_id
   where a.world = $1 and a.account_id > $from and ${isListed} order by a.account_id limit 1`,
)
function hubShards(kind: HubKind): Prepared<{ shard: number }> {
  return shardWalk(
    `seo_${kind}_shards`,
    `select id from hub_listed where world = $1 and id > $from and kind = '${kind}' order by id limit 1`,
  )
}

const postShards = shardWalk(
  'seo_post_shards',
  `select p.id from post p join account on account.id = p.author_id
   where p.world = $1 and p.id > $from and ${isListedPost} order by p.id limit 1`,
)

const newestChange = prepared<{ changed: Date }>(
  'seo_newest',
  `select published_at as changed from material where world = $1 and status = 'published'
   order by published_at desc, id desc limit 1`,
)

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

const feedMaterials = `select 'material' as kind, m.id, m.slug, m.title, left(m.description, 1000) as description,
    m.published_at, m.cover_key, a.public_name as author
  from material m join author_profile a on a.account_id = m.author_id`
const feedPosts = `select 'post' as kind, p.id, '' as slug, p.title, p.excerpt as description, p.published_at,
    m.cover_key, a.public_name as author
  from post p
  join author_profile a on a.account_id = p.author_id
  join account on account.id = p.author_id
  left join material m on m.world = p.world and m.id = p.material_id and m.status = 'published'`
const feedOrder = 'order by published_at desc, kind, id desc'
const worldFeed = prepared<FeedRow>(
  'seo_world_feed',
  `select * from (
     (${feedMaterials} where m.world = $1 and ${isPublic} order by m.published_at desc, m.id desc limit $2)
     union all
     (${feedPosts} where p.world = $1 and p.status = 'published' and account.disabled_at is null
      order by p.published_at desc, p.id desc limit $2)) item ${feedOrder} limit $2`,
)
const authorFeed = prepared<FeedRow>(
  'seo_author_feed',
  `select * from (
     (${feedMaterials} where m.world = $1 and m.author_id = $2 and ${isPublic} order by m.id desc limit $3)
     union all
     (${feedPosts} where p.world = $1 and p.author_id = $2 and p.status = 'published' and account.disabled_at is null
      order by p.published_at desc, p.id desc limit $3)) item ${feedOrder} limit $3`,
)
const feedAuthor = prepared<{ name: string; slug: string }>(
  'seo_feed_author',
  `select a.public_name as name, a.slug ${authorRows}`,
)

/** The newest published materials and posts of a world. */
export function worldFeedRows(pool: pg.Pool, world: string, limit: number): Promise<FeedRow[]> {
  return runPrepared(pool, worldFeed, [world, limit])
}

export function authorFeedRows(
  pool: pg.Pool,
  { world, authorId, limit }: { world: string; authorId: number; limit: number },
): Promise<FeedRow[]> {
  return runPrepared(pool, authorFeed, [world, authorId, limit])
}

/** An author of this world who is listed: with public materials and an open profile. */
export async function listedAuthor(
  pool: pg.Pool,
  world: string,
  id: number,
): Promise<{ name: string; slug: string } | undefined> {
  return (await runPrepared(pool, feedAuthor, [world, id, id]))[0]
}

export type HubShard = 'keywords' | 'lessons' | 'schools'
export type ShardKind = 'materials' | 'authors' | 'posts' | HubShard
const states = {
  materials: materialState,
  authors: authorState,
  posts: postState,
  keywords: hubState('keyword'),
  lessons: hubState('lesson'),
  schools: hubState('school'),
}
const shards = {
  materials: materialShards,
  authors: authorShards,
  posts: postShards,
  keywords: hubShards('keyword'),
  lessons: hubShards('lesson'),
  schools: hubShards('school'),
}
const hubLists = {
  keywords: hubEntries('keyword'),
  lessons: hubEntries('lesson'),
  schools: hubEntries('school'),
}

export async function shardState(pool: pg.Pool, kind: ShardKind, range: IdRange): Promise<ShardState> {
  const [row] = await runPrepared(pool, states[kind], [range.world, range.from, range.to])
  return row ?? { rows: 0, lastmod: null, fingerprint: null }
}

/** Numbers, from 1, of the shards of `size` ids that have at least one row; ascending. */
export async function shardNumbers(
  pool: pg.Pool,
  kind: ShardKind,
  world: string,
  size: number,
): Promise<number[]> {
  return (await runPrepared(pool, shards[kind], [world, size])).map(({ shard }) => shard)
}

export function materialRange(pool: pg.Pool, { world, from, to }: IdRange): Promise<MaterialEntry[]> {
  return runPrepared(pool, materialEntries, [world, from, to])
}

export function authorRange(pool: pg.Pool, { world, from, to }: IdRange): Promise<AuthorEntry[]> {
  return runPrepared(pool, authorEntries, [world, from, to])
}

export function postRange(pool: pg.Pool, { world, from, to }: IdRange): Promise<PostEntry[]> {
  return runPrepared(pool, postEntries, [world, from, to])
}

export function hubRange(pool: pg.Pool, kind: HubShard, { world, from, to }: IdRange): Promise<HubEntry[]> {
  return runPrepared(pool, hubLists[kind], [world, from, to])
}

/** When the world's newest material was published. */
export async function newestPublication(pool: pg.Pool, world: string): Promise<Date | undefined> {
  return (await runPrepared(pool, newestChange, [world]))[0]?.changed
}

const newestSale = prepared<{ changed: Date | null }>(
  'seo_newest_sale',
  `select max(${changed}) as changed from material m
   where m.world = $1 and ${isPublic} and m.prior_price_cents > m.sale_price_cents`,
)

/** When the page of offers last changed: a sale was set, edited, or came to its end. */
export async function newestOffer(pool: pg.Pool, world: string): Promise<Date | undefined> {
  return (await runPrepared(pool, newestSale, [world]))[0]?.changed ?? undefined
}
