import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { pageTextsSchema } from '../rules/contract.ts'
import { pageTexts } from './service.ts'

export const texts = read({
  name: 'page-texts.read',
  summary: "What a page says of refused changes, of undo and of its other languages, in the world's language",
  rate: 'read',
  input: z.object({ world: worldSchema.optional() }),
  run: async ({ world }) => pageTexts(world),
  api: {
    path: '/v3/page-texts',
    tag: 'texts',
    output: pageTextsSchema,
    reply: (data) => ({
      data,
      headers: { 'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400' },
    }),
  },
})
