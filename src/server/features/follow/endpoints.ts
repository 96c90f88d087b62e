import { z } from 'zod'
import { imageSchema } from '#shared/contract/material.ts'
import { worldSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { wishlistPageSize } from '#shared/limits.ts'
import { anonymousIdCookie } from '../../api/csrf.ts'
import { type CookieChange, type Endpoint, endpoint } from '../../api/endpoint.ts'
import { type Context, memberOf } from '../../context.ts'
import { listFavorites } from '../favorites/service.ts'
import {
  persistSubscriptions,
  type Subject,
  type SubscriptionChange,
  subscribe,
  subscriptionIds,
  subscriptionPage,
  unsubscribe,
} from './subscriptions.ts'

const subjectTypes = z.enum(['material', 'author'])

/** Specification 7: the payload of every subscription call. */
const subjectSchema = z.object({
  subjectId: z.number().int().positive(),
  subjectType: subjectTypes,
  world: worldSchema.optional(),
})
const changeSchema = z.object({ _total: z.number().int() })
const idsSchema = z.object({ items: z.array(z.object({ id: z.number().int() })), _total: z.number().int() })
const limit = z.coerce.number().int().min(1).max(wishlistPageSize)
const page = z.coerce.number().int().min(1).max(100)
const tag = 'subscriptions'

/** A stranger's new id, kept for a year. */
export function subscriptionCookies(change: SubscriptionChange): CookieChange[] {
  return change.newAnonymousId === null ? [] : [anonymousIdCookie(change.newAnonymousId)]
}

/** The anonymous calls belong to strangers; a member's own list has its own calls. */
function strangersOnly(context: Context): void {
  if (memberOf(context)) throw new ProductError('forbidden')
}

function changing(audience: 'member' | 'stranger', action: 'subscribe' | 'unsubscribe'): Endpoint {
  const change = action === 'subscribe' ? subscribe : unsubscribe
  return endpoint({
    method: 'post',
    path: audience === 'member' ? `/v3/subscriptions/${action}` : `/v3/subscriptions/anonymous/${action}`,
    summary:
      action === 'subscribe'
        ? 'Remember a material or follow an author; idempotent'
        : 'Forget a material or stop following an author; idempotent',
    tag,
    access: audience === 'member' ? 'member' : 'public',
    terms: 'required',
    rate: 'write',
    body: subjectSchema,
    output: changeSchema,
    async handler(context, { body }) {
      if (audience === 'stranger') strangersOnly(context)
      const subject: Subject = { type: body.subjectType, id: body.subjectId }
      const outcome = await change(context, subject)
      return { data: { _total: outcome.total }, cookies: subscriptionCookies(outcome) }
    },
  })
}

export const subscriptionEndpoints: Endpoint[] = [
  changing('member', 'subscribe'),
  changing('member', 'unsubscribe'),
  changing('stranger', 'subscribe'),
  changing('stranger', 'unsubscribe'),
  endpoint({
    method: 'post',
    path: '/v3/subscriptions/anonymous/list',
    summary: "Ids of the stranger's remembered materials or followed authors, newest first",
    tag,
    access: 'public',
    terms: 'required',
    rate: 'read',
    body: z.object({
      type: subjectTypes.default('material'),
      limit: limit.default(wishlistPageSize),
      page: page.default(1),
      world: worldSchema.optional(),
    }),
    output: idsSchema,
    async handler(context, { body }) {
      strangersOnly(context)
      return { data: await subscriptionIds(context, body.type, { limit: body.limit, page: body.page }) }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v3/subscriptions/anonymous/persist',
    summary: "Make the stranger's remembered materials and followed authors the member's, in every world",
    tag,
    access: 'member',
    terms: 'required',
    rate: 'write',
    body: z.object({ world: worldSchema.optional() }),
    output: idsSchema,
    async handler(context) {
      const member = memberOf(context)
      if (member) await persistSubscriptions(context, member.accountId)
      return { data: await listFavorites(context) }
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/subscriptions',
    summary: "The member's followed authors or remembered materials, newest first",
    tag,
    access: 'member',
    terms: 'required',
    rate: 'read',
    query: z.object({
      limit: limit.default(24),
      page: page.default(1),
      type: subjectTypes.default('author'),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          url: z.string(),
          image: imageSchema.nullable(),
        }),
      ),
      _total: z.number().int(),
    }),
    async handler(context, { query }) {
      const window = { limit: query.limit, page: query.page }
      return { data: await subscriptionPage(context, query.type, window) }
    },
  }),
]
