import type { Context, Deps } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { afterCommit } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { type OperatorTask, type TaskMatter, taskDetailSchema, taskKinds } from '../rules/contract.ts'
import { endTasksOf, insertTask, openTaskCounts, type TaskRow, taskRows, updateTask } from './queries.ts'

const pageSize = 50

/** `cause` names the trouble, for example `payment:17`: reported twice, it is one task. */
export type NewTask = TaskMatter & { cause: string }

/**
 * Leaves something for a person of the operator, as part of `tx`; once, however often it is reported.
 * @returns false when there is such a task already
 */
export async function openTask(
  tx: Db,
  context: Pick<Deps, 'log' | 'metrics'> & Pick<Context, 'world'>,
  task: NewTask,
): Promise<boolean> {
  const { world, log, metrics } = context
  const isNew = await insertTask(tx, world, { ...task, cause: `${task.kind}:${task.cause}` })
  if (isNew)
    afterCommit(tx, context.log, () => {
      metrics.operatorTasks.inc({ kind: task.kind })
      log.error({ world, task: task.kind, ...task.detail }, 'somebody has to look')
    })
  return isNew
}

/** What tasks asked for was done, by whatever way: `causes` as they were opened, with their kind in front. */
export async function finishTasksOf(
  tx: Db,
  world: string,
  done: { causes: readonly string[]; doneBy: number; note: string },
): Promise<void> {
  await endTasksOf(tx, world, done)
}

export interface TasksPage {
  tasks: OperatorTask[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
}

/** The tasks of this world, the newest first: those that are open, or those that are done. */
export async function listTasks(
  context: Context,
  { done, after, order }: { done: boolean; after?: string | undefined; order?: string | undefined },
): Promise<TasksPage> {
  const key = after === undefined ? undefined : decodeCursor('tasks', ['number'], after)
  const rows = await taskRows(context.db, context.world, {
    done,
    order,
    before: key === undefined ? undefined : Number(key[0]),
    limit: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { tasks: shown.map(toTask), nextCursor: last ? encodeCursor('tasks', [last.id]) : null }
}

/**
 * Says that a task is settled, and how. @throws ProductError not_found, conflict (somebody was faster), invalid_input
 */
export async function finishTask(context: Context, input: { id: number; note: string }): Promise<void> {
  const { accountId } = requireMember(context)
  const note = cleanText(input.note)
  if (note === '') throw new ProductError('invalid_input', { fields: { note: 'required' } })
  const isEnded = await updateTask(context.db, context.world, { id: input.id, doneBy: accountId, note })
  if (isEnded === undefined) throw new ProductError('not_found')
  if (!isEnded) throw new ProductError('conflict')
}

function toTask(row: TaskRow): OperatorTask {
  const { buyer_id, person_name: name, person_email: email } = row
  return {
    id: row.id,
    kind: taskKinds.find((kind) => kind === row.kind) ?? 'other',
    detail: taskDetailSchema.parse(row.detail),
    person:
      name === null || email === null ? null : { role: buyer_id === null ? 'author' : 'buyer', name, email },
    materials: row.materials,
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by_name,
    note: row.note,
  }
}

/** How many tasks wait, in every world. */
export async function waitingTasks({ db }: Pick<Deps, 'db'>): Promise<{ world: string; count: number }[]> {
  return await openTaskCounts(db)
}
