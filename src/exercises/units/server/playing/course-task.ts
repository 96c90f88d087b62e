import { sql } from 'kysely'
import { type CourseGate, openItems } from '#exercises/model/course-gates.ts'
import { hasMaterial } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { isLost } from '../sale/sold-queries.ts'

type GatedItem = Parameters<typeof openItems>[0][number]

/** The address of an exercise in a course: whose way through it, and which item. */
const taskKey = /^(k[2-9a-z]{18})-([0-9a-f]{6})$/

export function isTaskKey(key: string): boolean {
  return taskKey.test(key)
}

/**
 * The version a course pinned, for who learns with it, and how the pointer of its owner adjusts it; undefined once its owner has
 * no licence for it any more. @throws ProductError forbidden: the gate of the course still closes it
 */
export async function findCourseTask(
  db: Db,
  world: string,
  key: string,
): Promise<{ version: number; content: unknown; overlay: unknown } | undefined> {
  const [, pass, item] = taskKey.exec(key) ?? []
  if (pass === undefined || item === undefined) return undefined
  const { rows } = await sql<{
    version: number
    content: unknown
    overlay: unknown
    owner_id: number
    unit_id: number
    unit_owner: number | null
    is_lost: boolean
    items: GatedItem[]
    gate: CourseGate
    min_percent: number
    progress: Record<string, number | null> | null
  }>`
    select v.version, v.content, coalesce(s.overlay, '{}') as overlay, c.owner_id, u.id as unit_id, u.owner_id as unit_owner,
      u.owner_id = c.owner_id and ${isLost(sql.ref('c.owner_id'), 'u')} as is_lost, c.items, c.gate, c.min_percent,
      (select jsonb_object_agg(g.item, g.percent) from course_progress g
        where g.world = p.world and g.pass_id = p.id) as progress
    from course_pass p
    join course c on c.world = p.world and c.id = p.course_id
    cross join lateral jsonb_array_elements(c.items) as task
    join unit u on u.world = c.world and u.id = (task ->> 'unitId')::bigint
    join unit_version v on v.world = u.world and v.unit_id = u.id and v.version = (task ->> 'version')::int
    left join unit_shadow s on s.world = c.world and s.id = (task ->> 'shadowId')::bigint
      and s.account_id = c.owner_id and s.unit_id = u.id
    where p.world = ${world} and p.key = ${pass} and task ->> 'id' = ${item} and task ->> 'kind' = 'unit'`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined || row.is_lost) return undefined
  const rule = { gate: row.gate, minPercent: row.min_percent }
  const open = openItems(row.items, new Map(Object.entries(row.progress ?? {})), rule)
  if (!open.has(item)) throw new ProductError('forbidden')
  if (row.unit_owner === row.owner_id) return row
  const { rows: owned } = await sql<{ is_bought: boolean }>`
    select exists (select from sold_unit s
      join material m on m.world = s.world and m.id = s.material_id
      where s.world = ${world} and s.unit_id = ${row.unit_id}::bigint and ${hasMaterial(row.owner_id)}) as is_bought`.execute(
    db,
  )
  return owned[0]?.is_bought ? row : undefined
}
