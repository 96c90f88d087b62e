import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import type { AuthorRow } from '#shop/catalogue/catalogue/server/types.ts'

export interface ProfileRow extends Omit<AuthorRow, 'author_since'> {
  author_since: Date
  created_at: Date
  is_private_profile: boolean
  total_followings: number
  facebook_profile: string | null
  instagram_profile: string | null
  pinterest_profile: string | null
  trader: TraderRow | null
}

export interface TraderRow {
  legal_name: string
  address: string
  email: string
  phone: string | null
  trade_register: string | null
  vat_id: string | null
}

export interface UserRow {
  id: number
  world: string
  name: string
  slug: string
  image_key: string | null
  created_at: Date
  is_private_profile: boolean
  is_author: boolean
}

/** An author of any world whose account is not disabled. */
export async function profileRow(db: Db, id: number): Promise<ProfileRow | undefined> {
  return (await profileRows(db, [id]))[0]
}

/** Authors of any world whose accounts are not disabled, in the order of their numbers. */
export async function profileRows(db: Db, ids: readonly number[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProfileRow>`
    select a.account_id as id, a.world, a.public_name as name, a.slug, a.subtitle, a.description, a.image_key,
      a.background_key, a.author_since, account.created_at, a.total_materials, a.total_followers, a.total_followings,
      a.teachable_certified as is_certified, a.is_private_profile, a.facebook_profile, a.instagram_profile,
      a.pinterest_profile,
      case when now() >= a.away_from and now() < a.away_until
        then json_build_object('until', a.away_until, 'text', a.away_text) end as away,
      (select row_to_json(t) from (
        select legal_name, address, email, phone, trade_register, vat_id
        from author_trader where author_id = a.account_id) t) as trader
    from author_profile a join account on account.id = a.account_id
    where a.account_id = any(${[...ids]}::bigint[]) and account.disabled_at is null
    order by a.account_id`.execute(db)
  return rows
}

/** Numbers of a page of a world's authors, the oldest first, with how many there are. */
export async function authorIds(
  db: Db,
  world: string,
  { filter, limit, page }: { filter: AuthorFilter; limit: number; page: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with fitting as (
      select a.account_id as id
      from author_profile a join account on account.id = a.account_id
      where a.world = ${world} and account.disabled_at is null
        and (${filter.user_ids ?? null}::bigint[] is null or a.account_id = any(${filter.user_ids ?? null}::bigint[]))
        and (${filter.slugs ?? null}::text[] is null or a.slug = any(${filter.slugs ?? null}::text[]))
        and (${filter.public_name ?? null}::text is null
          or position(fold(${filter.public_name ?? null}::text) in fold(a.public_name)) > 0)
        and (${filter.teachable_certified ?? null}::boolean is null
          or a.teachable_certified = ${filter.teachable_certified ?? null}::boolean)
    ), shown as (
      select id from fitting order by id limit ${limit} offset ${(page - 1) * limit}
    )
    select (select array_agg(id order by id) from shown) as ids,
      (select count(*)::int from fitting) as total`.execute(db)
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 }
}

/** What narrows a list of authors; each part has to fit. */
interface AuthorFilter {
  user_ids?: number[] | undefined
  slugs?: string[] | undefined
  /** Part of the public name, whatever its case and accents. */
  public_name?: string | undefined
  teachable_certified?: boolean | undefined
}

/** A member of any world whose account is not disabled, author or not. */
export async function userRow(db: Db, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select account.id, coalesce(a.world, account.world) as world, account.public_name as name,
      coalesce(a.slug, account.slug) as slug, account.image_key, account.created_at, account.is_private_profile,
      a.account_id is not null as is_author
    from account left join author_profile a on a.account_id = account.id
    where account.id = ${id} and account.disabled_at is null`.execute(db)
  return rows[0]
}

interface ShopFilter {
  authorId: number
  /** Folded by the database; each must stand somewhere in the title or among the keywords. */
  words: readonly string[]
  subject: string | undefined
  materialType: string | undefined
  sectionId: number | undefined
}

/** One numbered page of an author's public materials, the newest first. */
export async function shopIds(
  db: Db,
  world: string,
  filter: ShopFilter & { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { authorId, words, subject, materialType, sectionId } = filter
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with fitting as (
      select m.id from material m
      where m.world = ${world} and m.author_id = ${authorId} and m.status = 'published'
        and (${subject ?? null}::text is null or ${subject ?? null} = any(m.subjects))
        and (${materialType ?? null}::text is null or m.material_type = ${materialType ?? null})
        and (${sectionId ?? null}::bigint is null or exists (
          select from author_section_item i join author_section s on s.world = i.world and s.id = i.section_id
          where i.world = m.world and i.material_id = m.id and i.section_id = ${sectionId ?? null}
            and s.author_id = m.author_id))
        and not exists (
          select from unnest(${[...words]}::text[]) as word
          where position(fold(word) in fold(m.title || ' ' || array_to_string(m.keywords, ' '))) = 0)
    ), shown as (
      select id from fitting order by id desc limit ${filter.limit} offset ${filter.offset}
    )
    select (select array_agg(id order by id desc) from shown) as ids,
      (select count(*)::int from fitting) as total`.execute(db)
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 }
}

/** What an author's public materials are about, with their numbers, the fullest first. */
export async function shopTerms(
  db: Db,
  world: string,
  authorId: number,
): Promise<{ kind: 'subject' | 'material_type'; id: string; count: number }[]> {
  const { rows } = await sql<{ kind: 'subject' | 'material_type'; id: string; count: number }>`
    with own as (
      select subjects, material_type from material
      where world = ${world} and author_id = ${authorId} and status = 'published'
    )
    select 'subject' as kind, subject as id, count(*)::int as count
    from own, unnest(subjects) as subject group by subject
    union all
    select 'material_type', material_type, count(*)::int from own group by material_type
    order by count desc, id limit 200`.execute(db)
  return rows
}

interface SectionRow {
  id: number
  title: string
  /** Public materials, the newest first, `limit` at most. */
  ids: number[]
  total: number
}

/** An author's sections in their order. */
export async function sectionRows(
  db: Db,
  world: string,
  input: { authorId: number; limit: number },
): Promise<SectionRow[]> {
  const { rows } = await sql<SectionRow>`
    select s.id, s.title, coalesce(found.ids[1:${sql.lit(input.limit)}], '{}') as ids,
      coalesce(array_length(found.ids, 1), 0) as total
    from author_section s
    left join lateral (
      select array_agg(m.id order by m.id desc) as ids
      from author_section_item i join material m on m.world = i.world and m.id = i.material_id
      where i.world = s.world and i.section_id = s.id and m.status = 'published' and m.author_id = s.author_id
    ) found on true
    where s.world = ${world} and s.author_id = ${input.authorId}
    order by s.position, s.id limit 20`.execute(db)
  return rows
}

export interface ActivityRow {
  kind: 'published' | 'updated' | 'answered' | 'reviewed' | 'posted'
  at: Date
  /** Microseconds since 1970: dates of JavaScript would lose the last three digits. */
  moment: number
  id: number
  title: string
  slug: string
  text: string
  rating: number | null
}

interface TimelineWindow {
  accountId: number
  /** Only what is before this place. */
  before: { moment: number; kind: string; id: number }
  limit: number
}

const moment = sql`(extract(epoch from at) * 1000000)::bigint`
/** Files of the first hour belong to the upload itself. */
const firstHour = sql.lit('1 hour')

/** What an author did before the public: materials out, new files, answers to reviews, posts; the newest first. */
export async function authorActivity(
  db: Db,
  world: string,
  { accountId, before, limit }: TimelineWindow,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with own as (
      select id, title, slug, published_at from material
      where world = ${world} and author_id = ${accountId} and status = 'published'
    ), happened as (
      select 'published' as kind, published_at as at, id, title, slug, '' as text, null::integer as rating from own
      union all
      select 'updated', max(f.created_at), own.id, title, slug, '', null
      from own join material_file f on f.world = ${world} and f.material_id = own.id
      where f.created_at > own.published_at + ${firstHour}::interval
      group by own.id, title, slug
      union all
      select 'answered', r.replied_at, own.id, title, slug, r.reply, r.rating
      from own join review r on r.world = ${world} and r.material_id = own.id where r.replied_at is not null and r.state = 'shown'
      union all
      select 'posted', published_at, id, title, '', '', null from post
      where world = ${world} and author_id = ${accountId} and status = 'published'
    )
    select *, ${moment} as moment from happened
    where (${moment}, kind, id) < (${before.moment}, ${before.kind}, ${before.id})
    order by moment desc, kind desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** What a member has reviewed, the newest first. */
export async function memberActivity(
  db: Db,
  world: string,
  { accountId, before, limit }: TimelineWindow,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    with happened as (
      select 'reviewed' as kind, r.created_at as at, m.id, m.title, m.slug, r.text, r.rating::integer
      from review r join material m on m.world = r.world and m.id = r.material_id
      where r.account_id = ${accountId} and r.world = ${world} and m.status = 'published'
        and r.state = 'shown'
    )
    select *, ${moment} as moment from happened
    where (${moment}, kind, id) < (${before.moment}, ${before.kind}, ${before.id})
    order by moment desc, kind desc, id desc limit ${limit}`.execute(db)
  return rows
}

interface AwayRow {
  away_from: Date | null
  away_until: Date | null
  away_text: string
}

export async function awayRow(db: Db, authorId: number): Promise<AwayRow | undefined> {
  return await db
    .selectFrom('author_profile')
    .select(['away_from', 'away_until', 'away_text'])
    .where('account_id', '=', authorId)
    .executeTakeFirst()
}

/** `from` and `until` are both there or both null. */
export async function writeAway(
  tx: Db,
  authorId: number,
  away: { from: Date | null; until: Date | null; text: string },
): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({ away_from: away.from, away_until: away.until, away_text: away.text })
    .where('account_id', '=', authorId)
    .execute()
}

/** Notes who left or came back since it was last noted. */
export async function turnAway(tx: Db, limit: number): Promise<{ account_id: number; world: string }[]> {
  const { rows } = await sql<{ account_id: number; world: string }>`
    update author_profile a set is_away = not a.is_away
    where a.account_id in (
      select account_id from author_profile
      where is_away is distinct from coalesce(now() >= away_from and now() < away_until, false)
      order by account_id limit ${limit} for update skip locked)
    returning a.account_id, a.world`.execute(tx)
  return rows
}

/** Operators write a handful of rows; this many would be a mistake. */
const mostDomains = 10_000

export async function domainRows(db: Db): Promise<{ host: string; world: string; author_id: number }[]> {
  return await db
    .selectFrom('author_domain')
    .innerJoin('author_profile', 'author_profile.account_id', 'author_domain.author_id')
    .select(['host', 'author_domain.world', 'author_domain.author_id'])
    .whereRef('author_profile.world', '=', 'author_domain.world')
    .limit(mostDomains)
    .execute()
}

/** The slug of an author, for the address of their page. */
export async function authorSlug(db: Db, authorId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('author_profile')
    .select('slug')
    .where('account_id', '=', authorId)
    .executeTakeFirst()
  return row?.slug
}

/** Author and slug of a material of this world; of one that is not public the slug, made of its title, is kept back. */
export async function materialOwner(
  db: Db,
  world: string,
  id: number,
): Promise<{ author_id: number; slug: string } | undefined> {
  const row = await db
    .selectFrom('material')
    .select(['author_id', 'slug', 'status'])
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isSeen = isPublic(row)
  return { author_id: row.author_id, slug: isSeen ? row.slug : '' }
}

/** Of accounts that are closed: who has an account still sells. */
export async function deleteOldTraders(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from author_trader t using account a where a.id = t.author_id
      and a.disabled_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
