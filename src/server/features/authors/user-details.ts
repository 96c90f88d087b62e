import { z } from 'zod'
import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { followedAuthorIds } from '../follow/service.ts'
import { authorProfile } from './service.ts'

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
    is_seller: z.literal(true),
    description: z.string(),
    total_materials: z.number().int(),
    teachable_certified: z.boolean(),
    profile_background_path: z.string().nullable(),
    following: z.boolean(),
    facebook_profile: z.string().nullable(),
    instagram_profile: z.string().nullable(),
    pinterest_profile: z.string().nullable(),
  })
  .partial()

const known: ReadonlySet<string> = new Set(Object.keys(userDetailsSchema.shape))
/** One author, a flat list of fields: nothing that could be nested, repeated or made dear. */
const form = /^\s*\{?\s*user_details\s*\(\s*user_id\s*:\s*([1-9]\d{0,14})\s*\)\s*\{([\w\s,]*)\}\s*\}?\s*$/

/**
 * The asked fields of an author of the context's world. What a private profile hides is null.
 * @throws ProductError invalid_input for another query or an unknown field; not_found
 */
export async function userDetails(
  context: Context,
  query: string,
): Promise<z.infer<typeof userDetailsSchema>> {
  const [, id, list = ''] = form.exec(query) ?? []
  const names = [...new Set(list.split(/[\s,]+/).filter(Boolean))]
  if (id === undefined || names.length === 0 || names.some((name) => !known.has(name)))
    throw new ProductError('invalid_input', { fields: { query: 'invalid' } })
  const author = await authorProfile(context, Number(id))
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
    is_seller: true as const,
    description: author.description,
    total_materials: author.totalMaterials,
    teachable_certified: author.isCertified,
    profile_background_path: author.background?.src ?? null,
    following: names.includes('following') && (await followedAuthorIds(context)).includes(author.id),
    facebook_profile: social('facebook'),
    instagram_profile: social('instagram'),
    pinterest_profile: social('pinterest'),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}
