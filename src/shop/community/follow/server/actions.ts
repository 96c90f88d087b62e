import { z } from 'zod'
import { requireMember } from '#platform/http/access/access.ts'
import { type AnyAction, type ApiBinding, action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { listFavorites } from '#shop/buying/favorites/server/service.ts'
import {
  idsSchema,
  persistSubscriptions,
  type Subject,
  type SubscriptionChange,
  subjectSchema,
  subscribe,
  subscriptionCookies,
  unsubscribe,
} from './subscriptions.ts'

const tag = 'subscriptions'
const rate = 'write'
const input = subjectSchema.extend({ world: worldSchema.optional() })
const output = z.object({ _total: z.number().int() })
type Call = ApiBinding<SubscriptionChange, typeof output>
const reply = (change: SubscriptionChange) => ({
  data: { _total: change.total },
  cookies: subscriptionCookies(change),
})

/** A form says what it is about by its page: hearts a material, the author's box the author. */
const material = z
  .object({ materialId: idSchema })
  .transform(({ materialId }): Subject => ({ subjectType: 'material', subjectId: materialId }))
const author = z
  .object({ authorId: idSchema })
  .transform(({ authorId }): Subject => ({ subjectType: 'author', subjectId: authorId }))
const authorOfAddress = { authorId: 'id' }

/** The specification has a call for members and one for strangers. */
function callsTo(verb: 'subscribe' | 'unsubscribe'): readonly Call[] {
  const rest = { method: 'post', tag, output, reply } as const
  return [
    { ...rest, path: `/v3/subscriptions/${verb}`, only: 'members' },
    { ...rest, path: `/v3/subscriptions/anonymous/${verb}`, only: 'strangers' },
  ]
}

/** The page is the same for everybody, so its address says what happened. */
function authorPage({ context: { world }, input, params: { slug } }: PostedForm<Subject>) {
  return url('author', { world, id: input.subjectId, ...(slug !== undefined && { slug }) })
}

/** Hearts of every page post to the favorites, boxes of authors to the author's page. */
const start = action({
  name: 'follow.subscribe',
  summary: 'Remember a material or follow an author; idempotent',
  rate,
  input,
  run: subscribe,
  api: callsTo('subscribe'),
  form: [
    {
      page: 'favorites',
      intent: 'add-favorite',
      input: material,
      done: (change, { context: { world } }) => ({
        redirect: url('favorites', { world }),
        cookies: subscriptionCookies(change),
      }),
    },
    {
      page: 'author',
      intent: 'follow-author',
      input: author,
      fromAddress: authorOfAddress,
      // With the way back, also for who followed already.
      done: (change, form) => ({
        redirect: `${authorPage(form)}#followed`,
        cookies: subscriptionCookies(change),
      }),
    },
  ],
})

const stop = action({
  name: 'follow.unsubscribe',
  summary: 'Forget a material or stop following an author; idempotent',
  rate,
  input,
  run: unsubscribe,
  api: callsTo('unsubscribe'),
  form: [
    {
      page: 'favorites',
      intent: 'remove-favorite',
      input: material,
      // The page offers the undo by it.
      done: (_change, { context: { world }, input: { subjectId } }) =>
        url('favorites', { world, query: { removed: subjectId } }),
    },
    {
      page: 'author',
      intent: 'unfollow-author',
      input: author,
      fromAddress: authorOfAddress,
      done: (_change, form) => `${authorPage(form)}#unfollowed`,
    },
  ],
})

const persist = action({
  name: 'follow.persist',
  summary: "Make the stranger's remembered materials and followed authors the member's, in every world",
  rate,
  input: z.object({ world: worldSchema.optional() }),
  async run(context) {
    await persistSubscriptions(context, requireMember(context).accountId)
    return await listFavorites(context)
  },
  api: { method: 'post', path: '/v3/subscriptions/anonymous/persist', tag, output: idsSchema },
})

/** Specification 7: the calls and forms of hearts and follow buttons. */
export const subscriptionActions: readonly AnyAction[] = [start, stop, persist]
