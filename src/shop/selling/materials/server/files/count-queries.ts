import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** What one sale adds to a material's place in popular lists. */
const popularityPerSale = 10

/** Stars that came or went, and where the material stands with them. */
export interface StarChange {
  add: number | null
  remove: number | null
  popularity: number
}

/** What lists do in the same statement with what was counted. */
type Following = (counted: string) => RawBuilder<unknown>

/** Common table expressions that count what `sold` lists: `world`, `material_id` (once each), `sales`. */
export function soldCounts(sold: string, follow: Following): RawBuilder<unknown> {
  return sql`locked as (
      -- In the order of ids first, so that nobody waits crosswise.
      select m.world, m.id, sold.sales from material m
      join ${sql.ref(sold)} as sold on sold.world = m.world and sold.material_id = m.id
      order by m.world, m.id for no key update of m
    ), counted as (
      update material m set sales_count = m.sales_count + locked.sales,
        popularity = m.popularity + ${popularityPerSale} * locked.sales
      from locked where m.world = locked.world and m.id = locked.id
      returning m.world, m.id, m.popularity
    ), moved as (
      ${follow('counted')}
    )`
}

/** A material's stars after one came (`add`), went (`remove`) or both. */
export async function countStars(
  db: Db,
  { world, materialId }: { world: string; materialId: number },
  change: StarChange,
  follow: Following,
): Promise<void> {
  const { add, remove, popularity } = change
  await sql`
    with counted as (
      update material set
        rating_sum = rating_sum + ${add ?? 0}::integer - ${remove ?? 0}::integer,
        rating_count = rating_count + ${Number(add !== null) - Number(remove !== null)}::integer,
        popularity = ${popularity}::integer,
        star_counts = array(
          select greatest(0, count + (star = ${add ?? 0}::integer)::integer - (star = ${remove ?? 0}::integer)::integer)
          from unnest(star_counts) with ordinality as stars (count, star) order by star)
      where world = ${world} and id = ${materialId}
      returning world, id, rating_sum, rating_count, popularity
    )
    ${follow('counted')}`.execute(db)
}

/** Nobody is notified of these versions of a material again, up to and with `lastId`. */
export async function markVersionsAnnounced(
  db: Db,
  world: string,
  { materialId, lastId }: { materialId: number; lastId: number },
): Promise<void> {
  await sql`update material_version set told_at = now()
    where world = ${world} and material_id = ${materialId} and id <= ${lastId} and told_at is null`.execute(
    db,
  )
}
