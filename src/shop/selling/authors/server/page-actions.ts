import { z } from 'zod'
import { action, type FormBinding } from '#platform/http/access/action.ts'
import { maxPins } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { saveAway } from './away.ts'
import { changePins, type PinChange, type PinStep } from './profile/pins.ts'
import { accepted, done, page, saved } from './profile/profile-actions.ts'

const day = z.string().max(40).default('')
const away = z.object({ from: day, until: day, text: z.string().max(5000).default('') })
const rate = 'write'

export const goAway = action({
  name: 'profile.away',
  summary: 'Say when you are away, and what visitors read then; without days nobody is',
  rate,
  input: away,
  run: saveAway,
  api: { method: 'put', path: '/v1/user/away', tag: 'user', output: done, reply: accepted },
  form: { page, intent: 'save-away', done: saved },
})

/** A call says all in their order, a button of the page moves one. */
const order: z.ZodType<PinChange> = z.object({ materialIds: z.array(idSchema).max(maxPins) })

function stepForm(step: PinStep, intent: string): FormBinding<PinChange, unknown> {
  const input = z.object({ materialId: idSchema }).transform(({ materialId }) => ({ materialId, step }))
  return { page, intent, input, done: saved }
}

export const arrangePins = action({
  name: 'profile.pins',
  summary: 'Say which own materials come first on the own page, in this order',
  rate,
  input: order,
  run: async (context, change) => ({ materialIds: await changePins(context, change) }),
  api: {
    method: 'put',
    path: '/v1/user/pins',
    tag: 'user',
    output: z.object({ materialIds: z.array(z.number().int()) }),
  },
  form: [
    stepForm('pin', 'pin-material'),
    stepForm('unpin', 'unpin-material'),
    stepForm('up', 'move-pin-up'),
    stepForm('down', 'move-pin-down'),
  ],
})
