import { z } from 'zod'
import { imageSchema } from '#shared/contract/material.ts'
import { idSchema } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { pick, readGraphQuery } from '../../http/graph-query.ts'
import { followedAuthorIds } from '../follow/service.ts'
import { authorProfile } from './profiles.ts'

/** Specification 3 "Author". */
export const userDetailsSchema = z
  .object({
    user_id: z.number().int(),
    public_name: z.string(),
    world: z.string(),
    is_private_profile: z.boolean(),
    slug: z.string(),
    total_followers: z.number().int(),
    total_followings: z.number().int().nullable(),
    subtitle: z.string(),
    image_path: z.string().nullable(),
    author_since: z.string(),
    /** Of the account; `author_since` is when the author began to sell. */
    created_at: z.string(),
    is_seller: z.literal(true),
    description: z.string(),
    total_materials: z.number().int(),
    teachable_certified: z.boolean(),
    profile_background_path: z.string().nullable(),
    /** The same picture in all its sizes. */
    profile_background_data: imageSchema.nullable(),
    following: z.boolean(),
    facebook_profile: z.string().nullable(),
    instagram_profile: z.string().nullable(),
    pinterest_profile: z.string().nullable(),
  })
  .partial()

const shape = new Map(Object.keys(userDetailsSchema.shape).map((name) => [name, null]))

/**
 * The asked fields of an author of the context's world. What a private profile hides is null.
 * @throws ProductError invalid_input, with its place, for what is no query or no known field; not_found
 */
export async function userDetails(
  context: Context,
  query: string,
): Promise<z.infer<typeof userDetailsSchema>> {
  const { args, selection } = readGraphQuery(query, {
    name: 'user_details',
    args: z.strictObject({ user_id: idSchema }),
    shape,
  })
  const author = await authorProfile(context, args.user_id)
  if (author === undefined || author === 'gone' || 'redirectWorld' in author)
    throw new ProductError('not_found')
  const social = (kind: string) => author.socials.find((each) => each.kind === kind)?.url ?? null
  const all = {
    user_id: author.id,
    public_name: author.name,
    world: context.world,
    is_private_profile: author.isPrivate,
    slug: author.slug,
    total_followers: author.totalFollowers,
    total_followings: author.isPrivate ? null : author.totalFollowings,
    subtitle: author.subtitle,
    image_path: author.avatar?.src ?? null,
    author_since: author.authorSince,
    created_at: author.createdAt,
    is_seller: true as const,
    description: author.description,
    total_materials: author.totalMaterials,
    teachable_certified: author.isCertified,
    profile_background_path: author.background?.src ?? null,
    profile_background_data: author.background,
    following: selection.has('following') && (await followedAuthorIds(context)).includes(author.id),
    facebook_profile: social('facebook'),
    instagram_profile: social('instagram'),
    pinterest_profile: social('pinterest'),
  }
  return pick(all, selection) as Partial<typeof all>
}
