import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'

/**
 * Gives a member the materials of an order, and what is inside its bundles, for ever: new ones, and for those held already
 * the larger licence or one colleague more; the sales wait to be counted. Answers the bought ids that gave the member
 * something: fewer than bought means that something was paid for twice.
 */
export async function insertEntitlements(
  tx: Db,
  world: string,
  input: {
    accountId: number
    orderId: number
    items: readonly { material_id: number; licence: Licence }[]
  },
): Promise<number[]> {
  const ids = input.items.map((item) => item.material_id)
  const licences = input.items.map((item) => item.licence)
  const { rows } = await sql<{ material_id: number }>`
    with bought as (
      select id, licence from unnest(${ids}::bigint[], ${licences}::text[]) as line (id, licence)
    ), sold as (
      insert into sale_waiting (world, material_id) select ${world}, id from bought
    )
    insert into entitlement as held (world, account_id, material_id, order_id, licence, colleagues, school_id)
    select ${world}, ${input.accountId}, id, ${input.orderId},
      case when licence = 'school' then 'school' else 'single' end, (licence = 'additional')::integer,
      case when licence = 'school' then (select a.school_id from school_account a
        where a.world = ${world} and a.account_id = ${input.accountId} and a.is_verified) end
    from (
      select id, licence from bought
      union
      select material_id, 'single' from bundle_item
      where world = ${world} and bundle_id in (select id from bought) and material_id not in (select id from bought)
    ) as given order by id
    on conflict (world, account_id, material_id) do update set
      order_id = excluded.order_id,
      licence = case when excluded.licence = 'school' then 'school' else held.licence end,
      colleagues = held.colleagues + excluded.colleagues,
      school_id = coalesce(excluded.school_id, held.school_id)
    where held.licence <> 'school' and (excluded.licence = 'school' or excluded.colleagues > 0)
    returning material_id`.execute(tx)
  const bought = new Set(ids)
  return rows.map((row) => row.material_id).filter((id) => bought.has(id))
}

/**
 * Takes what waits to be counted, up to `most` sales, and counts it: `counts` is the part of the statement that does, of what `sold`
 * lists. Answers how many they were. Each counts once, however many count at the same time.
 */
export async function countSales(
  db: Db,
  { most, counts }: { most: number; counts: (sold: string) => RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from sale_waiting where id in (
        select id from sale_waiting order by id limit ${most} for update skip locked)
      returning world, material_id
    ), sold as (
      select world, material_id, count(*)::integer as sales from taken group by world, material_id
    ), ${counts('sold')}
    select count(*)::integer as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Draws the next number of a series. The row stays locked until the transaction ends, which makes the series gapless;
 * so this is the last thing a transaction does before it commits.
 */
export async function drawNumber(tx: Db, world: string, series: string): Promise<number> {
  const row = await tx
    .insertInto('number_series')
    .values({ world, series, next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'series'])
        .doUpdateSet({ next_number: sql<number>`number_series.next_number + 1` }),
    )
    .returning(sql<number>`number_series.next_number - 1`.as('drawn'))
    .executeTakeFirstOrThrow()
  return row.drawn
}

export async function markPaid(
  tx: Db,
  world: string,
  input: { orderId: number; number: string; paidAt: Date },
): Promise<void> {
  await tx
    .updateTable('purchase_order')
    .set({ status: 'paid', number: input.number, paid_at: input.paidAt })
    .where('world', '=', world)
    .where('id', '=', input.orderId)
    .execute()
}

export interface MailPartyRow {
  id: number
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: string
}

/** Addresses of buyer and authors for their mails; disabled accounts and those without a password get none. */
export async function mailParties(tx: Db, accountIds: readonly number[]): Promise<MailPartyRow[]> {
  if (accountIds.length === 0) return []
  return await tx
    .selectFrom('account')
    .select(['id', 'email', 'public_name', 'world'])
    .where('id', 'in', [...accountIds])
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute()
}
