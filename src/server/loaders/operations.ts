import type { Context } from '../context.ts'
import { listTasks } from '../features/operator-tasks/service.ts'
import { openInvoices, reconciliations } from '../features/orders/service.ts'

/** What only a person can settle, open or done, and the last comparisons with the provider. */
export async function loadOperatorTasks(context: Context, query: URLSearchParams) {
  const isDone = query.get('state') === 'done'
  const after = query.get('after') ?? undefined
  const [page, reports, invoices] = await Promise.all([
    listTasks(context, { done: isDone, after }),
    isDone || after !== undefined ? [] : reconciliations(context),
    isDone || after !== undefined ? [] : openInvoices(context),
  ])
  return { ...page, isDone, reports, invoices, isFirst: after === undefined }
}
