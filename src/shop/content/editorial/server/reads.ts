import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { helpHintSchema } from '../rules/contract.ts'
import { helpHints } from './service.ts'

export const suggestHelp = read({
  name: 'help.suggest',
  summary: 'Help articles for what somebody types, the best first',
  rate: 'search',
  input: z.object({ query: z.string().max(maxQueryLength) }),
  run: async (context, { query }) => ({ articles: helpHints(context, query) }),
  api: { path: '/v1/help/articles', tag: 'help', output: z.object({ articles: z.array(helpHintSchema) }) },
})
