import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface Seller {
  world: string
  authorId: number
}

/** A course whose exercises are all published, the author's own, no copies of what others sell and without tasks of theirs. */
const isSellable = sql<boolean>`exists (
    select from jsonb_array_elements(c.items) item where item ->> 'unitId' is not null)
  and not exists (
    select from jsonb_array_elements(c.items) item
    left join unit u on u.world = c.world and u.id = (item ->> 'unitId')::bigint
      and u.owner_id = c.owner_id and u.status = 'published' and not u.resale_blocked
      and not exists (select from unit_version v where v.world = u.world and v.unit_id = u.id
        and v.version = (item ->> 'version')::int and v.licensed_tasks <> '{}')
    where item ->> 'unitId' is not null and u.id is null)`

/** Courses an author may sell, by name: their own, and none they have bought. */
export async function sellableCourses(
  db: Db,
  { world, authorId }: Seller,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c
    where c.world = ${world} and c.owner_id = ${authorId}::bigint and c.bought_with is null and ${isSellable}
    order by c.title, c.id limit ${limit}`.execute(db)
  return rows
}

export async function isSellableCourse(
  db: Db,
  { world, authorId }: Seller,
  courseId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from course c where c.world = ${world} and c.id = ${courseId}::bigint
      and c.owner_id = ${authorId}::bigint and c.bought_with is null and ${isSellable}`.execute(db)
  return rows.length > 0
}

/** Whether a course was not deleted since. */
export async function isThere(db: Db, world: string, courseId: number): Promise<boolean> {
  const { rows } = await sql`select from course where world = ${world} and id = ${courseId}::bigint`.execute(
    db,
  )
  return rows.length > 0
}

/** Keeps the course as it is now for the buyers of a material; its first exercise is the one that is tried. */
export async function storeCourse(
  tx: Db,
  { world, materialId }: { world: string; materialId: number },
  courseId: number | null,
): Promise<void> {
  if (courseId === null) {
    await tx
      .deleteFrom('sold_course')
      .where('world', '=', world)
      .where('material_id', '=', materialId)
      .execute()
    await deleteUnits(tx, { world, materialId })
    return
  }
  // A course that was deleted since is sold as it was kept last.
  await sql`
    insert into sold_course (world, material_id, course)
    select c.world, m.id, jsonb_build_object('title', c.title, 'description', c.description, 'gate', c.gate,
      'minPercent', c.min_percent, 'language', c.language, 'cover', c.cover, 'hasCertificate', c.has_certificate,
      'items', c.items)
    from course c join material m on m.world = c.world and m.id = ${materialId}::bigint and m.author_id = c.owner_id
    where c.world = ${world} and c.id = ${courseId}::bigint
    on conflict (world, material_id) do update set course = excluded.course`.execute(tx)
  await deleteUnits(tx, { world, materialId })
  await sql`
    insert into sold_course_unit (world, material_id, unit_id)
    select distinct s.world, s.material_id, (item ->> 'unitId')::bigint
    from sold_course s cross join lateral jsonb_array_elements(s.course -> 'items') item
    where s.world = ${world} and s.material_id = ${materialId}::bigint and item ->> 'unitId' is not null
    on conflict do nothing`.execute(tx)
  await sql`
    update material m set interactive_id = (
      select (item ->> 'unitId')::bigint
      from sold_course s cross join lateral jsonb_array_elements(s.course -> 'items') with ordinality each (item, at)
      where s.world = m.world and s.material_id = m.id and item ->> 'unitId' is not null order by at limit 1)
    where m.world = ${world} and m.id = ${materialId}::bigint`.execute(tx)
}

/** What somebody has bought is not taken from them. */
async function deleteUnits(tx: Db, { world, materialId }: { world: string; materialId: number }) {
  await sql`delete from sold_course_unit s where s.world = ${world} and s.material_id = ${materialId}::bigint
    and not exists (select from owned_material o where o.world = s.world and o.material_id = s.material_id)`.execute(
    tx,
  )
}
