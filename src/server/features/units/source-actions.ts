import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { assetSchema, assetSourceSchema, statementSchema } from '#shared/interactive/asset-sources.ts'
import { action } from '../../http/action.ts'
import { editor } from './editor-address.ts'
import { stateSourceOf, stateSources } from './stating.ts'

const mostAtOnce = 200

export const sources = action({
  name: 'unit.sources',
  summary:
    'State licence, author and source of pictures and recordings of an own unit that came from elsewhere; own work says isOwnWork',
  rate: 'write',
  input: z.object({
    unitId: idSchema,
    sources: z
      .array(assetSourceSchema.extend({ isOwnWork: z.boolean().optional() }))
      .min(1)
      .max(mostAtOnce),
  }),
  run: (context, { unitId, sources: stated }) => stateSources(context, unitId, stated),
  api: {
    method: 'put',
    path: '/v3/units/{unitId}/sources',
    tag: 'units',
    output: z.object({ sources: z.array(z.unknown()) }),
    reply: ({ content }) => ({ data: { sources: content.sources ?? [] } }),
  },
})

/** The form of one thing at the unit's desk. */
export const source = action({
  name: 'unit.source',
  summary: 'State where one thing of an own unit comes from, or all of which nothing is known',
  rate: 'write',
  input: statementSchema.extend({
    unitId: idSchema,
    asset: assetSchema,
    isOwnWork: z.boolean().default(false),
    isForAll: z.boolean().default(false),
  }),
  run: (context, { unitId, ...stated }) => stateSourceOf(context, unitId, stated),
  form: {
    page: 'interactive-unit',
    intent: 'state-source',
    fromAddress: { unitId: 'unitId' },
    done: (_nothing, { context, input }) => editor(context, input.unitId, '#sources'),
  },
})
