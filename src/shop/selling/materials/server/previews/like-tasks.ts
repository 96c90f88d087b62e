import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { likeForDesk, type TaskSketch } from '#platform/rules/text/task-likeness.ts'
import type { MaterialRow } from '../queries.ts'
import type { CopyReason } from '../types.ts'

/** What one task may be like, and exercises that are compared task by task. */
const mostLikely = 300
const mostUnits = 50

type Place = Pick<MaterialRow, 'id' | 'world' | 'author_id'>
interface SketchRow extends TaskSketch {
  world: string
  materialId: number
  unitId: number
}

/** Exercises other authors offer to whose tasks those of a material are like, word by word or with words changed. */
export async function sameTasks(tx: Db, row: Place): Promise<CopyReason[]> {
  const own = await tasksOf(tx, row)
  if (own.length === 0) return []
  const others = Map.groupBy(await likelyTasks(tx, row, own), ({ world, unitId }) => `${world} ${unitId}`)
  return [...Map.groupBy(own, ({ unitId }) => unitId).values()].flatMap((tasks) =>
    [...others.values()].flatMap(([first, ...rest]): CopyReason[] => {
      const part = first ? likeForDesk(tasks, [first, ...rest]) : 0
      if (!first || part === 0) return []
      const { world, materialId } = first
      const place = { fileName: tasks[0]?.title ?? '', world, materialId }
      return [{ kind: 'same_tasks', ...place, percent: Math.round(100 * part) }]
    }),
  )
}

async function tasksOf(tx: Db, { world, id }: Place) {
  const { rows } = await sql<SketchRow & { bands: number[]; title: string }>`
    select u.world, u.id as "unitId", u.title, s.material_id as "materialId", t.element_id as "elementId",
      t.words, t.wrong, t.bands
    from sold_unit s join unit u on u.world = s.world and u.id = s.unit_id
    join task_sketch t on t.world = u.world and t.unit_id = u.id and t.version = u.version
    where s.world = ${world} and s.material_id = ${id}::bigint
    order by u.id, t.element_id`.execute(tx)
  return rows
}

/** All tasks of the exercises that most likely have some of these. */
async function likelyTasks(
  tx: Db,
  { author_id: authorId }: Place,
  own: readonly { bands: readonly number[] }[],
): Promise<SketchRow[]> {
  const wanted = JSON.stringify(own.map(({ bands }) => bands))
  const { rows } = await sql<SketchRow>`
    with likely as (
      select near.world, near.unit_id, count(*) as times
      from jsonb_array_elements(${wanted}::jsonb) task
      cross join lateral (
        select t.world, t.unit_id from task_sketch t
        where t.bands && array(select jsonb_array_elements_text(task)::integer) limit ${mostLikely}) near
      group by near.world, near.unit_id
    ), offered as (
      select likely.world, likely.unit_id, max(likely.times) as times, min(m.id) as material_id from likely
      join sold_unit s on s.world = likely.world and s.unit_id = likely.unit_id
      join material m on m.world = s.world and m.id = s.material_id
        and m.author_id <> ${authorId}::bigint and m.status in ('published', 'unlisted')
      group by likely.world, likely.unit_id
      order by times desc limit ${mostUnits}
    )
    select t.world, t.unit_id as "unitId", offered.material_id as "materialId", t.element_id as "elementId", t.words, t.wrong
    from offered join task_sketch t on t.world = offered.world and t.unit_id = offered.unit_id`.execute(tx)
  return rows
}
