import { z } from 'zod'
import {
  newSavedSearchSchema,
  savedSearchChangeSchema,
  savedSearchSchema,
} from '#shared/contract/saved-search.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { changeSearch, deleteSearch, restoreSearch, savedSearches, saveSearch } from './service.ts'

const own = { tag: 'saved searches', access: 'member', terms: 'required', rate: 'write' } as const
const params = z.object({ id: idSchema })

export const savedSearchEndpoints: Endpoint[] = [
  endpoint({
    ...own,
    rate: 'read',
    method: 'get',
    path: '/v1/saved-searches',
    summary: 'The own saved searches of this world, newest first',
    output: z.object({ searches: z.array(savedSearchSchema) }),
    handler: async (context) => ({ data: { searches: await savedSearches(context) } }),
  }),
  endpoint({
    ...own,
    method: 'post',
    path: '/v1/saved-searches',
    summary: 'Save a search; the same search is kept once',
    body: newSavedSearchSchema,
    output: savedSearchSchema,
    handler: async (context, { body }) => ({ data: await saveSearch(context, body) }),
  }),
  endpoint({
    ...own,
    method: 'put',
    path: '/v1/saved-searches/{id}',
    summary: 'Rename a saved search, or switch its mails on or off',
    params,
    body: savedSearchChangeSchema,
    output: savedSearchSchema,
    handler: async (context, { params, body }) => ({ data: await changeSearch(context, params.id, body) }),
  }),
  endpoint({
    ...own,
    method: 'delete',
    path: '/v1/saved-searches/{id}',
    summary: 'Delete a saved search; it can be brought back for some days',
    params,
    output: z.object({ done: z.literal(true) }),
    async handler(context, { params }) {
      await deleteSearch(context, params.id)
      return { data: { done: true as const } }
    },
  }),
  endpoint({
    ...own,
    method: 'post',
    path: '/v1/saved-searches/{id}/restore',
    summary: 'Bring a deleted saved search back',
    params,
    output: savedSearchSchema,
    handler: async (context, { params }) => ({ data: await restoreSearch(context, params.id) }),
  }),
]
