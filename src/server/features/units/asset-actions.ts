import { z } from 'zod'
import { readId } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { action } from '../../http/action.ts'
import { addAsset } from './assets.ts'
import { editor } from './editor-address.ts'

export const picture = action({
  name: 'unit.picture',
  summary: 'Send a picture, a video or a recording for units (multipart/form-data, `file`); answers its name',
  rate: 'upload',
  body: 'multipart',
  input: z.object({}),
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
      const element = /^[0-9a-z]{1,26}$/.exec(fields.element ?? '')?.[0]
      const type = /^[a-z_]{1,40}$/.exec(fields.type ?? '')?.[0] ?? ''
      const task: Record<string, string> = element === undefined ? { new: type } : { element }
      // Of a list the line it belongs to; above the task; between its words.
      const place = /^(?:\d{1,3}-\d|media|words)$/.exec(fields.place ?? '')?.[0]
      return editor(context, unitId, `#${element ?? 'new'}`, {
        ...task,
        ...(place && { place }),
        file: asset,
      })
    },
  },
})
