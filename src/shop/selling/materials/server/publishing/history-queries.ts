import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Place } from '../queries.ts'

/**
 * Notes what a public material costs from now on, when that is something else than before: what was asked in the 30
 * days before a sale must be shown beside it (directive 98/6/EC, article 6a). The first note counts from publication.
 */
export async function recordPrice(tx: Db, { world, materialId }: Place): Promise<void> {
  await sql`
    insert into material_price_change (world, material_id, changed_at, price_cents, sale_price_cents, sale_until)
    select m.world, m.id,
      case when last.changed_at is null then coalesce(m.published_at, now()) else now() end,
      m.price_cents, m.sale_price_cents, m.sale_until
    from material m left join lateral (
      select changed_at, price_cents, sale_price_cents, sale_until from material_price_change
      where world = m.world and material_id = m.id order by changed_at desc limit 1) last on true
    where m.world = ${world} and m.id = ${materialId} and (last.changed_at is null
      or (last.price_cents, last.sale_price_cents, last.sale_until)
        is distinct from (m.price_cents, m.sale_price_cents, m.sale_until))
    on conflict (world, material_id, changed_at) do update set
      price_cents = excluded.price_cents, sale_price_cents = excluded.sale_price_cents,
      sale_until = excluded.sale_until`.execute(tx)
}

/** Notes a new version of an exercise with every public material that sells it alone or beside files. @returns those */
export async function recordUnitVersion(
  tx: Db,
  { world, unitId, version }: { world: string; unitId: number; version: number },
): Promise<{ id: number; author_id: number; world: string }[]> {
  const { rows } = await sql<{ id: number; author_id: number; world: string }>`
    with sold as (
      select id, author_id, world from material where world = ${world} and interactive_id = ${unitId}::bigint
        and course_id is null and status in ('published', 'unlisted')
    ), noted as (
      insert into material_version (world, material_id, unit_version) select world, id, ${version} from sold
    )
    select id, author_id, world from sold`.execute(tx)
  return rows
}

/** Public materials that begin with an exercise. */
export async function offersOfUnit(
  tx: Db,
  { world, unitId }: { world: string; unitId: number },
): Promise<{ id: number; author_id: number; world: string }[]> {
  return await tx
    .selectFrom('material')
    .select(['id', 'author_id', 'world'])
    .where('world', '=', world)
    .where('interactive_id', '=', unitId)
    .where('status', 'in', ['published', 'unlisted'])
    .execute()
}

/** Notes a new version of a public material: other files, or something the author has to say about it; else nothing. */
export async function recordVersion(
  tx: Db,
  { world, materialId }: Place,
  version: { added: string[]; removed: string[]; note: string },
): Promise<void> {
  if (version.added.length === 0 && version.removed.length === 0 && version.note === '') return
  await tx
    .insertInto('material_version')
    .values({ world, material_id: materialId, ...version })
    .execute()
}
