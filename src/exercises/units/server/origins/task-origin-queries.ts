import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { isForSchoolOf } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import { bandsOf, traceOfNumbers } from '#platform/rules/text/likeness.ts'
import type { KnownUnit, TaskSketch } from '#platform/rules/text/task-likeness.ts'
import { newestVersions } from '../queries.ts'
import { isLost } from '../sale/sold-queries.ts'
import type { UnitOwner } from '../types.ts'

/** A task of a unit that came out of what its owner has by a licence. */
export interface TaskOrigin {
  elementId: string
  materialWorld: string | null
  materialId: number | null
  /** As it came, and as it stands; '': too few words to be known again. */
  firstPrint: string
  lastPrint: string
}

interface UnitPlace extends UnitOwner {
  unitId: number
}

/** Whether anything of a member's came by a licence, in any world. */
export async function hasTaskOrigins(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('unit_task_origin')
    .select('unit_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Copies a member took before the origin of tasks was written down, with the ids of what they were copied from. */
export async function formerCopies(db: Db, { world, accountId }: UnitOwner, limit: number) {
  const { rows } = await sql<{
    id: number
    draft: unknown
    source: unknown
    licence_material_id: number | null
  }>`
    select u.id, u.draft, u.licence_material_id, v.content as source from unit u
    left join unit_version v on v.world = u.world and v.unit_id = u.origin_id and v.version = u.origin_version
    where u.world = ${world} and u.owner_id = ${accountId}::bigint and u.resale_blocked and u.status <> 'archived'
      and u.element_count > 0
      and not exists (select from unit_task_origin t where t.world = u.world and t.unit_id = u.id
        and t.account_id = u.owner_id)
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** What is known of these tasks of a member's unit. */
export async function originsIn(
  db: Db,
  { world, accountId, unitId }: UnitPlace,
  elementIds: readonly string[],
): Promise<TaskOrigin[]> {
  if (elementIds.length === 0) return []
  return await db
    .selectFrom('unit_task_origin')
    .select(['element_id as elementId', 'material_world as materialWorld', 'material_id as materialId'])
    .select(['first_print as firstPrint', 'last_print as lastPrint'])
    .where('world', '=', world)
    .where('unit_id', '=', unitId)
    .where('account_id', '=', accountId)
    .where('element_id', 'in', [...elementIds])
    .execute()
}

/** Where tasks with these words came from, of all a member has by a licence. */
export async function originsByPrint(
  db: Db,
  accountId: number,
  prints: readonly string[],
): Promise<(Pick<TaskOrigin, 'materialWorld' | 'materialId'> & { print: string })[]> {
  if (prints.length === 0) return []
  const wanted = sql`any(${[...prints]}::text[])`
  const { rows } = await sql<{ print: string; materialWorld: string | null; materialId: number | null }>`
    select distinct on (print) print, material_world as "materialWorld", material_id as "materialId" from (
      select first_print as print, material_world, material_id from unit_task_origin
      where account_id = ${accountId}::bigint and first_print = ${wanted}
      union all
      select last_print, material_world, material_id from unit_task_origin
      where account_id = ${accountId}::bigint and last_print = ${wanted}) known
    order by print, material_id`.execute(db)
  return rows
}

/** Writes down what is new, and how what is known stands now. */
export async function keepOrigins(
  tx: Db,
  { world, accountId, unitId }: UnitPlace,
  origins: readonly TaskOrigin[],
): Promise<void> {
  if (origins.length === 0) return
  await tx
    .insertInto('unit_task_origin')
    .values(
      origins.map(({ elementId, materialWorld, materialId, firstPrint, lastPrint }) => ({
        ...{ world, unit_id: unitId, element_id: elementId, account_id: accountId },
        ...{ material_world: materialWorld, material_id: materialId },
        ...{ first_print: firstPrint, last_print: lastPrint },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'unit_id', 'element_id', 'account_id'])
        .doUpdateSet((row) => ({ last_print: row.ref('excluded.last_print') })),
    )
    .execute()
}

/** The ids of tasks in the newest published version of a unit that are not its author's to sell. */
export async function licensedInVersion(
  db: Db,
  { world, unitId, version }: { world: string; unitId: number; version: number },
): Promise<string[]> {
  const row = await db
    .selectFrom('unit_version')
    .select('licensed_tasks')
    .where('world', '=', world)
    .where('unit_id', '=', unitId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.licensed_tasks ?? []
}

/** Titles of materials, of whatever world. */
export async function materialTitles(
  db: Db,
  ids: readonly number[],
): Promise<{ world: string; id: number; title: string; slug: string; isPublic: boolean }[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('material')
    .select(['world', 'id', 'title', 'slug'])
    .select(sql<boolean>`status in ('published', 'unlisted')`.as('isPublic'))
    .where('id', 'in', [...ids])
    .execute()
}

/** Somebody with thousands of materials is compared with the newest of them. */
const mostKnown = 20_000

interface UnitVersion {
  world: string
  unitId: number
  version: number
}

/** A unit somebody sells, with all its tasks said in any version. */
interface ObtainedUnit extends KnownUnit {
  world: string
  unitId: number
  materialId: number
}

/** Writes down what a version says; what is known of versions before stays. */
export async function keepSketches(
  tx: Db,
  { world, unitId, version }: UnitVersion,
  sketches: readonly TaskSketch[],
): Promise<void> {
  if (sketches.length > 0)
    await tx
      .insertInto('task_sketch')
      .values(
        sketches.map(({ elementId, words, wrong }) => ({
          ...{ world, unit_id: unitId, element_id: elementId, version },
          ...{ print: printOf(words, wrong), words: [...words], wrong: [...wrong] },
          bands: bandsOf(traceOfNumbers(words)),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['world', 'unit_id', 'element_id', 'print'])
          .doUpdateSet((row) => ({ version: row.ref('excluded.version') })),
      )
      .execute()
  await tx
    .updateTable('unit')
    .set({ sketched_version: version })
    .where('world', '=', world)
    .where('id', '=', unitId)
    .execute()
}

/** What others sell, in any world, that a member has or had: bought, in a bundle or a course, or by their school. */
export async function obtainedUnits(db: Db, accountId: number): Promise<ObtainedUnit[]> {
  const { rows } = await sql<{ world: string; unitId: number; materialId: number } & TaskSketch>`
    with had as (
      select world, material_id from entitlement where account_id = ${accountId}::bigint
      union select e.world, e.material_id from entitlement e where ${isForSchoolOf(accountId)}
      union select material_world, material_id from unit_task_origin
        where account_id = ${accountId}::bigint and material_id is not null
    ), meant as (
      select world, material_id from had
      union select i.world, i.material_id from bundle_item i
        join had on had.world = i.world and had.material_id = i.bundle_id
    ), sold as (
      select s.world, s.unit_id, max(s.material_id) as material_id from meant
      join material m on m.world = meant.world and m.id = meant.material_id and m.author_id <> ${accountId}::bigint
      join sold_unit s on s.world = m.world and s.material_id = m.id
      group by s.world, s.unit_id
    )
    select t.world, t.unit_id as "unitId", sold.material_id as "materialId", t.element_id as "elementId", t.words, t.wrong
    from sold join task_sketch t on t.world = sold.world and t.unit_id = sold.unit_id
    order by sold.material_id desc limit ${mostKnown}`.execute(db)
  const units = new Map<string, ObtainedUnit & { tasks: TaskSketch[] }>()
  for (const { world, unitId, materialId, elementId, words, wrong } of rows) {
    const key = `${world} ${unitId}`
    const unit = units.get(key) ?? { world, unitId, materialId, tasks: [] }
    unit.tasks.push({ elementId, words, wrong })
    units.set(key, unit)
  }
  return [...units.values()]
}

/** Published versions of whose tasks nothing is written down; copies of what others sell are sold by nobody. */
export async function unsketchedVersions(
  db: Db,
  limit: number,
): Promise<(UnitVersion & { content: unknown })[]> {
  const { rows } = await sql<UnitVersion & { content: unknown }>`
    select u.world, u.id as "unitId", u.version, v.content from unit u
    join unit_version v on v.world = u.world and v.unit_id = u.id and v.version = u.version
    where u.version > u.sketched_version and not u.resale_blocked limit ${limit}`.execute(db)
  return rows
}

function printOf(words: readonly number[], wrong: readonly number[]): bigint {
  const sum = createHash('sha256')
    .update(JSON.stringify([words, wrong]))
    .digest()
  return sum.readBigInt64BE()
}

const mostVersions = 10

/** The newest published versions of an own unit and of own copies of it, the last changed first. */
export async function versionsOf(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
): Promise<{ id: number; content: unknown }[]> {
  return await newestVersions(db)
    .select(['unit.id', 'unit_version.content'])
    .where('unit.world', '=', world)
    .where('unit.owner_id', '=', accountId)
    .where('unit.status', '=', 'published')
    .where(sql<SqlBool>`not ${isLost(accountId)}`)
    .where((unit) => unit.or([unit('unit.id', '=', id), unit('unit.origin_id', '=', id)]))
    .orderBy('unit.updated_at', 'desc')
    .orderBy('unit.id', 'desc')
    .limit(mostVersions)
    .execute()
}

/** The unit and version an own unit was copied from. */
export async function originOf(
  db: Db,
  { world, accountId }: UnitOwner,
  id: number,
): Promise<{ id: number; version: number } | undefined> {
  const row = await db
    .selectFrom('unit')
    .select(['origin_id', 'origin_version'])
    .where('world', '=', world)
    .where('owner_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.origin_id) return undefined
  return { id: row.origin_id, version: row.origin_version ?? 0 }
}
