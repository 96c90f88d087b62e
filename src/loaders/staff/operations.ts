import type { Context } from '#platform/context/context.ts'
import { listTasks } from '#shop/money/operator-tasks/server/service.ts'
import {
  openInvoices,
  orderAtDesk,
  reconciliations,
  refundRequests,
} from '#shop/money/orders/server/service.ts'

/** What only a person can settle, open or done, of all or of one order, and the last comparisons with the provider. */
export async function loadOperatorTasks(context: Context, query: URLSearchParams) {
  const isDone = query.get('state') === 'done'
  const after = query.get('after') ?? undefined
  const wanted = query.get('order') ?? undefined
  const isPlain = !isDone && after === undefined && wanted === undefined
  const [page, order, reports, invoices, wishes] = await Promise.all([
    listTasks(context, { done: isDone, after, order: wanted }),
    wanted === undefined ? undefined : orderAtDesk(context, wanted),
    isPlain ? reconciliations(context) : [],
    isPlain ? openInvoices(context) : [],
    isPlain ? refundRequests(context, 'all') : [],
  ])
  const [reference, materialId] = [query.get('refund'), query.get('material')]
  const decided = wishes.find(
    (wish) => wish.reference === reference && String(wish.material_id) === materialId,
  )
  return { ...page, order, isDone, reports, invoices, wishes, decided, isFirst: isPlain }
}
