import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { recommendInputSchema } from '../rules/contract.ts'
import { recommendMaterial } from './recommending.ts'

export const recommend = action({
  name: 'colleague.recommend',
  summary: 'Recommend a material to a colleague by mail',
  rate: 'write',
  input: recommendInputSchema.extend({ materialId: idSchema }),
  run: async (context, { materialId, ...input }) => await recommendMaterial(context, materialId, input),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/recommend',
    tag: 'colleagues',
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'material',
    intent: 'recommend-material',
    fromAddress: { materialId: 'id' },
    done: (_result, { context: { world }, params: { slug }, input: { materialId } }) =>
      `${url('material', { world, id: materialId, ...(slug !== undefined && { slug }) })}#recommended`,
  },
})
