import { z } from 'zod'
import { savedSearchSchema } from '#shared/contract/saved-search.ts'
import { read } from '../../http/action.ts'
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
