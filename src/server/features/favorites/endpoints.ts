import { z } from 'zod'
import { worldSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { wishlistPageSize } from '#shared/limits.ts'
import { anonymousIdCookie } from '../../api/csrf.ts'
import { type CookieChange, type Endpoint, endpoint } from '../../api/endpoint.ts'
import { type Context, memberOf } from '../../context.ts'
import { listFavorites } from './service.ts'
import type { FavoriteChange } from './types.ts'

const listSchema = z.object({ items: z.array(z.object({ id: z.number().int() })), _total: z.number().int() })
const pageSchema = z.object({
  limit: z.number().int().min(1).max(wishlistPageSize).default(wishlistPageSize),
  page: z.number().int().min(1).max(100).default(1),
  world: worldSchema.optional(),
})

/** A stranger's new id, kept for a year. */
export function favoriteCookies(change: FavoriteChange): CookieChange[] {
  return change.newAnonymousId === null ? [] : [anonymousIdCookie(change.newAnonymousId)]
}

/** The anonymous calls belong to strangers; a member's own list has its own calls. */
function strangersOnly(context: Context): void {
  if (memberOf(context)) throw new ProductError('forbidden')
}

function wishlistQuery(path: string, audience: 'member' | 'stranger'): Endpoint {
  return endpoint({
    method: 'post',
    path,
    summary: 'Ids of the remembered materials, newest first',
    tag: 'favorites',
    access: audience === 'member' ? 'member' : 'public',
    terms: 'required',
    rate: 'read',
    body: pageSchema,
    output: listSchema,
    async handler(context, { body }) {
      if (audience === 'stranger') strangersOnly(context)
      return { data: await listFavorites(context, { limit: body.limit, page: body.page }) }
    },
  })
}

export const favoritesEndpoints: Endpoint[] = [
  wishlistQuery('/v3/elastic-indexer/wishlist/query', 'member'),
  wishlistQuery('/v3/elastic-indexer/anonymous-wishlist/query', 'stranger'),
]
