import { sql } from 'kysely'
import type { Licence } from '#shared/rules/licence.ts'
import type { Db } from '../../db/pool.ts'

/** What one sale adds to a material's place in popular lists. */
const popularityPerSale = 10

/** Counts a sale on every material. Locked in the order of ids first, so that two sales never wait crosswise. */
export async function countSales(tx: Db, world: string, materialIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('id', 'in', [...materialIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await sql`
    with counted as (
      update material set sales_count = sales_count + 1, popularity = popularity + ${popularityPerSale}
      where world = ${world} and id = any(${materialIds}::bigint[])
      returning id, popularity
    )
    update material_search s set popularity = counted.popularity from counted
    where s.world = ${world} and s.material_id = counted.id`.execute(tx)
}

/**
 * Gives a member the materials of an order, and what is inside its bundles, for ever: new ones, and for those held already
 * the larger licence or one colleague more. Answers the bought ids that gave the member something: fewer than bought
 * means that something was paid for twice.
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
    )
    insert into entitlement as held (world, account_id, material_id, order_id, licence, colleagues)
    select ${world}, ${input.accountId}, id, ${input.orderId},
      case when licence = 'school' then 'school' else 'single' end, (licence = 'additional')::integer
    from (
      select id, licence from bought
      union
      select material_id, 'single' from bundle_item
      where world = ${world} and bundle_id in (select id from bought) and material_id not in (select id from bought)
    ) as given order by id
    on conflict (world, account_id, material_id) do update set
      order_id = excluded.order_id,
      licence = case when excluded.licence = 'school' then 'school' else held.licence end,
      colleagues = held.colleagues + excluded.colleagues
    where held.licence <> 'school' and (excluded.licence = 'school' or excluded.colleagues > 0)
    returning material_id`.execute(tx)
  const bought = new Set(ids)
  return rows.map((row) => row.material_id).filter((id) => bought.has(id))
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
