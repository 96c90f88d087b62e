import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
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
