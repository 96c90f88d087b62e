import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface CountRow {
  world: string
  material_id: number
  day: string
  source: string
  term: string | null
  views: number
  cart_adds: number
  downloads: number
}

/**
 * Appends what was counted of materials that are there. Of a search only the words stay that the catalogue itself uses:
 * what else somebody typed, a name perhaps, is not written down.
 */
export async function appendCounts(db: Db, rows: readonly CountRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into statistic_waiting (world, author_id, material_id, day, source, term, views, cart_adds, downloads)
    select c.world, m.author_id, m.id, c.day, case when c.views > 0 then c.source end, case when c.views > 0 then known.term end,
      c.views, c.cart_adds, c.downloads
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (world text, material_id bigint, day date, source text,
      term text, views integer, cart_adds integer, downloads integer)
    join material m on m.world = c.world and m.id = c.material_id
    left join lateral (
      select string_agg(typed, ' ' order by place) as term
      from regexp_split_to_table(c.term, ' ') with ordinality as words (typed, place)
      where exists (select from search_word w where w.world = c.world and w.word = fold(typed))
    ) known on true`.execute(db)
}

const counted = [
  ...['views', 'cart_adds', 'downloads', 'sales', 'free_takes', 'refunds', 'gross_cents', 'share_cents'],
  ...['buyers', 'returning_buyers', 'follows', 'unfollows'],
]

/** Adds the rows of `spread` to the sums of a table; in the order of their key, so that nobody waits in a circle. */
function addedTo(table: 'statistic_day' | 'statistic_month', day: string) {
  return sql.raw(`
      insert into ${table} as d (world, author_id, material_id, day, ${counted.join(', ')})
      select world, author_id, place, ${day}, ${counted.map((name) => `sum(${name})`).join(', ')}
      from spread group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (world, author_id, material_id, day) do update set
        ${counted.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`)
}

function originsAddedTo(table: 'statistic_origin' | 'statistic_origin_month', day: string) {
  return sql.raw(`
      insert into ${table} as o (world, author_id, material_id, kind, name, day, views)
      select world, author_id, place, kind, name, ${day}, sum(views)
      from spread cross join lateral (values ('source', source), ('term', term)) as names (kind, name)
      where name is not null and views > 0
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 6, 5
      on conflict (world, author_id, material_id, kind, day, name) do update set views = o.views + excluded.views`)
}

/** So many take a second at most. */
export const summedAtOnce = 5000

/** Sums up what waits: of one author, or of all. Any number of processes may do it at once; each row counts once. */
export async function sumUp(
  db: Db,
  of?: { world: string; authorId: number },
  most: number = summedAtOnce,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from statistic_waiting where id in (
        select id from statistic_waiting
        where ${of === undefined ? sql`true` : sql`world = ${of.world} and author_id = ${of.authorId}`}
        order by id limit ${most} for update skip locked)
      returning *
    ), spread as (
      select t.*, place from taken t cross join lateral (select distinct unnest(array[t.material_id, 0]) as place) places
    ), days as (${addedTo('statistic_day', 'day')}
    ), months as (${addedTo('statistic_month', "date_trunc('month', day)::date")}
    ), origins as (${originsAddedTo('statistic_origin', 'day')}
    ), origin_months as (${originsAddedTo('statistic_origin_month', "date_trunc('month', day)::date")}
    )
    select count(*)::int as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}

/** One paid order: its lines, and for each author one buyer, who may have bought of them before. */
export async function appendOrder(
  tx: Db,
  { world, orderId, day }: { world: string; orderId: number; day: string },
): Promise<void> {
  await sql`
    insert into statistic_waiting
      (world, author_id, material_id, day, sales, free_takes, gross_cents, share_cents, buyers, returning_buyers)
    select i.world, i.author_id, i.material_id, ${day}::date, (i.price_cents > 0)::int, (i.price_cents = 0)::int,
      i.price_cents, i.author_share_cents, 0, 0
    from order_item i where i.world = ${world} and i.order_id = ${orderId}
    union all
    select o.world, i.author_id, 0, ${day}::date, 0, 0, 0, 0, 1, (exists (
      select from purchase_order p join order_item b on b.world = p.world and b.order_id = p.id
      where p.account_id = o.account_id and p.world = o.world and p.status = 'paid' and p.id <> o.id
        and b.author_id = i.author_id and b.price_cents > 0))::int
    from purchase_order o join (
      select distinct author_id from order_item where world = ${world} and order_id = ${orderId} and price_cents > 0
    ) i on true
    where o.world = ${world} and o.id = ${orderId}`.execute(tx)
}

/** What went back of an order. */
export async function appendRefund(
  tx: Db,
  { world, refundId, day }: { world: string; refundId: number; day: string },
): Promise<void> {
  await sql`
    insert into statistic_waiting (world, author_id, material_id, day, refunds, gross_cents, share_cents)
    select i.world, i.author_id, i.material_id, ${day}::date, 1, -b.amount_cents, -b.author_share_cents
    from refund_item b join order_item i on i.world = b.world and i.order_id = b.order_id and i.material_id = b.material_id
    where b.world = ${world} and b.refund_id = ${refundId}`.execute(tx)
}

/** Adds followers won and lost to the days of their authors. */
export async function appendFollows(
  tx: Db,
  change: { world: string; authorIds: readonly number[]; isFollowing: boolean; day: string },
): Promise<void> {
  const { world, authorIds, isFollowing, day } = change
  await sql`
    insert into statistic_waiting (world, author_id, material_id, day, follows, unfollows)
    select ${world}, account_id, 0, ${day}::date, ${isFollowing ? 1 : 0}, ${isFollowing ? 0 : 1}
    from author_profile where world = ${world} and account_id = any(${[...authorIds]}::bigint[])`.execute(tx)
}
