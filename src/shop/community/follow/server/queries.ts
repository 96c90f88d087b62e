import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxFollows } from '#platform/limits.ts'

export type FollowVerdict = 'done' | 'unknown' | 'full'

export interface FollowedRow {
  id: number
  world: string
  name: string
  slug: string
  subtitle: string
  image_key: string | null
  total_materials: number
}

/** Follows an author of this world, once; `isNew` says whether anything was written. */
export async function insertFollow(
  tx: Db,
  world: string,
  input: { owner: string; authorId: number },
): Promise<{ verdict: FollowVerdict; isNew: boolean; total: number }> {
  const { owner, authorId } = input
  const { rows } = await sql<{ verdict: FollowVerdict; isNew: boolean; total: number }>`
    with author as (
      select a.account_id as id from author_profile a join account on account.id = a.account_id
      where a.world = ${world} and a.account_id = ${authorId} and account.disabled_at is null
    ), held as (
      select count(*)::int as total, coalesce(bool_or(author_id = ${authorId}), false) as has_it
      from author_follow where world = ${world} and owner = ${owner}
    ), added as (
      insert into author_follow (world, owner, author_id)
      select ${world}, ${owner}, author.id from author, held where not held.has_it and held.total < ${maxFollows}
      on conflict do nothing
      returning 1
    )
    select case
        when not exists (select from author) then 'unknown'
        when not held.has_it and held.total >= ${maxFollows} then 'full'
        else 'done' end as verdict,
      exists (select from added) as "isNew",
      held.total + (select count(*)::int from added) as total
    from held`.execute(tx)
  return rows[0] ?? { verdict: 'unknown', isNew: false, total: 0 }
}

/** Stops following; `isNew` says whether anything was written. */
export async function deleteFollow(
  tx: Db,
  world: string,
  input: { owner: string; authorId: number },
): Promise<{ isNew: boolean; total: number }> {
  const { owner, authorId } = input
  const { rows } = await sql<{ isNew: boolean; total: number }>`
    with gone as (
      delete from author_follow where world = ${world} and owner = ${owner} and author_id = ${authorId} returning 1
    )
    select exists (select from gone) as "isNew",
      ((select count(*) from author_follow where world = ${world} and owner = ${owner})
        - (select count(*) from gone))::int as total`.execute(tx)
  return rows[0] ?? { isNew: false, total: 0 }
}

/** An author of this world, and whether they are followed. */
export async function followState(
  db: Db,
  world: string,
  input: { owner: string; authorId: number },
): Promise<{ name: string; isOn: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isOn: boolean }>`
    select a.public_name as name, exists (select from author_follow f
      where f.world = ${world} and f.owner = ${input.owner} and f.author_id = a.account_id) as "isOn"
    from author_profile a where a.world = ${world} and a.account_id = ${input.authorId}`.execute(db)
  return rows[0]
}

/** One page of followed authors of a world, the last followed first. The list is capped (maxFollows). */
export async function followedAuthors(
  db: Db,
  world: string,
  input: { owner: string; limit: number; offset: number },
): Promise<{ rows: FollowedRow[]; total: number }> {
  const { rows } = await sql<{ rows: FollowedRow[] | null; total: number }>`
    with own as (
      select f.created_at, a.account_id as id, a.world, a.public_name as name, a.slug, a.subtitle, a.image_key,
        a.total_materials
      from author_follow f
      join author_profile a on a.account_id = f.author_id
      join account on account.id = a.account_id
      where f.world = ${world} and f.owner = ${input.owner} and account.disabled_at is null
    ), shown as (
      select * from own order by created_at desc, id desc limit ${input.limit} offset ${input.offset}
    )
    select (select json_agg(shown order by created_at desc, id desc) from shown) as rows,
      (select count(*)::int from own) as total`.execute(db)
  return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 }
}

/** Ids alone, the last followed first. */
export async function followedIds(
  db: Db,
  world: string,
  input: { owner: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('author_follow')
    .select('author_id')
    .where('world', '=', world)
    .where('owner', '=', input.owner)
    .orderBy('created_at', 'desc')
    .orderBy('author_id', 'desc')
    .limit(input.limit)
    .execute()
  return rows.map((row) => Number(row.author_id))
}

/**
 * Gives what a stranger follows in all worlds to a member; what both follow is kept once, nobody follows themself.
 * @returns the authors the member did not follow before
 */
export async function moveFollows(
  tx: Db,
  worlds: readonly string[],
  input: { from: string; to: string; accountId: number },
): Promise<number[]> {
  const { rows } = await sql<{ author_id: number }>`
    with gone as (
      delete from author_follow where owner = ${input.from} and world = any(${worlds}::text[])
      returning world, author_id, created_at
    )
    insert into author_follow (world, owner, author_id, created_at)
    select world, ${input.to}, author_id, created_at from gone where author_id <> ${input.accountId}
    order by author_id
    on conflict do nothing
    returning author_id`.execute(tx)
  return rows.map((row) => Number(row.author_id))
}

/**
 * Takes everything back that a member follows, in every world. Whoever is counted is held first, in the order of the trigger:
 * two that follow each other at that moment must not wait in a circle. @returns the authors who were followed, by world
 */
export async function deleteFollowsOf(
  tx: Db,
  member: { owner: string; accountId: number },
): Promise<{ world: string; author_id: number }[]> {
  const { rows } = await sql<{ world: string; author_id: number }>`
    with held as materialized (
      select account_id from author_profile
      where account_id = ${member.accountId}
        or account_id in (select author_id from author_follow where owner = ${member.owner})
      order by account_id for no key update
    )
    delete from author_follow where owner = ${member.owner} and (select count(*) from held) >= 0
    returning world, author_id`.execute(tx)
  return rows.map(({ world, author_id }) => ({ world, author_id: Number(author_id) }))
}
