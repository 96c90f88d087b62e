import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface NewsRow {
  kind: 'material' | 'post'
  id: number
  title: string
  /** Of a material. */
  slug: string | null
  author_id: number
  author: string
  author_slug: string
  at: Date
}

/** What followed authors published before a moment, the newest first. `id` decides between two of one moment. */
export async function newsRows(
  db: Db,
  world: string,
  page: { owner: string; since: Date; before: { at: Date; id: number }; limit: number },
): Promise<NewsRow[]> {
  const { owner, since, before, limit } = page
  const { rows } = await sql<NewsRow>`
    with followed as (
      select p.account_id, p.public_name, p.slug
      from author_follow f join author_profile p on p.account_id = f.author_id
      join account on account.id = p.account_id
      where f.world = ${world} and f.owner = ${owner} and account.disabled_at is null
    ), news as (
      select 'material' as kind, m.id, m.title, m.slug, m.author_id, m.published_at as at
      from material m join followed on followed.account_id = m.author_id
      where m.world = ${world} and m.status = 'published' and m.published_at >= ${since}
      union all
      select 'post', p.id, p.title, null, p.author_id, p.published_at
      from post p join followed on followed.account_id = p.author_id
      where p.world = ${world} and p.status = 'published' and p.published_at >= ${since}
    )
    select news.*, followed.public_name as author, followed.slug as author_slug
    from news join followed on followed.account_id = news.author_id
    where (date_trunc('milliseconds', news.at), news.id) < (${before.at}, ${before.id})
    order by date_trunc('milliseconds', news.at) desc, news.id desc limit ${limit}`.execute(db)
  return rows
}

export interface ReaderRow {
  id: number
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: string
}

/** Members above an id who follow somebody who published something in that time. */
export async function digestReaders(
  db: Db,
  world: string,
  page: { from: Date; until: Date; afterId: number; limit: number },
): Promise<ReaderRow[]> {
  const { from, until, afterId, limit } = page
  const { rows } = await sql<ReaderRow>`
    with news as (
      select author_id from material where world = ${world} and status = 'published'
        and published_at >= ${from} and published_at < ${until}
      union
      select author_id from post where world = ${world} and status = 'published'
        and published_at >= ${from} and published_at < ${until}
    ), readers as (
      select distinct substring(f.owner from 3)::bigint as id
      from author_follow f join news on news.author_id = f.author_id
      where f.world = ${world} and f.owner like 'a:%'
    )
    select account.id, account.email, account.public_name, account.world
    from readers join account on account.id = readers.id
    where account.id > ${afterId} and account.disabled_at is null and account.email_confirmed_at is not null
    order by account.id limit ${limit}`.execute(db)
  return rows
}
