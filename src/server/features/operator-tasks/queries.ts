import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

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
}

/** The tasks of a world, open or done, the newest first. */
export async function taskRows(
  db: Db,
  world: string,
  input: { done: boolean; before: number | undefined; limit: number },
): Promise<TaskRow[]> {
  return await db
    .selectFrom('operator_task')
    .leftJoin('account', 'account.id', 'operator_task.done_by')
    .select([
      'operator_task.id',
      'operator_task.kind',
      'operator_task.detail',
      'operator_task.created_at',
      'operator_task.done_at',
      'operator_task.note',
      'account.public_name as done_by_name',
    ])
    .where('operator_task.world', '=', world)
    .where('operator_task.done_at', input.done ? 'is not' : 'is', null)
    .$if(input.before !== undefined, (query) => query.where('operator_task.id', '<', input.before ?? 0))
    .orderBy('operator_task.id', 'desc')
    .limit(input.limit)
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
