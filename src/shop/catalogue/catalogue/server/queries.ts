import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/db/pool.ts'
import { prepared, runPrepared } from '#platform/db/prepared.ts'
import { reviewPageSize, shownVersions } from '#platform/limits.ts'
import type { AuthorRow, CardRow, DetailRow, PageRow } from './rows.ts'

/** Bundles a material's page names. */
const maxBundles = 2

const cardColumns = `
  m.id, m.slug, m.title, m.status, m.currency, m.price_cents, price.cents as asked_cents, price.before_cents, price.sale_ends, m.cover_key,
  m.rating_sum, m.rating_count, m.is_bundle, m.interactive_id, m.page_count, m.formats,
  m.has_solutions, m.material_type, m.subjects, m.grades, m.created_at,
  a.account_id as author_id, a.public_name as author_name, a.slug as author_slug, a.world as author_world`

/** Null, or why and until when the author `a` is away now. */
const awayColumn = `
  case when now() >= a.away_from and now() < a.away_until
    then json_build_object('until', a.away_until, 'text', a.away_text) end as away`

const authorColumns = `
  a.account_id as id, a.world, a.public_name as name, a.slug, a.subtitle, a.description, a.image_key,
  a.background_key, a.author_since, a.total_materials, a.total_followers, a.teachable_certified as is_certified,
  ${awayColumn}`

/**
 * What the parts of a bundle cost at least in the last 30 days, together: a part made dearer for a second makes no saving.
 * Null when that is not known of one of them.
 */
function partsPrice(bundle: string): string {
  const lowest = 'lowest_price(price.cents, part.asked_since, part.prior_price_cents)'
  return `select case when count(*) = count(${lowest}) then sum(${lowest})::integer end
    from bundle_item inside join material part on part.world = inside.world and part.id = inside.material_id
    join material_price price on price.world = part.world and price.material_id = part.id
    where inside.world = ${bundle}.world and inside.bundle_id = ${bundle}.id`
}

const detailColumns = `
  ${cardColumns}, m.world, m.description, m.language, m.school_types, m.learning_years, m.curricula, m.keywords,
  m.lesson_minutes, m.ai_use, m.image_sources, m.updated_at, m.published_at, m.additional_price_cents, m.school_price_cents,
  m.sales_count, m.page_alts[1] as cover_alt, m.video_key, m.video_type,
  (select coalesce(json_agg(f order by f.position, f.id), '[]') from (
    select id, type, name, media_type, size_bytes, page_count, is_tagged, has_title, has_language, has_text, position
    from material_file
    where world = m.world and material_id = m.id) f) as files,
  (select coalesce(json_agg(p order by p.position), '[]') from (
    select image_key, width, height, position, is_shown, is_solution, m.page_alts[position + 1] as alt from material_preview
    where world = m.world and material_id = m.id and (is_shown or m.preview_state = 'ready')) p) as previews,
  m.star_counts,
  (select coalesce(json_agg(r order by r.id desc), '[]') from (
    select review.id, account_id, account.public_name as author, rating, text, review.language, reply, replied_at,
      helpful_count, edited_at, review.created_at
    from review join account on account.id = review.account_id
    where m.rating_count > 0 and review.world = m.world and material_id = m.id and state = 'shown'
    order by review.id desc limit ${reviewPageSize}) r) as reviews,
  (select coalesce(json_agg(q order by q.id desc), '[]') from (
    select question.id, account_id, account.public_name as author, text, question.created_at, answer, answered_at
    from material_question question join account on account.id = question.account_id
    where question.world = m.world and material_id = m.id and (answered_at is not null or is_discussed) and state = 'shown'
    order by question.id desc limit ${reviewPageSize}) q) as questions,
  (select coalesce(json_agg(v order by v.id desc), '[]') from (
    select id, created_at, added, removed, note, unit_version from material_version
    where world = m.world and material_id = m.id order by id desc limit ${shownVersions}) v) as versions,
  case when m.is_bundle then array(
    select material_id from bundle_item where world = m.world and bundle_id = m.id order by position)
    else '{}' end as bundle_ids,
  case when m.is_bundle then (${partsPrice('m')}) end as parts_cents`

const materialJoin = `from material m join author_profile a on a.account_id = m.author_id
  join material_price price on price.world = m.world and price.material_id = m.id`

interface Json {
  json: string
}

const oneDetail = prepared<Json>(
  'catalogue_details',
  `select row_to_json(x)::text as json from (select ${detailColumns} ${materialJoin} where m.id = $1) x`,
)

const onePage = prepared<Json>(
  'catalogue_pages',
  `select row_to_json(x)::text as json from (
    select ${detailColumns},
      (select row_to_json(author) from (select ${authorColumns}) author) as author,
      (select coalesce(json_agg(b), '[]') from (
        select bundle.id, array(select material_id from bundle_item part
          where part.world = m.world and part.bundle_id = bundle.id order by position) as part_ids,
          (${partsPrice('bundle')}) as parts_cents
        from bundle_item item join material bundle on bundle.world = item.world and bundle.id = item.bundle_id
        where item.world = m.world and item.material_id = m.id and bundle.status = 'published'
        order by bundle.popularity desc, bundle.id desc limit ${maxBundles}) b) as in_bundles,
      array(select other.id from material other
        where other.world = m.world and other.author_id = m.author_id and other.status = 'published'
          and other.id <> m.id
        order by other.id desc limit 8) as from_author_ids
    ${materialJoin} where m.id = $1) x`,
)

const cards = prepared<Json>(
  'catalogue_cards',
  `select coalesce(json_agg(x order by x.place), '[]')::text as json from (
    select asked.place, ${cardColumns}
    from unnest($2::bigint[]) with ordinality as asked (id, place)
    join material m on m.world = $1 and m.id = asked.id
    join author_profile a on a.account_id = m.author_id
    join material_price price on price.world = m.world and price.material_id = m.id
    where $3 or m.status in ('published', 'unlisted')) x`,
)

// Of the newest buyers; what only one of them bought besides is nobody's business.
const boughtTogether = prepared<{ id: number }>(
  'catalogue_together',
  `with buyer as (
     select distinct o.account_id
     from (select order_id from order_item where world = $1 and material_id = $2 order by order_id desc limit 300) i
     join purchase_order o on o.world = $1 and o.id = i.order_id and o.status = 'paid'
   )
   select i.material_id as id
   from buyer join purchase_order o on o.account_id = buyer.account_id and o.world = $1 and o.status = 'paid'
   join order_item i on i.world = $1 and i.order_id = o.id and i.material_id <> $2
   group by i.material_id having count(distinct o.account_id) >= 2
   order by count(distinct o.account_id) desc, i.material_id desc limit $3`,
)

/** What the rows of the home page show, and in which order. */
const lists = {
  newest: (world: string) =>
    sql`select material_id as id from material_search where world = ${world} order by published_at desc, material_id desc`,
  popular: (world: string) =>
    sql`select material_id as id from material_search where world = ${world} order by popularity desc, material_id desc`,
  free: (world: string) =>
    sql`select material_id as id from material_search where world = ${world} and price_cents = 0 order by material_id desc`,
  onSale: (world: string) =>
    sql`select id from reduced_material where world = ${world} order by published_at desc, id desc`,
}
export type ListName = keyof typeof lists

/** A material of any world and status, with all its detail page shows of itself. */
export async function detailRow(pool: pg.Pool, id: number): Promise<DetailRow | undefined> {
  return parsed<DetailRow>(await runPrepared(pool, oneDetail, [id]))
}

/** The same plus its author and the ids of up to 12 more by the same author. */
export async function pageRow(pool: pg.Pool, id: number): Promise<PageRow | undefined> {
  return parsed<PageRow>(await runPrepared(pool, onePage, [id]))
}

/** Cards in the order of `ids`; unknown ids, other worlds and (unless asked for) hidden ones are left out. */
export async function cardRows(
  pool: pg.Pool,
  world: string,
  ids: readonly number[],
  includeHidden: boolean,
): Promise<CardRow[]> {
  if (ids.length === 0) return []
  return parsed<CardRow[]>(await runPrepared(pool, cards, [world, ids, includeHidden])) ?? []
}

/** An author of any world whose account is not disabled. */
export async function authorRow(db: Db, id: number): Promise<AuthorRow | undefined> {
  const { rows } = await sql<Json>`
    select row_to_json(x)::text as json from (
    select ${sql.raw(authorColumns)} from author_profile a join account on account.id = a.account_id
    where a.account_id = ${id} and account.disabled_at is null) x`.execute(db)
  return parsed<AuthorRow>(rows)
}

/** Ids of published materials below `beforeId`, newest first. */
export async function authorMaterialIds(
  db: Db,
  world: string,
  author: { authorId: number; beforeId: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from material
    where world = ${world} and author_id = ${author.authorId} and status = 'published' and id < ${author.beforeId}
    order by id desc limit ${author.limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** What at least two buyers of a material bought as well, most of them first. */
export async function boughtTogetherIds(
  pool: pg.Pool,
  world: string,
  materialId: number,
  limit: number,
): Promise<number[]> {
  return (await runPrepared(pool, boughtTogether, [world, materialId, limit])).map((row) => row.id)
}

/** Ids for one of the home page's rows. */
export async function listIds(db: Db, world: string, name: ListName, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${lists[name](world)} limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Subjects and grades of some materials of a world, whatever their status. */
export async function subjectsOf(
  db: Db,
  world: string,
  ids: readonly number[],
): Promise<{ id: number; subjects: string[]; grades: string[] }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; subjects: string[]; grades: string[] }>`
    select id, subjects, grades from material where world = ${world} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows
}

/** Authors of a world with at least one published material. */
export async function countAuthors(db: Db, world: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from author_profile where world = ${world} and total_materials > 0`.execute(db)
  return rows[0]?.count ?? 0
}

/** Open profiles with materials: whom most people follow, then who has published most. */
export async function authorsToDiscover(db: Db, world: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.account_id as id from author_profile a join account on account.id = a.account_id
    where a.world = ${world} and a.total_materials > 0 and not a.is_private_profile and account.disabled_at is null
    order by a.total_followers desc, a.total_materials desc, a.account_id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Of each of these authors the cover of the published material that sells best, where there is one. */
export async function bestCovers(
  db: Db,
  world: string,
  authorIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ author_id: number; cover_key: string }>`
    select distinct on (author_id) author_id, cover_key from material
    where world = ${world} and author_id = any(${authorIds}::bigint[]) and status = 'published' and cover_key is not null
    order by author_id, popularity desc, id desc`.execute(db)
  return new Map(rows.map((row) => [row.author_id, row.cover_key]))
}

/** Authors with published materials whose names have words that begin so, the most productive first. */
export async function authorsByName(
  db: Db,
  world: string,
  beginnings: readonly string[],
  limit: number,
): Promise<{ id: number; slug: string; name: string }[]> {
  if (beginnings.length === 0) return []
  // The words are letters and digits only; each is the beginning of a word of the name.
  const { rows } = await sql<{ id: number; slug: string; name: string }>`
    select account_id as id, slug, public_name as name from author_profile
    where world = ${world} and total_materials > 0 and not is_private_profile
      and to_tsvector('simple', fold(public_name)) @@ (
        select string_agg(quote_literal(fold(word)) || ':*', ' & ')::tsquery from unnest(${beginnings}::text[]) as word)
    order by total_materials desc, account_id limit ${limit}`.execute(db)
  return rows
}

/** Authors with published materials whose names, or words of them, sound nearly like this, the likest first. */
export async function authorsLike(
  db: Db,
  world: string,
  name: string,
  limit: number,
): Promise<{ id: number; slug: string; name: string }[]> {
  // As it sounds, so that a letter too many or two changed places do no harm; a whole name or one word of it.
  const { rows } = await sql<{ id: number; slug: string; name: string }>`
    select account_id as id, slug, public_name as name from author_profile
    where search_sound(fold(${name})) <% search_sound(fold(public_name)) and world = ${world} and total_materials > 0
      and not is_private_profile
    order by word_similarity(search_sound(fold(${name})), search_sound(fold(public_name))) desc, total_materials desc,
      account_id limit ${limit}`.execute(db)
  return rows
}

function parsed<T>(rows: Json[]): T | undefined {
  const text = rows[0]?.json
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

/** A published material that may be called reduced, and when its sale ends. */
interface OfferRow {
  id: number
  sale_until: Date | null
}

/** What is reduced in a world, the biggest saving first. */
export async function offerRows(db: Db, world: string, limit: number): Promise<OfferRow[]> {
  // By the index material_offer.
  const { rows } = await sql<OfferRow>`
    select id, sale_until from reduced_material where world = ${world} and saving_bp > 0
    order by saving_bp desc, id desc limit ${limit}`.execute(db)
  return rows
}
