import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { bulkIdsSchema, bulkResultSchema } from '#shop/selling/materials/rules/bulk-contract.ts'
import { enterRate } from './exchange-rates.ts'
import { classify, classifyMany } from './publications.ts'

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
  form: {
    page: 'edit-material',
    intent: 'set-tax-class',
    fromAddress: { materialId: 'materialId' },
    // Of two choices one is sent.
    input: z
      .object({ materialId: idSchema, taxClass: z.enum(['standard', 'publication']) })
      .transform(({ materialId, taxClass }) => ({ materialId, isPublication: taxClass === 'publication' })),
    done: (_nothing, { context: { world }, input: { materialId } }) =>
      `${url('edit-material', { world, materialId })}#tax-saved`,
  },
})

const chosen = z.object({ ids: bulkIdsSchema })

/** One button for each class, so that nothing has to be chosen beside what is ticked. */
export const classifyListings = action({
  name: 'tax.classify-many',
  summary:
    'Says of own materials whether they are electronic publications; those whose files are none are skipped',
  rate: 'write',
  input: chosen.extend({ isPublication: z.boolean() }),
  run: (context, input) => classifyMany(context, input),
  api: { method: 'post', path: '/v3/sales/bulk-tax-class', tag: 'materials', output: bulkResultSchema },
  form: [
    {
      page: 'cabinet-sales',
      intent: 'bulk-publication',
      input: chosen.transform(({ ids }) => ({ ids, isPublication: true })),
      done: (result) => ({ typed: { bulkResult: JSON.stringify(result) } }),
    },
    {
      page: 'cabinet-sales',
      intent: 'bulk-standard',
      input: chosen.transform(({ ids }) => ({ ids, isPublication: false })),
      done: (result) => ({ typed: { bulkResult: JSON.stringify(result) } }),
    },
  ],
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
