import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { maxGraphQuery } from '#platform/http/api/graph-query.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { type ListOwner, listFavorites, schoolList } from './service.ts'
import { queryWishlist, wishlistSchema } from './wishlist-query.ts'

/** The query says all; without one it is the ids of a page. */
const input = z.object({
  query: z.string().max(maxGraphQuery).optional(),
  limit: z.number().int().min(1).max(wishlistPageSize).default(wishlistPageSize),
  page: z.number().int().min(1).max(100).default(1),
  world: worldSchema.optional(),
})

const summary =
  'The remembered materials, newest first: { wishlist(filter: { free: true }, limit: 20) { _total items { id title } } }'

// Queries come as POST (specification 7), so these are no rows of `read`.
export const wishlist = action({
  name: 'favorites.list',
  summary,
  rate: 'read',
  input,
  run: (context, asked) => answer(context, asked),
  api: [
    {
      method: 'post',
      path: '/v3/elastic-indexer/wishlist/query',
      tag: 'favorites',
      only: 'members',
      output: wishlistSchema,
    },
    {
      method: 'post',
      path: '/v3/elastic-indexer/anonymous-wishlist/query',
      tag: 'favorites',
      only: 'strangers',
      output: wishlistSchema,
    },
  ],
})

export const schoolWishlist = action({
  name: 'favorites.school-list',
  summary: `Of the member's school: ${summary}`,
  rate: 'read',
  input,
  run: (context, asked) => answer(context, asked, schoolList(context)),
  api: {
    method: 'post',
    path: '/v3/elastic-indexer/wishlist/school/query',
    tag: 'favorites',
    output: wishlistSchema,
  },
})

async function answer(context: Context, { query, limit, page }: z.output<typeof input>, list?: ListOwner) {
  return query === undefined
    ? await listFavorites(context, { limit, page }, list)
    : await queryWishlist(context, query, list)
}
