import { z } from 'zod'
import { action, type PostedForm, read } from '#platform/http/access/action.ts'
import { refundReasonLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { refundRuleDays } from '../../rules/refund-rule.ts'
import { decideRefund, refundRequests, requestRefund, saveRefundRule } from './refund-requests.ts'

const reference = z.string().regex(/^[0-9a-f]{32}$/)
const line = { reference, materialId: idSchema }
const tag = 'orders'

export const saveRule = action({
  name: 'refund-rule.save',
  summary: 'Sets what the author grants beyond the law: nothing, or so many days',
  rate: 'write',
  input: z.object({
    days: z.enum(['none', ...refundRuleDays.map(String)]),
    afterDownload: z.boolean().default(false),
  }),
  async run(context, { days, afterDownload }) {
    await saveRefundRule(context, days === 'none' ? null : { days: Number(days), afterDownload })
    return { ok: true as const }
  },
  api: { method: 'put', path: '/v1/refund-rule', tag, output: z.object({ ok: z.literal(true) }) },
  form: {
    page: 'my-author-profile',
    intent: 'save-refund-rule',
    done: (_result, { context: { world } }) => `${url('my-author-profile', { world })}#saved`,
  },
})

export const askRefund = action({
  name: 'refund-request.make',
  summary: 'Asks one line of an order back: at once where its author granted that, else the author decides',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ ...line, reason: z.string().min(3).max(refundReasonLength) }),
  run: (context, input) => requestRefund(context, input),
  api: {
    method: 'post',
    path: '/v1/orders/{reference}/refund-requests',
    tag,
    output: z.object({ status: z.enum(['granted', 'open']) }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'invoices',
    intent: 'ask-refund',
    done: ({ status }, { context: { world } }) =>
      `${url('invoices', { world })}#${status === 'granted' ? 'refunded' : 'refund-asked'}`,
  },
})

const decided = z.object({ status: z.enum(['granted', 'declined']) })
/** The author's page, and the desk of finance. */
function forms(intent: string) {
  const back = (page: 'sales-downloads' | 'operator-tasks', notice: string) => ({
    ...{ page, intent },
    done: (_result: unknown, { context: { world } }: PostedForm) => `${url(page, { world })}#${notice}`,
  })
  return [back('sales-downloads', 'decided'), back('operator-tasks', 'refund-decided')]
}

export const grantRefund = action({
  name: 'refund-request.grant',
  summary: 'Gives back what a buyer asked for; finance may grant what an author declined',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object(line),
  run: (context, input) => decideRefund(context, { ...input, isGranted: true }),
  api: { method: 'post', path: '/v1/orders/{reference}/refund-requests/grant', tag, output: decided },
  form: forms('grant-refund'),
})

export const declineRefund = action({
  name: 'refund-request.decline',
  summary: 'Declines what a buyer asked for, with a reason the buyer reads',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ ...line, answer: z.string().min(3).max(refundReasonLength) }),
  run: (context, input) => decideRefund(context, { ...input, isGranted: false }),
  api: { method: 'post', path: '/v1/orders/{reference}/refund-requests/decline', tag, output: decided },
  form: forms('decline-refund'),
})

export const refundRequestList = read({
  name: 'refund-request.list',
  summary:
    'Wishes that wait for the author; for finance with `of=all` those of everybody, declined ones, too',
  rate: 'read',
  input: z.object({ of: z.enum(['own', 'all']).default('own') }),
  async run(context, { of }) {
    const rows = await refundRequests(context, of)
    return {
      requests: rows.map((row) => ({
        ...{ reference: row.reference, number: row.number, materialId: row.material_id, title: row.title },
        ...{ reason: row.reason, amount: row.left_cents, currency: row.currency, status: row.status },
        ...{ answer: row.answer, createdAt: row.created_at.toISOString() },
      })),
    }
  },
  api: {
    path: '/v1/refund-requests',
    tag,
    output: z.object({
      requests: z.array(
        z.object({
          ...{ reference: z.string(), number: z.string(), materialId: z.number().int(), title: z.string() },
          ...{ reason: z.string(), amount: z.number().int(), currency: z.string() },
          ...{ status: z.enum(['open', 'declined']), answer: z.string().nullable(), createdAt: z.string() },
        }),
      ),
    }),
  },
})
