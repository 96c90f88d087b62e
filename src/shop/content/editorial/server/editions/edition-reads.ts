import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import {
  linkTargetSchema,
  textKinds,
  textLineSchema,
  textNameSchema,
  textStates,
} from '../../rules/contract.ts'
import { exportText, listTexts } from './reading.ts'
import { linkTargets } from './targets.ts'

export const list = read({
  name: 'text.list',
  summary: 'Texts of this world and what state they are in, a hundred on a page',
  rate: 'read',
  input: z.object({
    kind: z.enum(textKinds).optional(),
    state: z.enum(textStates).optional(),
    query: z.string().max(maxQueryLength).optional(),
    page: wholeNumber(1, 10_000).optional(),
  }),
  run: async (context, wish) => await listTexts(context, wish),
  api: {
    path: '/v1/texts',
    tag: 'editors',
    output: z.object({
      texts: z.array(textLineSchema),
      total: z.number(),
      page: z.number(),
      pageCount: z.number(),
    }),
  },
})

export const source = read({
  name: 'text.source',
  summary: 'A text as a file: frontmatter and Markdown, as it is written now',
  rate: 'read',
  input: textNameSchema,
  run: async (context, name) => ({ source: await exportText(context, name) }),
  api: { path: '/v1/texts/source', tag: 'editors', output: z.object({ source: z.string() }) },
})

export const targets = read({
  name: 'text.targets',
  summary: 'What a text may link to, found by what is typed: texts, pages, materials, authors',
  rate: 'search',
  input: z.object({ query: z.string().max(maxQueryLength) }),
  run: async (context, { query }) => ({ targets: await linkTargets(context, query) }),
  api: {
    path: '/v1/texts/targets',
    tag: 'editors',
    output: z.object({ targets: z.array(linkTargetSchema) }),
  },
})
