import { z } from 'zod'
import { worldSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { wishlistPageSize } from '#shared/limits.ts'
import { anonymousIdCookie } from '../../api/csrf.ts'
import { type CookieChange, type Endpoint, endpoint } from '../../api/endpoint.ts'
import { type Context, memberOf } from '../../context.ts'
import { addFavorite, listFavorites, persistFavorites, removeFavorite } from './service.ts'
import type { FavoriteChange } from './types.ts'

/** Specification 7: the payload of every subscription call. */
const subjectSchema = z.object({
  subjectId: z.number().int().positive(),
  subjectType: z.literal('material'),
  world: worldSchema.optional(),
})
const changeSchema = z.object({ _total: z.number().int() })
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

function subscription(audience: 'member' | 'stranger', action: 'subscribe' | 'unsubscribe'): Endpoint {
  const change = action === 'subscribe' ? addFavorite : removeFavorite
  return endpoint({
    method: 'post',
    path: audience === 'member' ? `/v3/subscriptions/${action}` : `/v3/subscriptions/anonymous/${action}`,
    summary: action === 'subscribe' ? 'Remember a material; idempotent' : 'Forget a material; idempotent',
    tag: 'favorites',
    access: audience === 'member' ? 'member' : 'public',
    terms: 'required',
    rate: 'write',
    body: subjectSchema,
    output: changeSchema,
    async handler(context, { body }) {
      if (audience === 'stranger') strangersOnly(context)
      const outcome = await change(context, body.subjectId)
      return { data: { _total: outcome.total }, cookies: favoriteCookies(outcome) }
    },
  })
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
  subscription('member', 'subscribe'),
  subscription('member', 'unsubscribe'),
  subscription('stranger', 'subscribe'),
  subscription('stranger', 'unsubscribe'),
  wishlistQuery('/v3/subscriptions/anonymous/list', 'stranger'),
  endpoint({
    method: 'post',
    path: '/v3/subscriptions/anonymous/persist',
    summary: "Make the stranger's remembered materials the member's, in every world",
    tag: 'favorites',
    access: 'member',
    terms: 'required',
    rate: 'write',
    body: z.object({ world: worldSchema.optional() }),
    output: listSchema,
    async handler(context) {
      const member = memberOf(context)
      if (member) await persistFavorites(context, member.accountId)
      return { data: await listFavorites(context) }
    },
  }),
  wishlistQuery('/v3/elastic-indexer/wishlist/query', 'member'),
  wishlistQuery('/v3/elastic-indexer/anonymous-wishlist/query', 'stranger'),
]
