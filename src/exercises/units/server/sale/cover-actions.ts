import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { unitCoverParts } from '../assets/asset-parts.ts'
import { editor } from '../editing/editor-address.ts'
import { coverUnit, uncoverUnit } from './cover.ts'

const page = 'interactive-unit'
const fromAddress = { unitId: 'unitId' }
const ofUnit = z.object({ unitId: idSchema })
const path = '/v3/units/{unitId}/cover'
/** `cover_asset`: the name of the picture; '': there is none. */
const output = z.object({ cover_asset: z.string(), alt: z.string() })
const stated = ({ content: { cover } }: Awaited<ReturnType<typeof coverUnit>>) => ({
  data: { cover_asset: cover?.asset ?? '', alt: cover?.alt ?? '' },
})

export const cover = action({
  name: 'unit.cover',
  summary: 'Put a picture above an own unit',
  rate: 'upload',
  body: 'multipart',
  input: ofUnit,
  parts: unitCoverParts,
  run: (context, { unitId }, request) => coverUnit(context, unitId, request),
  api: { method: 'post', path, tag: 'units', output, reply: stated },
  form: {
    page,
    intent: 'send-unit-cover',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#cover'),
  },
})

export const removeCover = action({
  name: 'unit.remove-cover',
  summary: 'Take the picture above an own unit away',
  rate: 'write',
  input: ofUnit,
  run: (context, { unitId }) => uncoverUnit(context, unitId),
  api: { method: 'delete', path, tag: 'units', output, reply: stated },
  form: {
    page,
    intent: 'remove-unit-cover',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#cover'),
  },
})
