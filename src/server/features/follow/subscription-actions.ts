import { z } from 'zod'
import { worldSchema } from '#shared/contract/world.ts'
import type { Context } from '../../context.ts'
import { requireMember, requireStranger } from '../../http/access.ts'
import { type AnyAction, action } from '../../http/action.ts'
import { addFavorite, listFavorites, removeFavorite, schoolList } from '../favorites/service.ts'
import {
  idsSchema,
  persistSubscriptions,
  type SubscriptionChange,
  subjectSchema,
  subscribe,
  subscriptionCookies,
  unsubscribe,
} from './subscriptions.ts'

const tag = 'subscriptions'
const input = subjectSchema.extend({ world: worldSchema.optional() })
const output = z.object({ _total: z.number().int() })
const reply = (change: SubscriptionChange) => ({
  data: { _total: change.total },
  cookies: subscriptionCookies(change),
})

type Change = (context: Context, subject: z.output<typeof subjectSchema>) => Promise<SubscriptionChange>

function ofMembers(verb: 'subscribe' | 'unsubscribe', summary: string, run: Change): AnyAction {
  const api = { method: 'post', path: `/v3/subscriptions/${verb}`, tag, output, reply } as const
  return action({ name: `follow.${verb}`, summary, rate: 'write', input, run, api })
}

/** The list all verified members of a school keep together. */
function ofSchools(
  verb: 'subscribe' | 'unsubscribe',
  summary: string,
  change: typeof addFavorite,
): AnyAction {
  const api = { method: 'post', path: `/v3/subscriptions/${verb}/school`, tag, output, reply } as const
  const run: Change = (context, { subjectId }) => change(context, subjectId, schoolList(context))
  const schoolInput = input.extend({ subjectType: z.literal('material') })
  return action({ name: `follow.school-${verb}`, summary, rate: 'write', input: schoolInput, run, api })
}

function ofStrangers(verb: 'subscribe' | 'unsubscribe', summary: string, change: Change): AnyAction {
  const api = { method: 'post', path: `/v3/subscriptions/anonymous/${verb}`, tag, output, reply } as const
  const run: Change = async (context, subject) => {
    requireStranger(context)
    return await change(context, subject)
  }
  return action({ name: `follow.anonymous-${verb}`, summary, rate: 'write', input, run, api })
}

const starting = 'Remember a material or follow an author; idempotent'
const stopping = 'Forget a material or stop following an author; idempotent'

/** Specification 7: the calls of hearts and follow buttons. */
export const subscriptionActions: readonly AnyAction[] = [
  ofMembers('subscribe', starting, subscribe),
  ofMembers('unsubscribe', stopping, unsubscribe),
  ofSchools('subscribe', "Put a material on the list of the member's school; idempotent", addFavorite),
  ofSchools(
    'unsubscribe',
    "Take a material from the list of the member's school; idempotent",
    removeFavorite,
  ),
  ofStrangers('subscribe', starting, subscribe),
  ofStrangers('unsubscribe', stopping, unsubscribe),
  action({
    name: 'follow.persist',
    summary: "Make the stranger's remembered materials and followed authors the member's, in every world",
    rate: 'write',
    input: z.object({ world: worldSchema.optional() }),
    async run(context) {
      await persistSubscriptions(context, requireMember(context).accountId)
      return await listFavorites(context)
    },
    api: { method: 'post', path: '/v3/subscriptions/anonymous/persist', tag, output: idsSchema },
  }),
]
