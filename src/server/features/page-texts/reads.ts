import { z } from 'zod'
import { pageTextsSchema } from '#shared/contract/page-texts.ts'
import { worldSchema } from '#shared/contract/world.ts'
import { read } from '../../http/action.ts'
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
