import type { Context } from '#platform/context/context.ts'
import { mailParties, paymentsOf } from '../payment/payment-queries.ts'
import { findOrder, orderItems, ordersNamed } from '../queries.ts'
import { refundsOf } from '../refund/refund-queries.ts'

/** An order as somebody at a desk has to know it. Sums are cents of its currency. */
export interface OrderAtDesk {
  reference: string
  number: string | null
  placedAt: Date
  currency: string
  total: number
  /** Null once the account is closed or erased. */
  buyer: { name: string; email: string } | null
  lines: readonly { materialId: number; title: string; price: number }[]
  payments: readonly { provider: string; reference: string; status: string }[]
  refunds: readonly {
    reference: string
    status: 'pending' | 'succeeded' | 'failed'
    amount: number
    at: Date
  }[]
}

/** One order of this world for whoever settles its money; undefined when there is none of that reference. */
export async function orderAtDesk(
  { db, world }: Pick<Context, 'db' | 'world'>,
  reference: string,
): Promise<OrderAtDesk | undefined> {
  const order = await findOrder(db, world, reference)
  if (order === undefined) return undefined
  const [items, payments, refunds, [buyer]] = await Promise.all([
    orderItems(db, world, [order.id]),
    paymentsOf(db, world, [order.id]),
    refundsOf(db, world, order.id),
    mailParties(db, [order.account_id]),
  ])
  return {
    reference,
    number: order.number,
    placedAt: order.created_at,
    currency: order.currency,
    total: order.total_cents,
    buyer: buyer === undefined ? null : { name: buyer.public_name, email: buyer.email },
    lines: items.map((line) => ({
      materialId: line.material_id,
      title: line.title,
      price: line.price_cents,
    })),
    payments: payments.map(({ provider, provider_reference, status }) => ({
      ...{ provider, reference: provider_reference, status },
    })),
    refunds: refunds.map(({ reference: name, status, amount_cents: amount, created_at: at }) => ({
      ...{ reference: name, status, amount, at },
    })),
  }
}

/** Orders of any world by what is printed on their documents: the number, or the reference. */
export async function findOrders(
  { db }: Pick<Context, 'db'>,
  name: string,
): Promise<{ world: string; reference: string; number: string | null; placedAt: Date }[]> {
  const rows = await ordersNamed(db, name)
  return rows.map(({ created_at: placedAt, ...row }) => ({ ...row, placedAt }))
}
