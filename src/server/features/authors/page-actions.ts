import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import { maxPins } from '#shared/limits.ts'
import { action } from '../../http/action.ts'
import { saveAway } from './away.ts'
import { movePin, pin, setPins, unpin } from './pins.ts'
import { accepted, done, page, pageForm, saved } from './profile-actions.ts'

const day = z.string().max(40).default('')
const away = z.object({ from: day, until: day, text: z.string().max(5000).default('') })
const ofMaterial = z.object({ materialId: idSchema })
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

const pinned = z.object({ materialIds: z.array(z.number().int()) })

export const arrangePins = action({
  name: 'profile.pins',
  summary: 'Say which own materials come first on the own page, in this order',
  rate,
  input: z.object({ materialIds: z.array(idSchema).max(maxPins) }),
  run: async (context, { materialIds }) => ({ materialIds: await setPins(context, materialIds) }),
  api: { method: 'put', path: '/v1/user/pins', tag: 'user', output: pinned },
})

export const pinOne = pageForm({
  name: 'profile.pin',
  summary: 'Pin one more material behind the others',
  input: ofMaterial,
  run: (context, { materialId }) => pin(context, materialId),
  intent: 'pin-material',
})

export const unpinOne = pageForm({
  name: 'profile.unpin',
  summary: 'Take a material from the pinned',
  input: ofMaterial,
  run: (context, { materialId }) => unpin(context, materialId),
  intent: 'unpin-material',
})

export const pinUp = pageForm({
  name: 'profile.pin-up',
  summary: 'Move a pinned material one place up',
  input: ofMaterial,
  run: (context, { materialId }) => movePin(context, materialId, -1),
  intent: 'move-pin-up',
})

export const pinDown = pageForm({
  name: 'profile.pin-down',
  summary: 'Move a pinned material one place down',
  input: ofMaterial,
  run: (context, { materialId }) => movePin(context, materialId, 1),
  intent: 'move-pin-down',
})
