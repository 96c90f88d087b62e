import { z } from 'zod'
import { ProductError } from '#shared/errors.ts'
import { type Endpoint, endpoint, type RawRequest } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { removeBackground, updateAvatar, updateBackground, updateProfile } from './edit.ts'
import { receiveProfileForm } from './pictures.ts'
import { userDetails, userDetailsSchema } from './user-details.ts'

const done = z.object({ ok: z.literal(true) })
const tag = 'user'

async function pictureOf(context: Context, raw: RawRequest, use: typeof updateAvatar) {
  const { picture } = await receiveProfileForm(raw)
  if (picture === undefined) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  await use(context, picture)
  return { data: { ok: true as const } }
}

/** Specification 7, user details: queries of an author's public fields, the own profile and its pictures. */
export const authorsEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/v3/user-details/query',
    summary: 'Public fields of one author: { user_details(user_id: 12) { public_name slug } }',
    tag,
    access: 'public',
    terms: 'required',
    rate: 'read',
    body: z.object({ query: z.string().max(2000) }),
    output: z.object({ user_details: userDetailsSchema }),
    async handler(context, { body }) {
      return { data: { user_details: await userDetails(context, body.query) } }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v3/user-details/avatar',
    summary: 'Set the own picture (multipart/form-data, `file`, 10 MB)',
    tag,
    access: 'member',
    terms: 'required',
    rate: 'upload',
    bodyKind: 'raw',
    output: done,
    handler: (context, { raw }) => pictureOf(context, raw, updateAvatar),
  }),
  endpoint({
    method: 'post',
    path: '/v3/user-details/background',
    summary: 'Set the picture behind the head of the own author page (multipart/form-data, `file`, 10 MB)',
    tag,
    access: 'seller',
    terms: 'required',
    rate: 'upload',
    bodyKind: 'raw',
    output: done,
    handler: (context, { raw }) => pictureOf(context, raw, updateBackground),
  }),
  endpoint({
    method: 'post',
    path: '/v3/user-details/remove-background',
    summary: 'Remove the picture behind the head of the own author page',
    tag,
    access: 'seller',
    terms: 'required',
    rate: 'write',
    output: done,
    async handler(context) {
      await removeBackground(context)
      return { data: { ok: true as const } }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/user/details',
    summary: 'Change the own profile; fields that are left out stay',
    tag,
    access: 'member',
    terms: 'required',
    rate: 'write',
    body: z.object({
      public_name: z.string().max(500).optional(),
      subtitle: z.string().max(1000).optional(),
      description: z.string().max(20_000).optional(),
      facebook_profile: z.string().max(500).optional(),
      instagram_profile: z.string().max(500).optional(),
      pinterest_profile: z.string().max(500).optional(),
      is_private_profile: z.boolean().optional(),
    }),
    output: done,
    async handler(context, { body }) {
      await updateProfile(context, {
        publicName: body.public_name,
        subtitle: body.subtitle,
        description: body.description,
        facebook: body.facebook_profile,
        instagram: body.instagram_profile,
        pinterest: body.pinterest_profile,
        isPrivate: body.is_private_profile,
      })
      return { data: { ok: true as const } }
    },
  }),
]
