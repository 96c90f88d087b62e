import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { action } from '../../http/action.ts'
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
