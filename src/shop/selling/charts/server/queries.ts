import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { DayFigures, Figures, Ranked, Span } from '#shop/selling/statistics/rules/contract.ts'
import { wholeMonths } from '#shop/selling/statistics/rules/whole-months.ts'

/** Whose numbers: material 0 is all of the author's. */
export interface Whose {
  world: string
  authorId: number
  materialId: number
}

const sums = sql`
  coalesce(sum(views), 0)::int as views, coalesce(sum(cart_adds), 0)::int as "cartAdds",
  coalesce(sum(downloads), 0)::int as downloads, coalesce(sum(sales), 0)::int as sales,
  coalesce(sum(free_takes), 0)::int as "freeTakes", coalesce(sum(refunds), 0)::int as refunds,
  coalesce(sum(gross_cents), 0)::bigint as gross, coalesce(sum(share_cents), 0)::bigint as share,
  coalesce(sum(buyers), 0)::int as buyers, coalesce(sum(returning_buyers), 0)::int as "returningBuyers",
  coalesce(sum(follows), 0)::int as follows, coalesce(sum(unfollows), 0)::int as unfollows`

const isOf = ({ world, authorId, materialId }: Whose) =>
  sql`world = ${world} and author_id = ${authorId} and material_id = ${materialId}`
const isIn = ({ from, to }: Span) => sql`day between ${from}::date and ${to}::date`

/** Days with anything on them, the oldest first. */
export async function daysOf(db: Db, whose: Whose, span: Span): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sums} from statistic_day
    where ${isOf(whose)} and ${isIn(span)} group by statistic_day.day order by 1`.execute(db)
  return rows
}

/** The rows of a time: whole months from the sums of months, the days at its ends from those of days. */
function rowsIn(tables: 'figures' | 'origins', span: Span, where: RawBuilder<unknown>) {
  const { months, days } = wholeMonths(span)
  const [byDay, byMonth] = tables === 'figures' ? figureTables : originTables
  const parts = days.map((each) => sql`select * from ${byDay} where ${where} and ${isIn(each)}`)
  if (months) parts.push(sql`select * from ${byMonth} where ${where} and ${isIn(months)}`)
  return sql.join(parts, sql` union all `)
}

const figureTables = [sql.table('statistic_day'), sql.table('statistic_month')] as const
const originTables = [sql.table('statistic_origin'), sql.table('statistic_origin_month')] as const

/** The names most views came by, with the views of the time before. */
export async function originsOf(
  db: Db,
  whose: Whose,
  { kind, span, before, limit }: { kind: 'source' | 'term'; span: Span; before: Span; limit: number },
): Promise<Ranked[]> {
  const where = sql`${isOf(whose)} and kind = ${kind}`
  const rows = (within: Span) => rowsIn('origins', within, where)
  const found = await sql<Ranked>`
    with top as (
      select name, sum(views)::int as views from (${rows(span)}) now
      group by name order by 2 desc, 1 limit ${limit}
    ), earlier as (
      select name, sum(views)::int as views from (${rows(before)}) before
      where name in (select name from top) group by name
    )
    select top.name, top.views, coalesce(earlier.views, 0) as before
    from top left join earlier on earlier.name = top.name order by 2 desc, 1`.execute(db)
  return found.rows
}

/** The materials of an author with the most taken, then the most seen. */
export async function materialsOf(
  db: Db,
  { world, authorId }: { world: string; authorId: number },
  { span, limit }: { span: Span; limit: number },
): Promise<(Figures & { materialId: number; title: string })[]> {
  const where = sql`world = ${world} and author_id = ${authorId} and material_id <> 0`
  const { rows } = await sql<Figures & { materialId: number; title: string }>`
    select s.*, m.title from (
      select material_id as "materialId", ${sums} from (${rowsIn('figures', span, where)}) rows
      group by material_id order by sum(gross_cents) desc, sum(sales) desc, sum(views) desc limit ${limit}
    ) s join material m on m.world = ${world} and m.id = s."materialId"
    order by s.gross desc, s.sales desc, s.views desc, s."materialId"`.execute(db)
  return rows
}

/** Followers at the end of a day: those of now without what came after. */
export async function followersAt(
  db: Db,
  { world, authorId, day }: { world: string; authorId: number; day: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (p.total_followers - coalesce((
      select sum(follows - unfollows) from statistic_day
      where world = ${world} and author_id = ${authorId} and material_id = 0 and day > ${day}::date), 0))::int as count
    from author_profile p where p.account_id = ${authorId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function isOwnMaterial(db: Db, { world, authorId, materialId }: Whose): Promise<boolean> {
  const row = await db
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', materialId)
    .where('author_id', '=', authorId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return row !== undefined
}

export async function listTitles(
  db: Db,
  { world, authorId, limit }: { world: string; authorId: number; limit: number },
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('author_id', '=', authorId)
    .where('world', '=', world)
    .where('status', '<>', 'deleted')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function isAnyPublished(
  db: Db,
  { world, authorId }: { world: string; authorId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('material')
    .select('id')
    .where('author_id', '=', authorId)
    .where('world', '=', world)
    .where('status', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
