import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

export type CourseRow = Selectable<Database['course']>
type Head = Pick<CourseRow, 'title' | 'description' | 'gate' | 'min_percent'> &
  Partial<Pick<CourseRow, 'language' | 'cover' | 'has_certificate'>>
interface Owner {
  world: string
  accountId: number
}

/** Who may use what they wrote and what they bought. */
export interface Buyer extends Owner {
  /** Which purchases (`e`) count for them. */
  purchases: RawBuilder<SqlBool>
}

export async function courseRows(db: Db, { world, accountId }: Owner, limit: number) {
  const learners = sql<number>`(select count(*)::int from course_pass p where p.world = course.world and p.course_id = course.id)`
  return await db
    .selectFrom('course')
    .select([
      'id',
      'title',
      'cover',
      'share_key',
      'updated_at',
      sql<number>`jsonb_array_length(items)`.as('item_count'),
    ])
    .select(learners.as('learners'))
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countCourses(db: Db, { world, accountId }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('course')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findCourse(
  db: Db,
  world: string,
  id: number,
  isLocked = false,
): Promise<CourseRow | undefined> {
  const query = db.selectFrom('course').selectAll().where('world', '=', world).where('id', '=', id)
  return (isLocked ? query.forUpdate() : query).executeTakeFirst()
}

export async function findShared(db: Db, world: string, key: string): Promise<CourseRow | undefined> {
  return db
    .selectFrom('course')
    .selectAll()
    .where('world', '=', world)
    .where('share_key', '=', key)
    .executeTakeFirst()
}

export async function insertCourse(
  tx: Db,
  { world, accountId }: Owner,
  course: Head & { items: readonly object[]; bought_with?: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('course')
    .values({ ...course, world, owner_id: accountId, items: JSON.stringify(course.items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCourse(
  tx: Db,
  world: string,
  id: number,
  course: Head & { items: readonly object[] },
): Promise<void> {
  await tx
    .updateTable('course')
    .set({
      ...course,
      items: JSON.stringify(course.items),
      revision: sql`revision + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export async function setShareKey(tx: Db, world: string, id: number, key: string | null): Promise<void> {
  await tx
    .updateTable('course')
    .set({ share_key: key })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export async function setCover(tx: Db, world: string, id: number, cover: string): Promise<void> {
  await tx.updateTable('course').set({ cover }).where('world', '=', world).where('id', '=', id).execute()
}

export async function deleteCourse(tx: Db, world: string, id: number): Promise<void> {
  await tx.deleteFrom('course').where('world', '=', world).where('id', '=', id).execute()
}

/** How many learn with a course. */
export async function countPasses(db: Db, world: string, courseId: number): Promise<number> {
  const { count } = await db
    .selectFrom('course_pass')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPass(
  tx: Db,
  { world, courseId, key, name }: { world: string; courseId: number; key: string; name: string },
): Promise<void> {
  await tx.insertInto('course_pass').values({ world, course_id: courseId, key, name }).execute()
}

/** Deletes learners without activity for this many days, with name and progress; answers how many. */
export async function deleteOldPasses(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from course_pass p where p.created_at < now() - make_interval(days => ${days})
      and not exists (select from course_progress g where g.world = p.world and g.pass_id = p.id
        and g.done_at >= now() - make_interval(days => ${days}))`.execute(db)
  return Number(numAffectedRows)
}

export async function findPass(db: Db, world: string, key: string) {
  return await db
    .selectFrom('course_pass')
    .select(['id', 'course_id', 'name'])
    .where('world', '=', world)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function progressRows(db: Db, world: string, passId: number) {
  return await db
    .selectFrom('course_progress')
    .select(['item', 'percent'])
    .where('world', '=', world)
    .where('pass_id', '=', passId)
    .execute()
}

/** Ticks an item off; again: no effect. */
export async function tickOff(tx: Db, row: { world: string; passId: number; item: string }): Promise<void> {
  await tx
    .insertInto('course_progress')
    .values({ world: row.world, pass_id: row.passId, item: row.item })
    .onConflict((conflict) => conflict.columns(['world', 'pass_id', 'item']).doNothing())
    .execute()
}

/** What somebody's answers were worth, by element. */
interface PassScores {
  passId: number
  scores: Readonly<Record<string, number>>
}

/** The best of each task is kept, and the percent that makes of all of them; whoever is gone meanwhile is left out. */
export async function keepScores(
  tx: Db,
  { world, item }: { world: string; item: string },
  { results, total }: { results: readonly PassScores[]; total: number },
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(results.map(({ passId, scores }) => ({ p: passId, s: scores })))}::jsonb)
    as given (p bigint, s jsonb)`
  await sql`insert into course_progress (world, pass_id, item)
    select ${world}, p, ${item} from ${given} join course_pass c on c.world = ${world} and c.id = p order by p
    on conflict (world, pass_id, item) do nothing`.execute(tx)
  await sql`with best as (
      select pass, jsonb_object_agg(id, raw) as scores, sum(raw) as sum from (
        select pass, id, max(raw) as raw from (
          select p.pass_id as pass, key as id, value::numeric as raw from ${given}
          join course_progress p on p.world = ${world} and p.pass_id = given.p and p.item = ${item}, jsonb_each_text(p.scores)
          union all select p, key, value::numeric from ${given}, jsonb_each_text(s)) every
        group by pass, id) each
      group by pass)
    update course_progress p set scores = coalesce(best.scores, '{}'), done_at = now(),
      percent = case when ${total}::numeric > 0
        then least(100, floor(coalesce(best.sum, 0) / ${total}::numeric * 100 + 0.5))::int end
    from ${given} left join best on best.pass = given.p
    where p.world = ${world} and p.pass_id = given.p and p.item = ${item}`.execute(tx)
}

/** The units of what somebody bought, alone or in a bundle. */
function boughtUnits({ world, purchases }: Buyer) {
  return sql`select s.unit_id from sold_unit s
    join owned_material e on e.world = s.world and ${purchases} and e.material_id = s.material_id
    where s.world = ${world}`
}

/** The version a member may put into a course: of an own unit, or of one they bought. */
export async function versionFor(db: Db, buyer: Buyer, unitId: number) {
  const { world, accountId } = buyer
  const { rows } = await sql<{ title: string; version: number }>`
    select u.title, u.version from unit u where u.world = ${world} and u.id = ${unitId}::bigint and u.version > 0
      and (u.owner_id = ${accountId}::bigint and u.status = 'published' or u.id in (${boughtUnits(buyer)}))`.execute(
    db,
  )
  return rows[0]
}

/** Units a member may put into a course, by name. */
export async function unitsFor(db: Db, buyer: Buyer, limit: number) {
  const { world, accountId } = buyer
  const { rows } = await sql<{ id: number; title: string }>`
    select u.id, u.title from unit u where u.world = ${world} and u.version > 0
      and (u.owner_id = ${accountId}::bigint and u.status = 'published' or u.id in (${boughtUnits(buyer)}))
    order by u.title, u.id limit ${limit}`.execute(db)
  return rows
}

/** The course a material sells to its buyers, as it was kept last. */
export async function soldCourse(db: Db, world: string, materialId: number): Promise<unknown> {
  const row = await db
    .selectFrom('sold_course')
    .select('course')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .executeTakeFirst()
  return row?.course
}

/** The course a member has taken out of a material already. */
export async function takenCourse(
  db: Db,
  { world, accountId }: Owner,
  materialId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('course')
    .select('id')
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('bought_with', '=', materialId)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** Two windows of one member make one course. */
export async function lockTaking(tx: Db, { world, accountId }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`take course ${world} ${accountId}`}, 0))`.execute(
    tx,
  )
}

/** A public material's title and the decorative part of its address. */
export async function materialOf(db: Db, world: string, id: number) {
  return await db
    .selectFrom('material')
    .select(['title', 'slug'])
    .where('world', '=', world)
    .where('id', '=', id)
    .where('status', 'in', ['published', 'unlisted'])
    .executeTakeFirst()
}

/** The decorative part of the addresses of those of these materials that are public. */
export async function slugsOf(
  db: Db,
  world: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('material')
    .select(['id', 'slug'])
    .where('world', '=', world)
    .where('id', 'in', [...ids])
    .where('status', 'in', ['published', 'unlisted'])
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

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
