import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { ambPage, ambPageSchema } from './amb.ts'

export const seoEndpoints = [
  endpoint({
    method: 'get',
    path: '/v3/materials/amb',
    summary: 'Metadata of all materials for education portals (AMB profile of LRMI), by last change',
    tag: 'catalogue',
    access: 'public',
    terms: 'skipped',
    rate: 'read',
    query: z.object({
      from: z.string().max(30).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    output: ambPageSchema,
    handler: async (context, { query }) => {
      const data = await ambPage(context, query)
      return {
        data,
        headers: {
          'Cache-Control': 'public, max-age=600',
          Vary: 'Accept-Encoding',
          ...(data.next === null ? {} : { Link: `<${data.next}>; rel="next"` }),
        },
      }
    },
  }),
]
