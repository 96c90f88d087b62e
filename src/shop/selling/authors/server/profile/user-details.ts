import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type GraphSelection, type GraphShape, pick, readGraphQuery } from '#platform/http/api/graph-query.ts'
import { imageSchema } from '#platform/rules/contract/material.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { followedAuthorIds } from '#shop/community/follow/server/service.ts'
import { authorIds, type ProfileRow, profileRow, profileRows } from '../queries.ts'
import { profileView } from '../view.ts'

/** Most authors of one answer. */
const detailsPageSize = 100

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

/** One author, or so many of a list. */
export const userDetailsAnswerSchema = userDetailsSchema.extend({
  items: z.array(userDetailsSchema).optional(),
  _total: z.number().int().optional(),
})

const fields: GraphShape = new Map(Object.keys(userDetailsSchema.shape).map((name) => [name, null]))
const list: GraphShape = new Map<string, GraphShape | null>([
  ['_total', null],
  ['items', fields],
])

const slugSchema = z.string().min(1).max(200)
const args = z.union([
  z.strictObject({ user_id: idSchema }),
  z.strictObject({ slug: slugSchema }),
  z.strictObject({
    filter: z
      .strictObject({
        user_ids: z.array(idSchema).min(1).max(detailsPageSize).optional(),
        slugs: z.array(slugSchema).min(1).max(detailsPageSize).optional(),
        /** Words of the public name. */
        public_name: z.string().trim().min(1).max(100).optional(),
        teachable_certified: z.boolean().optional(),
      })
      .default({}),
    limit: wholeNumber(1, detailsPageSize).default(detailsPageSize),
    page: wholeNumber(1, 100).default(1),
  }),
])

type Details = z.infer<typeof userDetailsSchema>

/**
 * Specification 7: the asked fields of an author of the context's world, by number (`user_id`) or by `slug`; without
 * either of a page of them (`items`, `_total`), which `filter` narrows, the newest last. What a private profile hides is
 * null.
 * @throws ProductError invalid_input, with its place, for what is no query or no known field; not_found for one author
 */
export async function userDetails(
  context: Context,
  query: string,
): Promise<z.infer<typeof userDetailsAnswerSchema>> {
  const asked = readGraphQuery(query, {
    name: 'user_details',
    args,
    shape: (given) => ('filter' in given ? list : fields),
  })
  const { db, world } = context
  if ('filter' in asked.args) {
    const { ids, total } = await authorIds(db, world, asked.args)
    const rows = await profileRows(db, ids)
    const wanted = asked.selection.get('items') ?? new Map()
    const items = await detailsOf(context, rows, wanted)
    return pick({ items, _total: total }, asked.selection) as { items?: Details[]; _total?: number }
  }
  const wish = asked.args
  const id = 'slug' in wish ? (await authorIds(db, world, firstOf(wish.slug))).ids[0] : wish.user_id
  const row = id === undefined ? undefined : await profileRow(db, id)
  if (row === undefined || row.world !== world) throw new ProductError('not_found')
  const [details = {}] = await detailsOf(context, [row], asked.selection)
  return details
}

/** The first author who took the slug: authors of a world may share it, their numbers tell them apart. */
function firstOf(slug: string) {
  return { filter: { slugs: [slug] }, limit: 1, page: 1 }
}

async function detailsOf(
  context: Context,
  rows: readonly ProfileRow[],
  selection: GraphSelection,
): Promise<Details[]> {
  const followed = selection.has('following') ? await followedAuthorIds(context) : []
  return rows.map((row) => pick(detailsView(context, row, followed), selection) as Details)
}

function detailsView(context: Context, row: ProfileRow, followed: readonly number[]): Required<Details> {
  const author = profileView(context, row)
  const social = (kind: string) => author.socials.find((each) => each.kind === kind)?.url ?? null
  return {
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
    is_seller: true,
    description: author.description,
    total_materials: author.totalMaterials,
    teachable_certified: author.isCertified,
    profile_background_path: author.background?.src ?? null,
    profile_background_data: author.background,
    following: followed.includes(author.id),
    facebook_profile: social('facebook'),
    instagram_profile: social('instagram'),
    pinterest_profile: social('pinterest'),
  }
}
