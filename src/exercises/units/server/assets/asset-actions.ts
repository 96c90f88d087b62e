import { z } from 'zod'
import { assetSchema, assetSourceSchema, statementSchema } from '#exercises/model/media/asset-sources.ts'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { idSchema, readId } from '#platform/rules/contract/world.ts'
import { editor } from '../editing/editor-address.ts'
import { type StatedSources, stateSources } from '../sale/source-statements.ts'
import { addAsset, assetParts } from './asset-parts.ts'

const mostAtOnce = 200

/** An API call names the source of each picture. The form names it for one and, if ticked, for all others without a source. */
type SourcesChange = { unitId: number } & StatedSources
const changeInput: z.ZodType<SourcesChange> = z.object({
  unitId: idSchema,
  sources: z
    .array(assetSourceSchema.extend({ isOwnWork: z.boolean().optional() }))
    .min(1)
    .max(mostAtOnce),
})
const formInput = statementSchema
  .extend({
    unitId: idSchema,
    asset: assetSchema,
    isOwnWork: z.boolean().default(false),
    isForAll: z.boolean().default(false),
  })
  .transform(
    ({ unitId, isForAll, ...stated }): SourcesChange => ({
      unitId,
      sources: [stated],
      ...(isForAll && { others: stated }),
    }),
  )

export const sources = action({
  name: 'unit.sources',
  summary:
    'State licence, author and source of pictures and recordings of an own unit that came from elsewhere; own work says isOwnWork',
  rate: 'write',
  input: changeInput,
  run: (context, { unitId, ...stated }) => stateSources(context, unitId, stated),
  api: {
    method: 'put',
    path: '/v3/units/{unitId}/sources',
    tag: 'units',
    output: z.object({ sources: z.array(z.unknown()) }),
    reply: ({ content }) => ({ data: { sources: content.sources ?? [] } }),
  },
  form: {
    page: 'interactive-unit',
    intent: 'state-source',
    input: formInput,
    fromAddress: { unitId: 'unitId' },
    done: (_unit, { context, input }) => editor(context, input.unitId, '#sources'),
  },
})

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
