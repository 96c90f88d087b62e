import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { editor } from '../editing/editor-address.ts'
import { addAsset, assetParts } from './asset-parts.ts'

export const picture = action({
  name: 'unit.picture',
  summary: 'Send a picture, a video or a recording for units; answers its name',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
  parts: assetParts,
  run: (context, _input, request) => addAsset(context, request),
  api: {
    method: 'post',
    path: '/v3/unit-assets',
    tag: 'units',
    output: z.object({ asset: z.string() }),
    reply: ({ asset }) => ({ status: 201, data: { asset } }),
  },
  form: {
    page: 'interactive-unit',
    intent: 'send-unit-file',
    // It stands in the form of its task, until that is saved.
    done: ({ asset, fields }, { context, params }) => {
      const unitId = readId(params.unitId)
      if (unitId === undefined) throw new ProductError('not_found')
      const { element, type = '', place } = fields
      const task: Record<string, string> = element === undefined ? { new: type } : { element }
      return editor(context, unitId, `#${element ?? 'new'}`, {
        ...task,
        ...(place && { place }),
        file: asset,
      })
    },
  },
})
