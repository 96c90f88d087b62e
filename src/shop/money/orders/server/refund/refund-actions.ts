import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { refundReasonLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { centsSchema, idSchema } from '#platform/rules/contract/world.ts'
import { refundSchema } from '../../rules/contract.ts'
import type { RefundRow } from './refund-queries.ts'
import { refundOrder } from './refunds.ts'
import { withdraw as withdrawFrom } from './withdrawal.ts'

const reference = z.string().regex(/^[0-9a-f]{32}$/)

export const refund = action({
  name: 'order.refund',
  summary: 'Gives back what was paid for an order, all of it or parts of its lines',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({
    reference,
    /** Left out: everything that is left. */
    items: z
      .array(z.object({ materialId: idSchema, amount: centsSchema.positive().optional() }))
      .max(200)
      .optional(),
    reason: z.string().min(3).max(refundReasonLength),
    /** The buyer may go on using what is paid back. */
    keepsAccess: z.boolean().default(false),
  }),
  run: (context, input) => refundOrder(context, input),
  api: {
    method: 'post',
    path: '/v1/orders/{reference}/refunds',
    tag: 'orders',
    output: refundSchema,
    reply: (row) => ({ status: 201, data: toRefund(row) }),
  },
})

export const withdraw = action({
  name: 'order.withdraw',
  summary: 'Withdraws from a contract while the right to do so lasts; the receipt goes out by mail',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ reference }),
  run: (context, input) => withdrawFrom(context, input.reference),
  api: {
    method: 'post',
    path: '/v1/orders/{reference}/withdrawal',
    tag: 'orders',
    output: z.object({ reference: z.string() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'invoices',
    intent: 'withdraw',
    done: (_result, { context: { world } }) => `${url('invoices', { world })}#withdrawn`,
  },
})

function toRefund(row: RefundRow): z.input<typeof refundSchema> {
  return {
    reference: row.reference,
    status: row.status,
    amount: row.amount_cents,
    tax: row.tax_cents,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
  }
}
