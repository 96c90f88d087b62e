import { z } from 'zod'
import { materialCardSchema, materialDetailSchema } from '#shared/contract/material.ts'
import {
  filtersSchema,
  megaMenuSchema,
  searchInputSchema,
  searchResultSchema,
  suggestionSchema,
} from '#shared/contract/search.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { maxQueryLength } from '#shared/limits.ts'
import { endpoint } from '../../api/endpoint.ts'
import { filters, megaMenu } from './menus.ts'
import { searchPage } from './search-page.ts'
import { authorPage, materialDetail } from './service.ts'
import { suggest } from './suggestions.ts'

const idParams = z.object({ id: idSchema })
const imageOrNull = materialCardSchema.shape.cover

const authorPageSchema = z.object({
  author: z.object({
    id: z.number().int(),
    name: z.string(),
    slug: z.string(),
    url: z.string(),
    subtitle: z.string(),
    description: z.string(),
    avatar: imageOrNull,
    background: imageOrNull,
    authorSince: z.string(),
    totalMaterials: z.number().int(),
    totalFollowers: z.number().int(),
    isCertified: z.boolean(),
  }),
  materials: z.array(materialCardSchema),
  nextCursor: z.string().nullable(),
})

const open = { tag: 'catalogue', access: 'public', terms: 'skipped' } as const

export const catalogueEndpoints = [
  endpoint({
    ...open,
    method: 'get',
    path: '/v1/materials/{id}',
    summary: 'One published or unlisted material',
    rate: 'read',
    params: idParams,
    output: materialDetailSchema,
    handler: async (context, { params }) => ({ data: await materialDetail(context, params.id) }),
  }),
  endpoint({
    ...open,
    method: 'get',
    path: '/v1/search',
    summary: 'Search with facets and keyset paging',
    rate: 'search',
    query: searchInputSchema,
    output: searchResultSchema,
    handler: async (context, { query }) => {
      const {
        page: _page,
        pageCount: _pageCount,
        isCut: _isCut,
        tags: _tags,
        ...result
      } = await searchPage(context, query)
      return { data: result }
    },
  }),
  endpoint({
    ...open,
    method: 'get',
    path: '/v1/search/suggest',
    summary: 'Completions for what is typed so far',
    rate: 'search',
    query: z.object({ query: z.string().max(maxQueryLength).default('') }),
    output: z.object({ suggestions: z.array(suggestionSchema) }),
    handler: async (context, { query }) => ({ data: { suggestions: await suggest(context, query.query) } }),
  }),
  endpoint({
    ...open,
    method: 'get',
    path: '/v1/filters',
    summary: 'Every filter of the search with its values',
    rate: 'read',
    output: filtersSchema,
    handler: async (context) => ({ data: await filters(context) }),
  }),
  endpoint({
    ...open,
    method: 'get',
    path: '/v3/mega-menu/get-subjects',
    summary: 'School types with grades and counted subjects',
    rate: 'read',
    output: megaMenuSchema,
    handler: async (context) => ({ data: await megaMenu(context) }),
  }),
  endpoint({
    ...open,
    method: 'get',
    path: '/v1/authors/{id}',
    summary: 'An author and a page of published materials',
    rate: 'read',
    params: idParams,
    query: z.object({ cursor: z.string().max(200).optional() }),
    output: authorPageSchema,
    handler: async (context, { params, query }) => {
      const page = await authorPage(context, params.id, query.cursor)
      if (page === undefined || page === 'gone' || 'redirectWorld' in page)
        throw new ProductError('not_found')
      const { tags: _tags, ...data } = page
      return { data }
    },
  }),
]
