import { z } from 'zod'
import { action, type FormBinding, read } from '#platform/http/access/action.ts'
import { maxGraphQuery } from '#platform/http/api/graph-query.ts'
import { maxPins } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { saveAway } from './away.ts'
import { ownProfile } from './profile/edit.ts'
import { dropAvatar, dropBackground, setAvatar, setBackground } from './profile/picture-actions.ts'
import { changePins, type PinChange, type PinStep } from './profile/pins.ts'
import { accepted, changeProfile, done, page, saved, saveTrader } from './profile/profile-actions.ts'
import { add, moveDown, moveUp, remove, save } from './profile/section-actions.ts'
import { userDetails, userDetailsAnswerSchema } from './profile/user-details.ts'

/** Specification 7, user details. A query changes nothing, but it is posted. */
const queryDetails = action({
  name: 'user-details.query',
  summary:
    'Public fields of one author, { user_details(user_id: 12) { public_name slug } } (or `slug`), or of several: { user_details(filter: { public_name: "anna" }, limit: 20, page: 1) { _total items { user_id } } }',
  rate: 'read',
  input: z.object({ query: z.string().max(maxGraphQuery) }),
  run: async (context, { query }) => ({ user_details: await userDetails(context, query) }),
  api: {
    method: 'post',
    path: '/v3/user-details/query',
    tag: 'user',
    output: z.object({ user_details: userDetailsAnswerSchema }),
  },
})

/** Specification 7, `GET v1/user/details`. */
export const ownDetails = read({
  name: 'profile.view',
  summary: 'The own profile, with what only its owner sees',
  rate: 'read',
  input: z.object({}),
  async run(context) {
    const { publicName, isPrivate, avatar, author } = await ownProfile(context)
    const social = (kind: string) => author?.socials.find((each) => each.kind === kind)?.url ?? null
    return {
      public_name: publicName,
      is_private_profile: isPrivate,
      is_seller: author !== null,
      image_path: avatar?.src ?? null,
      subtitle: author?.subtitle ?? '',
      description: author?.description ?? '',
      profile_background_path: author?.background?.src ?? null,
      facebook_profile: social('facebook'),
      instagram_profile: social('instagram'),
      pinterest_profile: social('pinterest'),
    }
  },
  api: {
    path: '/v1/user/details',
    tag: 'user',
    output: z.object({
      public_name: z.string(),
      is_private_profile: z.boolean(),
      is_seller: z.boolean(),
      image_path: z.string().nullable(),
      subtitle: z.string(),
      description: z.string(),
      profile_background_path: z.string().nullable(),
      facebook_profile: z.string().nullable(),
      instagram_profile: z.string().nullable(),
      pinterest_profile: z.string().nullable(),
    }),
    reply: (data) => ({ data, headers: { 'Cache-Control': 'no-store' } }),
  },
})

const day = z.string().max(40).default('')
const away = z.object({ from: day, until: day, text: z.string().max(5000).default('') })
const rate = 'write'

const goAway = action({
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

const arrangePins = action({
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

export const authorActions = [
  queryDetails,
  changeProfile,
  setAvatar,
  dropAvatar,
  setBackground,
  dropBackground,
  saveTrader,
  goAway,
  arrangePins,
  add,
  save,
  moveUp,
  moveDown,
  remove,
]
