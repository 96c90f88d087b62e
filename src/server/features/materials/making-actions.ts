import { z } from 'zod'
import { url } from '#routing/url.ts'
import { maxBulk } from '#shared/contract/bulk.ts'
import { idSchema } from '#shared/contract/world.ts'
import { action, type PostedForm } from '../../http/action.ts'
import { duplicateMaterial, makeBundle } from './bundles.ts'

const tag = 'materials'
const output = z.object({ materialId: z.number().int() })

function toEditPage(
  { materialId }: { materialId: number },
  { context: { world } }: Pick<PostedForm, 'context'>,
) {
  return url('edit-material', { world, materialId })
}

export const bundle = action({
  name: 'listing.bundle',
  summary: 'Makes a draft of a bundle out of own public materials',
  rate: 'write',
  input: z.object({ ids: z.array(idSchema).max(maxBulk) }),
  run: (context, { ids }) => makeBundle(context, ids),
  api: { method: 'post', path: '/v1/bundles', tag, output, reply: (data) => ({ status: 201, data }) },
  form: { page: 'cabinet-sales', intent: 'bulk-bundle', done: toEditPage },
})

export const duplicate = action({
  name: 'listing.duplicate',
  summary: 'Makes a draft with the words, terms and prices of an own material; files are not copied',
  rate: 'write',
  input: z.object({ materialId: idSchema }),
  run: (context, { materialId }) => duplicateMaterial(context, materialId),
  api: {
    method: 'post',
    path: '/v1/materials/{materialId}/copies',
    tag,
    output,
    reply: (data) => ({ status: 201, data }),
  },
  form: [
    {
      page: 'edit-material',
      intent: 'duplicate-listing',
      fromAddress: { materialId: 'materialId' },
      done: toEditPage,
    },
  ],
})
