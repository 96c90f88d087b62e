import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { bandsOf, traceOfNumbers } from '#platform/rules/text/likeness.ts'
import type { KnownUnit, TaskSketch } from '#platform/rules/text/task-likeness.ts'
import { isForSchoolOf } from '../sale/sold-queries.ts'

/** Somebody with thousands of materials is compared with the newest of them. */
const mostKnown = 20_000

interface UnitVersion {
  world: string
  unitId: number
  version: number
}

/** A unit somebody sells, with all its tasks said in any version. */
export interface ObtainedUnit extends KnownUnit {
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
