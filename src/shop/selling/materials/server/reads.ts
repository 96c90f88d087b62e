import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { imageSchema } from '#platform/rules/contract/material.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { ownMaterials } from './service.ts'

export const statusSchema = z.enum(['draft', 'published', 'unlisted', 'blocked', 'deleted'])

const ownMaterialSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  slug: z.string(),
  status: statusSchema,
  url: z.string(),
  editUrl: z.string(),
  cover: imageSchema.nullable(),
  currency: z.string().length(3),
  price: centsSchema,
  salesCount: z.number().int(),
  rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
  previewState: z.enum(['pending', 'ready', 'failed']),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  /** What the desk says of a draft that was sent to it. */
  review: z
    .object({ state: z.enum(['proposed', 'revision_asked', 'rejected']), note: z.string() })
    .nullable(),
})

export const listings = read({
  name: 'listing.list',
  summary: 'Own materials, newest first',
  rate: 'read',
  input: z.object({ cursor: z.string().max(200).optional() }),
  run: (context, { cursor }) => ownMaterials(context, { after: cursor }),
  api: {
    path: '/v1/sales/materials',
    tag: 'materials',
    output: z.object({ materials: z.array(ownMaterialSchema), nextCursor: z.string().nullable() }),
  },
})
