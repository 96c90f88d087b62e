import { z } from 'zod'
import { action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { maxBulk } from '../../rules/bulk-contract.ts'
import { addParts, takeOutParts } from '../bundles/bundle-changes.ts'
import { duplicateMaterial, makeBundle } from '../bundles/bundles.ts'

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

export const addToBundle = action({
  name: 'listing.add-to-bundle',
  summary: 'Puts own public materials into an own bundle; who bought it gets them as well',
  rate: 'write',
  input: z.object({ bundleId: idSchema, ids: z.array(idSchema).min(1).max(maxBulk) }),
  run: (context, input) => addParts(context, input),
  api: { method: 'post', path: '/v1/bundles/{bundleId}/materials', tag, output },
  form: { page: 'cabinet-sales', intent: 'bulk-add-to-bundle', done: toEditPage },
})

/** The edit form takes things out as well, with everything else it saves. */
export const takeFromBundle = action({
  name: 'listing.take-from-bundle',
  summary: 'Takes materials out of an own bundle; who bought the bundle keeps them',
  rate: 'write',
  input: z.object({ bundleId: idSchema, ids: z.array(idSchema).min(1).max(maxBulk) }),
  run: (context, input) => takeOutParts(context, input),
  api: {
    method: 'post',
    path: '/v1/bundles/{bundleId}/removals',
    tag,
    output: z.object({ ok: z.literal(true) }),
    reply: () => ({ data: { ok: true as const } }),
  },
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
