import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { synonymSchema } from '../rules/contract.ts'
import { listSynonyms } from './service.ts'

export const synonymList = read({
  name: 'synonyms.list',
  summary: 'Synonyms of the search in this world, in the order of the terms',
  rate: 'read',
  input: z.object({ search: z.string().max(100).optional(), cursor: z.string().max(400).optional() }),
  run: (context, page) => listSynonyms(context, page),
  api: {
    path: '/v1/search/synonyms',
    tag: 'operators',
    output: z.object({ synonyms: z.array(synonymSchema), nextCursor: z.string().nullable() }),
  },
})
