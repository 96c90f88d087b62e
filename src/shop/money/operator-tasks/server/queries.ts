import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Writes a task; false when this trouble has one already, done or not. */
export async function insertTask(
  tx: Db,
  world: string,
  task: { kind: string; cause: string; detail: object },
): Promise<boolean> {
  const row = await tx
    .insertInto('operator_task')
    .values({ world, kind: task.kind, cause: task.cause, detail: JSON.stringify(task.detail) })
    .onConflict((conflict) => conflict.columns(['world', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface TaskRow {
  id: number
  kind: string
  detail: unknown
  created_at: Date
  done_at: Date | null
  note: string | null
  done_by_name: string | null
  buyer_id: string | null
  /** Of the buyer or author the task names, as they are called today. */
  person_name: string | null
  person_email: string | null
  materials: { id: number; title: string }[]
}

const buyerId = sql<string | null>`operator_task.detail ->> 'buyerId'`
const personId = sql<number>`coalesce(operator_task.detail ->> 'buyerId', operator_task.detail ->> 'authorId')::bigint`

/** The tasks of a world, open or done, the newest first; those of one order, where its reference is given. */
export async function taskRows(
  db: Db,
  world: string,
  input: { done: boolean; order: string | undefined; before: number | undefined; limit: number },
): Promise<TaskRow[]> {
  return await db
    .selectFrom('operator_task')
    .leftJoin('account', 'account.id', 'operator_task.done_by')
    .leftJoin('account as person', (join) => join.on('person.id', '=', personId))
    .select([
      'operator_task.id',
      'operator_task.kind',
      'operator_task.detail',
      'operator_task.created_at',
      'operator_task.done_at',
      'operator_task.note',
      'account.public_name as done_by_name',
      'person.public_name as person_name',
      'person.email as person_email',
      buyerId.as('buyer_id'),
      sql<TaskRow['materials']>`coalesce((
        select json_agg(json_build_object('id', m.id, 'title', m.title) order by m.id) from material m
        where m.world = operator_task.world
          and m.id in (select jsonb_array_elements_text(operator_task.detail -> 'materialIds')::bigint)), '[]')`.as(
        'materials',
      ),
    ])
    .where('operator_task.world', '=', world)
    .where('operator_task.done_at', input.done ? 'is not' : 'is', null)
    .$if(input.order !== undefined, (query) =>
      query.where(sql<boolean>`operator_task.detail ->> 'orderReference' = ${input.order}`),
    )
    .$if(input.before !== undefined, (query) => query.where('operator_task.id', '<', input.before ?? 0))
    .orderBy('operator_task.id', 'desc')
    .limit(input.limit)
    .execute()
}

/** Ends the open tasks of these causes: what they asked for was done elsewhere. */
export async function endTasksOf(
  tx: Db,
  world: string,
  input: { causes: readonly string[]; doneBy: number; note: string },
): Promise<void> {
  await tx
    .updateTable('operator_task')
    .set({ done_at: sql<Date>`now()`, done_by: input.doneBy, note: input.note })
    .where('world', '=', world)
    .where('cause', 'in', [...input.causes])
    .where('done_at', 'is', null)
    .execute()
}

/** Ends a task; undefined when there is none of that id, 'done' when somebody was faster. */
export async function updateTask(
  tx: Db,
  world: string,
  input: { id: number; doneBy: number; note: string },
): Promise<boolean | undefined> {
  const ended = await tx
    .updateTable('operator_task')
    .set({ done_at: sql<Date>`now()`, done_by: input.doneBy, note: input.note })
    .where('world', '=', world)
    .where('id', '=', input.id)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended !== undefined) return true
  const there = await tx
    .selectFrom('operator_task')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', input.id)
    .executeTakeFirst()
  return there === undefined ? undefined : false
}

/** How many tasks are open, in every world. */
export async function openTaskCounts(db: Db): Promise<{ world: string; count: number }[]> {
  return await db
    .selectFrom('operator_task')
    .select(['world', sql<number>`count(*)::integer`.as('count')])
    .where('done_at', 'is', null)
    .groupBy('world')
    .execute()
}
