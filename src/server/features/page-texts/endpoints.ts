import { z } from 'zod'
import { pageTextsSchema } from '#shared/contract/page-texts.ts'
import { worldSchema } from '#shared/contract/world.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { pageTexts } from './service.ts'

export const pageTextsEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v3/page-texts',
    summary:
      "What a page says of refused changes, of undo and of its other languages, in the world's language",
    tag: 'texts',
    access: 'public',
    terms: 'skipped',
    rate: 'read',
    query: z.object({ world: worldSchema.optional() }),
    output: pageTextsSchema,
    handler: async ({ world }) => ({
      data: pageTexts(world),
      headers: { 'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400' },
    }),
  }),
]
