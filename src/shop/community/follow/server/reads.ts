import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { feedPageSchema } from '#platform/rules/contract/author.ts'
import { imageSchema } from '#platform/rules/contract/material.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { followFeed } from './feed.ts'
import { idsSchema, subjectTypes, subscriptionIds, subscriptionPage } from './subscriptions.ts'

const tag = 'subscriptions'
const limit = wholeNumber(1, wishlistPageSize)
const page = wholeNumber(1, 100)

// A query that comes as POST (specification 7), so it is no row of `read`.
export const anonymousList = action({
  name: 'follow.anonymous-list',
  summary: "Ids of the stranger's remembered materials or followed authors, newest first",
  rate: 'read',
  input: z.object({
    type: subjectTypes.default('material'),
    limit: limit.default(wishlistPageSize),
    page: page.default(1),
    world: worldSchema.optional(),
  }),
  run: (context, { type, limit, page }) => subscriptionIds(context, type, { limit, page }),
  api: {
    method: 'post',
    path: '/v3/subscriptions/anonymous/list',
    tag,
    only: 'strangers',
    output: idsSchema,
  },
})

export const list = read({
  name: 'follow.list',
  summary: "The member's followed authors or remembered materials, newest first",
  rate: 'read',
  input: z.object({
    limit: limit.default(24),
    page: page.default(1),
    type: subjectTypes.default('author'),
  }),
  run: (context, { type, limit, page }) => subscriptionPage(context, type, { limit, page }),
  api: {
    path: '/v1/subscriptions',
    tag,
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
  },
})

export const feed = read({
  name: 'follow.feed',
  summary: 'What followed authors published lately, the newest first',
  rate: 'read',
  input: z.object({ cursor: z.string().max(512).optional() }),
  run: (context, { cursor }) => followFeed(context, cursor),
  api: { path: '/v1/feed', tag, output: feedPageSchema },
})
