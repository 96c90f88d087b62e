import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { wishFilterSchema, wishSchema } from '../rules/contract.ts'
import { schoolWishes, wishesFile } from './service.ts'

const tag = 'schools'

export const wishes = read({
  name: 'school-wish.list',
  summary: 'What the own school wishes for, what most colleagues want first; at most 200',
  rate: 'read',
  input: wishFilterSchema,
  run: (context, filter) => schoolWishes(context, filter),
  api: {
    path: '/v1/school/wishes',
    tag,
    output: z.object({ wishes: z.array(wishSchema), subjects: z.array(z.string()) }),
  },
})

export const wishTable = read({
  name: 'school-wish.file',
  summary: 'The same as CSV',
  rate: 'read',
  input: wishFilterSchema,
  run: (context, filter) => wishesFile(context, filter),
  api: {
    path: '/v1/school/wishes/file',
    tag,
    output: z.unknown(),
    reply: ({ name, csv }) => ({
      stream: csv,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Length': String(csv.length),
        'Content-Disposition': contentDisposition(name),
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  },
})
