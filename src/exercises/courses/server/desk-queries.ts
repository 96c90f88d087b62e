import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** How far those are who did something last. */
export async function learnerRows(
  db: Db,
  { world, courseId }: { world: string; courseId: number },
  limit: number,
): Promise<{ name: string; lastAt: Date; items: Record<string, number | null> }[]> {
  const { rows } = await sql<{ name: string; lastAt: Date; items: Record<string, number | null> }>`
    select p.name, coalesce(max(g.done_at), p.created_at) as "lastAt",
      coalesce(jsonb_object_agg(g.item, g.percent) filter (where g.item is not null), '{}') as items
    from course_pass p left join course_progress g on g.world = p.world and g.pass_id = p.id
    where p.world = ${world} and p.course_id = ${courseId}::bigint
    group by p.world, p.id order by "lastAt" desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest versions of those of these units that are published. */
export async function newestOf(
  db: Db,
  world: string,
  unitIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (unitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('unit')
    .select(['id', 'version'])
    .where('world', '=', world)
    .where('id', 'in', [...unitIds])
    .where('status', '=', 'published')
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}
