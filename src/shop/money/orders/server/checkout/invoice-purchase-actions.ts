import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { refundReasonLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { typedHundredthsSchema } from '#shop/buying/credits/rules/voucher-contract.ts'
import { openInvoiceSchema } from '../../rules/contract.ts'
import { invoicePaid } from '../payment/invoice-transfers.ts'
import { giveUpInvoice, openInvoices } from './invoice-purchase.ts'

const reference = z.string().regex(/^[0-9a-f]{32}$/)
const tag = 'payments'

export const openInvoiceList = read({
  name: 'invoice-purchase.list',
  summary: 'Invoices of schools nobody has paid yet, what is due first first',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ invoices: await openInvoices(context) }),
  api: { path: '/v1/invoice-purchases', tag, output: z.object({ invoices: z.array(openInvoiceSchema) }) },
})

export const markInvoice = action({
  name: 'invoice-purchase.paid',
  summary:
    'Says what of an invoice is on our account: all, a part or more; `conflict`: another sum is open by now',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({
    reference,
    /** What was open when it was looked at. */
    amount: z.union([centsSchema, z.coerce.number().int()]).pipe(z.number().positive()),
    /** What arrived; left out: all of it. A form sends `typedReceived`. */
    received: centsSchema.positive().max(10_000_000).optional(),
    typedReceived: typedHundredthsSchema.pipe(z.number().positive().optional()),
  }),
  run: (context, { typedReceived, received = typedReceived, ...input }) =>
    invoicePaid(context, { ...input, received }),
  api: {
    method: 'post',
    path: '/v1/invoice-purchases/{reference}/paid',
    tag,
    output: z.object({ reference: z.string(), amount: centsSchema, open: centsSchema }),
  },
  form: {
    page: 'operator-tasks',
    intent: 'invoice-paid',
    done: ({ open }, { context: { world } }) =>
      `${url('operator-tasks', { world })}#${open === 0 ? 'invoice-paid' : 'invoice-partly'}`,
  },
})

export const giveUp = action({
  name: 'invoice-purchase.give-up',
  summary: 'Takes back the sale of an invoice nobody pays: invoice, shares and what was bought',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ reference, reason: z.string().min(3).max(refundReasonLength) }),
  run: (context, input) => giveUpInvoice(context, input),
  api: {
    method: 'post',
    path: '/v1/invoice-purchases/{reference}/give-up',
    tag,
    output: z.object({ reference: z.string() }),
  },
  form: {
    page: 'operator-tasks',
    intent: 'give-up-invoice',
    done: (_result, { context: { world } }) => `${url('operator-tasks', { world })}#invoice-given-up`,
  },
})
