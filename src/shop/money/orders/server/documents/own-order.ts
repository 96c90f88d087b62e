import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isOwnOrder } from '../policy.ts'
import { findOrder, type OrderRow } from '../queries.ts'

/** An order if it is the member's own. @throws ProductError unauthorized */
export async function ownOrder(context: Context, reference: string): Promise<OrderRow | undefined> {
  const member = requireMember(context)
  const order = await findOrder(context.db, context.world, reference)
  return order !== undefined && isOwnOrder(member, order) ? order : undefined
}

/** The member's own order. @throws ProductError unauthorized, not_found */
export async function ownOrderByReference(context: Context, reference: string): Promise<OrderRow> {
  const order = await ownOrder(context, reference)
  if (order === undefined) throw new ProductError('not_found')
  return order
}
