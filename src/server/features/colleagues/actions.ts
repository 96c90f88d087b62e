import { z } from 'zod'
import { url } from '#routing/url.ts'
import { recommendInputSchema } from '#shared/contract/colleague.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action } from '../../http/action.ts'
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
