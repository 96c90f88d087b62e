import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { reissue, reverseCharge } from './correct.ts'

const corrected = z.object({ corrected: z.literal(true) })
const done = () => ({ status: 201, data: { corrected: true as const } })

export const reissueInvoice = action({
  name: 'invoice.reissue',
  summary: 'Takes an invoice back and issues it anew, to the billing address of today',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => reissue(context, id),
  api: { method: 'post', path: '/v1/invoices/{id}/reissue', tag: 'orders', output: corrected, reply: done },
  form: {
    page: 'invoices',
    intent: 'reissue',
    done: (_result, { context: { world } }) => `${url('invoices', { world })}#corrected`,
  },
})

export const reverseInvoice = action({
  name: 'invoice.reverse-charge',
  summary:
    'Gives a business with a verified VAT number the tax back that it owes itself, and issues the invoice without it',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => reverseCharge(context, id),
  api: {
    ...{
      method: 'post',
      path: '/v1/invoices/{id}/reverse-charge',
      tag: 'orders',
      output: corrected,
      reply: done,
    },
  },
  form: {
    page: 'invoices',
    intent: 'reverse-charge',
    done: (_result, { context: { world } }) => `${url('invoices', { world })}#corrected`,
  },
})
