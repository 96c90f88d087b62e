import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

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

export interface DropRow {
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
