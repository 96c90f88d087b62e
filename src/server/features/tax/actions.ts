import { z } from 'zod'
import { url } from '#routing/url.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action } from '../../http/action.ts'
import { enterRate } from './exchange-rates.ts'
import { classify } from './service.ts'

export const classifyMaterial = action({
  name: 'tax.classify',
  summary: 'Says whether a material is an electronic publication, which most countries tax at a lower rate',
  rate: 'write',
  input: z.object({ materialId: idSchema, isPublication: z.boolean() }),
  run: (context, input) => classify(context, input),
  api: {
    method: 'put',
    path: '/v1/materials/{materialId}/tax-class',
    tag: 'orders',
    output: z.object({ saved: z.literal(true) }),
    reply: () => ({ data: { saved: true as const } }),
  },
})

export const setRate = action({
  name: 'tax.set-rate',
  summary: 'Enters the euro’s reference rate of a day, as the European Central Bank published it',
  rate: 'write',
  input: z.object({ currency: z.string().max(20), day: z.string().max(20), rate: z.string().max(40) }),
  run: (context, input) => enterRate(context, input),
  api: {
    method: 'put',
    path: '/v1/tax/exchange-rates',
    tag: 'orders',
    output: z.object({ saved: z.literal(true) }),
    reply: () => ({ data: { saved: true as const } }),
  },
  form: {
    page: 'invoices',
    intent: 'set-exchange-rate',
    done: (_nothing, { context: { world } }) => `${url('invoices', { world })}#oss`,
  },
})
