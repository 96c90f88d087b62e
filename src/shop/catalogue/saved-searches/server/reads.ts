import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { savedSearchSchema } from '../rules/contract.ts'
import { savedSearches } from './service.ts'

export const list = read({
  name: 'saved-search.list',
  summary: 'The own saved searches of this world, newest first',
  rate: 'read',
  input: z.object({}),
  run: async (context) => await savedSearches(context),
  api: {
    path: '/v1/saved-searches',
    tag: 'saved searches',
    output: z.object({ searches: z.array(savedSearchSchema) }),
    reply: (searches) => ({ data: { searches } }),
  },
})
