import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import {
  caseCountsSchema,
  caseKinds,
  deskCaseSchema,
  moderationFiguresSchema,
} from '#platform/rules/contract/moderation.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { listCases } from './cases.ts'
import { figuresCsv, yearlyFigures } from './figures.ts'

const tag = 'moderation'

export const cases = read({
  name: 'moderation.list',
  summary:
    'What waits at the moderation desk, the longest waiting first; or what was decided, the newest first',
  rate: 'read',
  input: z.object({
    state: z.enum(['open', 'decided']).default('open'),
    kind: z.enum(caseKinds).optional(),
    after: z.string().max(512).optional(),
  }),
  run: (context, { state, kind, after }) => listCases(context, { isOpen: state === 'open', kind, after }),
  api: {
    path: '/v1/moderation/cases',
    tag,
    output: z.object({
      cases: z.array(deskCaseSchema),
      nextCursor: z.string().nullable(),
      counts: caseCountsSchema,
    }),
  },
})

export const figures = read({
  name: 'moderation.figures',
  summary: 'A year of notices, decisions and complaints for the transparency report, as JSON or CSV',
  rate: 'read',
  input: z.object({
    year: z.coerce.number().int().min(2023).max(2100),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  run: async (context, { year, format }) => ({ format, found: await yearlyFigures(context, year) }),
  api: {
    path: '/v1/moderation/figures',
    tag,
    output: moderationFiguresSchema,
    reply: ({ format, found }, { world }) => {
      if (format === 'json') return { data: found }
      const file = Buffer.from(figuresCsv(found))
      return {
        stream: file,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Length': String(file.length),
          'Content-Disposition': contentDisposition(`moderation-${world}-${found.year}.csv`),
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      }
    },
  },
})
