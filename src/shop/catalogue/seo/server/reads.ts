import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { ambPage, ambPageSchema } from './amb.ts'

export const ambFeed = read({
  name: 'amb.read',
  summary: 'Metadata of all materials for education portals (AMB profile of LRMI), by last change',
  rate: 'read',
  input: z.object({
    from: z.string().max(30).optional(),
    cursor: z.string().max(200).optional(),
    limit: wholeNumber(1, 200).default(100),
  }),
  run: ambPage,
  api: {
    path: '/v3/materials/amb',
    tag: 'catalogue',
    output: ambPageSchema,
    reply: (data) => ({
      data,
      headers: {
        'Cache-Control': 'public, max-age=600',
        Vary: 'Accept-Encoding',
        ...(data.next === null ? {} : { Link: `<${data.next}>; rel="next"` }),
      },
    }),
  },
})
