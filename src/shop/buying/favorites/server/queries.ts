import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxFavorites } from '#platform/limits.ts'
import type { FavoriteSort } from '../rules/contract.ts'
import type { FavoriteFilter } from './types.ts'

type RememberVerdict = 'done' | 'unknown' | 'full'

/** Remembers a published material, once; a full list takes no more. */
export async function insertFavorite(
  db: Db,
  world: string,
  input: { owner: string; materialId: number },
): Promise<{ verdict: RememberVerdict; total: number }> {
  const { owner, materialId } = input
  const { rows } = await sql<{ verdict: RememberVerdict; total: number }>`
    with item as (
      select m.id, price.cents as price
      from material m join material_price price on price.world = m.world and price.material_id = m.id
      where m.world = ${world} and m.id = ${materialId} and m.status in ('published', 'unlisted')
    ), held as (
      select count(*)::int as total, coalesce(bool_or(material_id = ${materialId}), false) as has_it
      from favorite where world = ${world} and owner = ${owner}
    ), added as (
      insert into favorite (world, owner, material_id, seen_cents)
      select ${world}, ${owner}, item.id, item.price from item, held where not held.has_it and held.total < ${maxFavorites}
      on conflict do nothing
      returning 1
    )
    select case
        when not exists (select from item) then 'unknown'
        when not held.has_it and held.total >= ${maxFavorites} then 'full'
        else 'done' end as verdict,
      held.total + (select count(*)::int from added) as total
    from held`.execute(db)
  return rows[0] ?? { verdict: 'unknown', total: 0 }
}

/** Forgets a material and answers how many are left. */
export async function deleteFavorite(
  db: Db,
  world: string,
  input: { owner: string; materialId: number },
): Promise<number> {
  const { owner, materialId } = input
  const { rows } = await sql<{ total: number }>`
    with gone as (
      delete from favorite where world = ${world} and owner = ${owner} and material_id = ${materialId} returning 1
    )
    select ((select count(*) from favorite where world = ${world} and owner = ${owner})
      - (select count(*) from gone))::int as total`.execute(db)
  return rows[0]?.total ?? 0
}

const orders = {
  newest: sql`created_at desc, material_id desc`,
  price_asc: sql`price, material_id desc`,
  price_desc: sql`price desc, material_id desc`,
  title: sql`title, material_id desc`,
} as const

/** What all favorites cost today that are not owned yet, gross cents; one's own materials cost nothing. */
export async function favoritesSum(
  db: Db,
  world: string,
  input: { owner: string; accountId: number | null },
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(price.cents), 0)::int as sum
    from favorite f join material m on m.world = f.world and m.id = f.material_id
      join material_price price on price.world = m.world and price.material_id = m.id
    where f.world = ${world} and f.owner = ${input.owner} and m.status in ('published', 'unlisted')
      and m.author_id is distinct from ${input.accountId}::bigint
      and not exists (select from owned_material e where e.world = m.world and e.material_id = m.id
        and e.account_id = ${input.accountId}::bigint)`.execute(db)
  return rows[0]?.sum ?? 0
}

/** One page of ids, in the order asked for. The list is capped (maxFavorites), so counting past rows stays cheap. */
export async function favoriteIds(
  db: Db,
  world: string,
  input: { owner: string; limit: number; offset: number; sort?: FavoriteSort; filter?: FavoriteFilter },
): Promise<{ ids: number[]; total: number }> {
  const order = orders[input.sort ?? 'newest']
  const {
    ids,
    except = [],
    subject,
    class_grade,
    school_type,
    learning_years,
    material_type,
    free,
  } = input.filter ?? {}
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with own as (
      select f.material_id, f.created_at, price.cents as price, lower(m.title) as title
      from favorite f join material m on m.world = f.world and m.id = f.material_id
      join material_price price on price.world = m.world and price.material_id = m.id
      where f.world = ${world} and f.owner = ${input.owner} and m.status in ('published', 'unlisted')
        and (${ids ?? null}::bigint[] is null or m.id = any(${ids ?? null}::bigint[]))
        and not (m.id = any(${except}::bigint[]))
        and (${subject ?? null}::text[] is null or m.subjects && ${subject ?? null}::text[])
        and (${class_grade ?? null}::text[] is null or m.grades && ${class_grade ?? null}::text[])
        and (${school_type ?? null}::text[] is null or m.school_types && ${school_type ?? null}::text[])
        and (${learning_years ?? null}::text[] is null or m.learning_years && ${learning_years ?? null}::text[])
        and (${material_type ?? null}::text[] is null or m.material_type = any(${material_type ?? null}::text[]))
        and (${free ?? null}::boolean is null or (price.cents = 0) = ${free ?? null}::boolean)
    ), shown as (
      select *, row_number() over (order by ${order}) as place from own order by place limit ${input.limit} offset ${input.offset}
    )
    select (select array_agg(material_id order by place) from shown) as ids,
      (select count(*)::int from own) as total`.execute(db)
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 }
}

/** Gives a stranger's favorites of all worlds to a member; what both remember is kept once. */
export async function moveFavorites(
  tx: Db,
  worlds: readonly string[],
  input: { from: string; to: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from favorite where owner = ${input.from} and world = any(${worlds}::text[])
      returning world, material_id, created_at, seen_cents
    )
    insert into favorite (world, owner, material_id, created_at, seen_cents)
    select world, ${input.to}, material_id, created_at, seen_cents from gone
    order by world, material_id
    on conflict do nothing`.execute(tx)
}

/** Cheaper than a member knows, and than it was in the 30 days before: else a mail would claim a reduction that is none. */
const isCheaper = sql`price.cents < f.seen_cents and price.cents < m.prior_price_cents`

/** Members above an id who can get mail and remember something for sale that costs less than they know. */
export async function dropReaders(
  db: Db,
  world: string,
  page: { afterId: number; limit: number },
): Promise<{ id: number; email: string; public_name: string }[]> {
  const { rows } = await sql<{ id: number; email: string; public_name: string }>`
    with readers as (
      select distinct substring(f.owner from 3)::bigint as id
      from favorite f join material m on m.world = f.world and m.id = f.material_id
      join material_price price on price.world = m.world and price.material_id = m.id
      where f.world = ${world} and f.owner like 'a:%' and m.status = 'published' and ${isCheaper}
    )
    select account.id, account.email, account.public_name from readers join account on account.id = readers.id
    where account.id > ${page.afterId} and account.disabled_at is null and account.email_confirmed_at is not null
    order by account.id limit ${page.limit}`.execute(db)
  return rows
}

interface DropRow {
  title: string
  price_cents: number
  currency: string
}

/** Notes the lower prices of a member's list, and answers what of it they neither own nor wrote; the cheapest first. */
export async function noteDrops(tx: Db, world: string, accountId: number): Promise<DropRow[]> {
  const { rows } = await sql<DropRow & { is_theirs: boolean }>`
    update favorite f set seen_cents = price.cents
    from material m join material_price price on price.world = m.world and price.material_id = m.id
    where f.world = ${world} and f.owner = ${`a:${accountId}`} and m.world = f.world and m.id = f.material_id
      and m.status = 'published' and ${isCheaper}
    returning m.title, price.cents as price_cents, m.currency, m.author_id = ${accountId} or exists (
      select from owned_material e where e.world = m.world and e.material_id = m.id and e.account_id = ${accountId}
    ) as is_theirs`.execute(tx)
  return rows.filter((row) => !row.is_theirs).toSorted((one, other) => one.price_cents - other.price_cents)
}

/** What costs more now is remembered with that price: when it comes down again, that is news. */
export async function notePrices(db: Db, world: string): Promise<void> {
  await sql`
    update favorite f set seen_cents = price.cents
    from material m join material_price price on price.world = m.world and price.material_id = m.id
    where f.world = ${world} and m.world = f.world and m.id = f.material_id and m.status = 'published'
      and (f.seen_cents is null or price.cents > f.seen_cents)`.execute(db)
}

export async function findShare(db: Db, world: string, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('favorite_share')
    .select('token')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.token
}

/** The share that is there stays: whoever presses twice has one address. */
export async function insertShare(
  db: Db,
  world: string,
  share: { accountId: number; token: string },
): Promise<void> {
  await db
    .insertInto('favorite_share')
    .values({ world, account_id: share.accountId, token: share.token })
    .onConflict((conflict) => conflict.columns(['world', 'account_id']).doNothing())
    .execute()
}

export async function deleteShare(db: Db, world: string, accountId: number): Promise<void> {
  await db
    .deleteFrom('favorite_share')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .execute()
}

/** Whose list an address shows; nobody's after the account is closed. */
export async function findSharer(
  db: Db,
  world: string,
  token: string,
): Promise<{ id: number; public_name: string } | undefined> {
  return await db
    .selectFrom('favorite_share as s')
    .innerJoin('account', 'account.id', 's.account_id')
    .select(['account.id', 'account.public_name'])
    .where('s.world', '=', world)
    .where('s.token', '=', token)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Wishlists of visitors without an account, once their cookie is over. */
export async function deleteOldWishlists(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from favorite where owner like 'v:%'
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
