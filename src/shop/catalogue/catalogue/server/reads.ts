import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { read } from '#platform/http/access/action.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { materialCardSchema, materialDetailSchema } from '#platform/rules/contract/material.ts'
import {
  filtersSchema,
  searchInputSchema,
  searchResultSchema,
  suggestionSchema,
} from '#platform/rules/contract/search.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { authorPage } from './author-page.ts'
import { materialFor } from './material-page.ts'
import { filters } from './search/filters.ts'
import { searchPage } from './search/search-page.ts'
import { suggest } from './search/suggestions.ts'

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
    /** Null: not away now. */
    away: z.object({ until: z.string(), text: z.string() }).nullable(),
  }),
  materials: z.array(materialCardSchema),
  nextCursor: z.string().nullable(),
})

export const materialView = read({
  name: 'material.view',
  summary: 'One published or unlisted material',
  rate: 'read',
  input: z.object({ id: idSchema }),
  run: (context, { id }) => materialFor(context, id),
  api: {
    path: '/v1/materials/{id}',
    tag: 'catalogue',
    output: materialDetailSchema,
    reply: ({ material }) => ({ data: material }),
    shared: (result) => result,
  },
})

export const searchRun = read({
  name: 'search.run',
  summary: 'Search with facets and keyset paging',
  rate: 'search',
  input: searchInputSchema,
  run: (context, input) => searchPage(context, input),
  api: {
    path: '/v1/search',
    tag: 'catalogue',
    output: searchResultSchema,
    reply({ page: _page, pageCount: _pageCount, isCut: _isCut, tags: _tags, ...data }) {
      return { data }
    },
  },
})

export const searchSuggest = read({
  name: 'search.suggest',
  summary: 'Completions for what is typed so far',
  rate: 'search',
  input: z.object({
    query: z
      .string()
      .overwrite((text) => truncate(text, maxQueryLength).toWellFormed())
      .default(''),
  }),
  run: async (context, { query }) => ({ suggestions: await suggest(context, query) }),
  api: {
    path: '/v1/search/suggest',
    tag: 'catalogue',
    output: z.object({ suggestions: z.array(suggestionSchema) }),
  },
})

export const searchFilters = read({
  name: 'search.filters',
  summary: 'Every filter of the search with its values',
  rate: 'read',
  input: z.object({}),
  run: (context) => filters(context),
  api: { path: '/v1/filters', tag: 'catalogue', output: filtersSchema },
})

export const authorView = read({
  name: 'author.view',
  summary: 'An author and a page of published materials',
  rate: 'read',
  input: z.object({ id: idSchema, cursor: z.string().max(200).optional() }),
  async run(context, { id, cursor }) {
    const page = await authorPage(context, id, cursor)
    if (page === undefined || page === 'gone' || 'redirectWorld' in page) throw new ProductError('not_found')
    return page
  },
  api: {
    path: '/v1/authors/{id}',
    tag: 'catalogue',
    output: authorPageSchema,
    reply: ({ tags: _tags, until: _until, ...data }) => ({ data }),
    shared: (result) => result,
  },
})
