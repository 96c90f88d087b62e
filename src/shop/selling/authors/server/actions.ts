import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { maxGraphQuery } from '#platform/http/api/graph-query.ts'
import { arrangePins, goAway } from './page-actions.ts'
import { ownProfile } from './profile/edit.ts'
import { dropAvatar, dropBackground, setAvatar, setBackground } from './profile/picture-actions.ts'
import { changeProfile, saveTrader } from './profile/profile-actions.ts'
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
