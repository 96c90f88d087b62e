import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { trackSchema } from '../rules/events.ts'
import { track } from './tracking.ts'

export const trackEvents = action({
  name: 'event.track',
  summary:
    'Count what happened on pages, once each, where the visitor has allowed it; the answer says how many',
  rate: 'events',
  input: trackSchema.extend({ world: worldSchema.optional() }),
  run: async (context, { events }) => ({ counted: await track(context, events) }),
  api: {
    method: 'post',
    path: '/v3/events/track',
    tag: 'visits',
    output: z.object({ counted: z.number().int() }),
  },
})
