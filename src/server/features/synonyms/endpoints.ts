import { z } from 'zod'
import { synonymInputSchema, synonymSchema } from '#shared/contract/synonym.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { deleteSynonym, listSynonyms, setSynonym } from './service.ts'

const operators = { tag: 'operators', access: 'admin', terms: 'required' } as const

export const synonymEndpoints: Endpoint[] = [
  endpoint({
    ...operators,
    rate: 'read',
    method: 'get',
    path: '/v1/search/synonyms',
    summary: 'Synonyms of the search in this world, in the order of the terms',
    query: z.object({ search: z.string().max(100).optional(), cursor: z.string().max(400).optional() }),
    output: z.object({ synonyms: z.array(synonymSchema), nextCursor: z.string().nullable() }),
    handler: async (context, { query }) => ({ data: await listSynonyms(context, query) }),
  }),
  endpoint({
    ...operators,
    rate: 'write',
    method: 'put',
    path: '/v1/search/synonyms',
    summary: 'Set what a search for a term finds as well; counts from the next search on',
    body: synonymInputSchema,
    output: synonymSchema,
    handler: async (context, { body }) => ({ data: await setSynonym(context, body) }),
  }),
  endpoint({
    ...operators,
    rate: 'write',
    method: 'delete',
    path: '/v1/search/synonyms',
    summary: 'Take the synonyms of a term away',
    query: z.object({ term: z.string().max(100) }),
    output: z.object({ done: z.literal(true) }),
    async handler(context, { query }) {
      await deleteSynonym(context, query.term)
      return { data: { done: true as const } }
    },
  }),
]
