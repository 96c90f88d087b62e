import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { type GraphShape, pick, readGraphQuery } from '#platform/http/api/graph-query.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { imageSchema, materialCardSchema } from '#platform/rules/contract/material.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { favoriteSorts } from '../rules/contract.ts'
import { type ListOwner, listFavorites } from './service.ts'

const card = materialCardSchema.shape
const inside = (schema: z.ZodObject): GraphShape =>
  new Map(Object.keys(schema.shape).map((name) => [name, null]))

/** What a query may ask for: the number of all, and of each material what its card shows. */
const shape: GraphShape = new Map<string, GraphShape | null>([
  ['_total', null],
  [
    'items',
    new Map<string, GraphShape | null>([
      ...Object.keys(card).map((name) => [name, null] as const),
      ['author', inside(card.author)],
      ['cover', inside(imageSchema)],
      ['rating', inside(card.rating.unwrap())],
    ]),
  ],
])

export const wishlistSchema = z
  .object({
    items: z.array(
      materialCardSchema
        .extend({
          author: card.author.partial(),
          cover: imageSchema.partial().nullable(),
          rating: card.rating.unwrap().partial().nullable(),
        })
        .partial(),
    ),
    _total: z.number().int(),
  })
  .partial()

/** One term, or several; one of them must match. */
const terms = z
  .union([z.string().max(64), z.array(z.string().max(64)).min(1).max(20)])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .optional()

const args = z.strictObject({
  filter: z
    .strictObject({
      ids: z.array(idSchema).max(wishlistPageSize).optional(),
      subject: terms,
      class_grade: terms,
      school_type: terms,
      learning_years: terms,
      material_type: terms,
      free: z.boolean().optional(),
    })
    .default({}),
  sort: z.enum(favoriteSorts).default('newest'),
  limit: wholeNumber(1, wishlistPageSize).default(wishlistPageSize),
  page: wholeNumber(1, 100).default(1),
})

/**
 * Specification 7: `{ wishlist(filter: { subject: "mathematik" }, limit: 20, page: 1) { _total items { id title } } }`.
 * Cards are read only when more than the ids is asked for.
 * @throws ProductError invalid_input, with its place, for what is no such query
 */
export async function queryWishlist(
  context: Context,
  query: string,
  list?: ListOwner,
): Promise<z.output<typeof wishlistSchema>> {
  const asked = readGraphQuery(query, { name: 'wishlist', args, shape })
  const found = await listFavorites(context, asked.args, list)
  const wanted = asked.selection.get('items')
  const needsCards = wanted !== undefined && [...wanted.keys()].some((name) => name !== 'id')
  const ids = found.items.map(({ id }) => id)
  const items = needsCards && ids.length > 0 ? await cardsByIds(context, ids) : found.items
  return pick({ ...found, items }, asked.selection) as z.output<typeof wishlistSchema>
}
