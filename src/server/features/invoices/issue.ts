import { worldOf } from '#routing/worlds.ts'
import { taxDocumentContentSchema } from '#shared/contract/tax-document.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { billingOf } from '../billing/service.ts'
import { orderInBooks } from '../orders/service.ts'
import { cancellationContent, invoiceContent } from './content.ts'
import { insertDocument, invoiceOf } from './queries.ts'

/**
 * Writes the invoice of a paid order, in the transaction that pays it. What cost nothing has none. The number is drawn
 * by the database when that transaction commits.
 */
export async function issueInvoice(
  context: Pick<Context, 'world' | 'env'>,
  { orderId, totalCents }: { orderId: number; totalCents: number },
  tx: Db,
): Promise<void> {
  if (totalCents === 0) return
  const { world, env } = context
  const order = await orderInBooks(tx, world, orderId)
  if (order === undefined) throw new ProductError('server_error')
  const billing = await billingOf(tx, order.accountId)
  await insertDocument(tx, world, {
    kind: 'invoice',
    year: yearIn(world, order.paidAt),
    accountId: order.accountId,
    orderId,
    correctsId: null,
    cause: `order:${orderId}`,
    issuedAt: order.paidAt,
    content: invoiceContent(order, { company: env.company, billing }),
  })
}

/** Writes what takes an invoice back, in whole or in part, in the transaction that gives the money back. */
export async function issueCancellation(
  context: Context,
  refund: {
    orderId: number
    refundId: number
    buyerId: number
    reason: string
    items: readonly { materialId: number; amountCents: number; taxCents: number }[]
  },
  tx: Db,
): Promise<void> {
  const { world, log } = context
  const invoice = await invoiceOf(tx, world, refund.orderId)
  if (invoice === undefined) {
    log.error(
      { world, refundId: refund.refundId },
      'an order without an invoice was paid back: write one by hand',
    )
    return
  }
  const now = new Date()
  await insertDocument(tx, world, {
    kind: 'cancellation',
    year: yearIn(world, now),
    accountId: refund.buyerId,
    orderId: refund.orderId,
    correctsId: invoice.id,
    cause: `refund:${refund.refundId}`,
    issuedAt: now,
    content: cancellationContent(
      {
        number: invoice.number,
        issuedAt: invoice.issued_at,
        content: taxDocumentContentSchema.parse(invoice.content),
      },
      refund,
    ),
  })
}

/** The year of a moment where the world's books are kept. */
export function yearIn(world: LiveWorldCode, moment: Date): number {
  const { timeZone } = worldOf(world)
  return Number(new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format(moment))
}
