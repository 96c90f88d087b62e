import { z } from 'zod'
import { imageSchema } from '#shared/contract/material.ts'
import { centsSchema, idSchema } from '#shared/contract/world.ts'
import { versionNoteMaxLength } from '#shared/limits.ts'
import { endpoint } from '../../api/endpoint.ts'
import {
  deleteMaterial,
  ownMaterials,
  publishMaterial,
  unpublishMaterial,
  updateMaterial,
  uploadMaterial,
} from './service.ts'

const idParams = z.object({ id: idSchema })
const termList = z.array(z.string().max(64)).max(50).optional()
const statusSchema = z.enum(['draft', 'published', 'unlisted', 'blocked', 'deleted'])

const changeSchema = z.object({
  title: z.string().max(1000).optional(),
  description: z.string().max(100_000).optional(),
  subjects: termList,
  grades: termList,
  schoolTypes: termList,
  learningYears: termList,
  materialType: z.string().max(64).optional(),
  language: z.string().max(10).optional(),
  keywords: z.array(z.string().max(200)).max(100).optional(),
  price: centsSchema.optional(),
  salePrice: centsSchema.nullable().optional(),
  additionalPrice: centsSchema.nullable().optional(),
  schoolPrice: centsSchema.nullable().optional(),
  /** Words to the buyers about what changed; makes an entry of the version history of a public material. */
  versionNote: z.string().max(versionNoteMaxLength).optional(),
})

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
})

const mine = { tag: 'materials', access: 'seller', terms: 'required' } as const
const done = z.object({ ok: z.literal(true) })
const accepted = { ok: true } as const

export const materialsEndpoints = [
  endpoint({
    ...mine,
    // Uploading is what makes a member a seller.
    access: 'member',
    method: 'post',
    path: '/v1/materials',
    summary: 'Upload a material (multipart/form-data); action=publish publishes it at once',
    rate: 'upload',
    bodyKind: 'raw',
    output: z.object({
      materialId: z.number().int(),
      status: statusSchema,
      problems: z.record(z.string(), z.string()),
    }),
    handler: async (context, { raw }) => ({ status: 201, data: await uploadMaterial(context, raw) }),
  }),
  endpoint({
    ...mine,
    method: 'put',
    path: '/v1/materials/{id}',
    summary: 'Change an own material; fields that are left out stay',
    rate: 'write',
    params: idParams,
    body: changeSchema,
    output: done,
    handler: async (context, { params, body }) => {
      const { versionNote, ...input } = body
      await updateMaterial(context, params.id, { input, versionNote })
      return { data: accepted }
    },
  }),
  endpoint({
    ...mine,
    method: 'post',
    path: '/v1/materials/{id}/publish',
    summary: 'Publish an own material',
    rate: 'write',
    params: idParams,
    output: z.object({ url: z.string() }),
    handler: async (context, { params }) => ({ data: await publishMaterial(context, params.id) }),
  }),
  endpoint({
    ...mine,
    method: 'post',
    path: '/v1/materials/{id}/unpublish',
    summary: 'Take an own material out of search and lists',
    rate: 'write',
    params: idParams,
    output: done,
    handler: async (context, { params }) => {
      await unpublishMaterial(context, params.id)
      return { data: accepted }
    },
  }),
  endpoint({
    ...mine,
    method: 'delete',
    path: '/v1/materials/{id}',
    summary: 'Delete an own material; buyers keep their files',
    rate: 'write',
    params: idParams,
    output: done,
    handler: async (context, { params }) => {
      await deleteMaterial(context, params.id)
      return { data: accepted }
    },
  }),
  endpoint({
    ...mine,
    method: 'get',
    path: '/v1/sales/materials',
    summary: 'Own materials, newest first',
    rate: 'read',
    query: z.object({ cursor: z.string().max(200).optional() }),
    output: z.object({ materials: z.array(ownMaterialSchema), nextCursor: z.string().nullable() }),
    handler: async (context, { query }) => ({ data: await ownMaterials(context, query.cursor) }),
  }),
]
