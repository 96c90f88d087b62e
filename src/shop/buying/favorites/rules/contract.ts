import { z } from 'zod'
import { materialCardSchema } from '#platform/rules/contract/material.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'

export const favoriteSorts = ['newest', 'price_asc', 'price_desc', 'title'] as const
export type FavoriteSort = (typeof favoriteSorts)[number]

/** One line of the list of favorites. */
export const rememberedSchema = z.object({
  material: materialCardSchema,
  /** The caller has bought it. */
  isOwned: z.boolean(),
  /** What it adds to the sum, in cents: nothing when it is owned or the caller's own. */
  toPay: centsSchema,
})
export type Remembered = z.infer<typeof rememberedSchema>

/** One page of the remembered materials, of all or of a folder. */
export const favoritesListSchema = z.object({
  items: z.array(rememberedSchema),
  /** What all favorites together cost that are not owned yet, gross cents, whichever folder is open. */
  sum: centsSchema,
  sort: z.enum(favoriteSorts),
  /** Of all pages. */
  total: z.number().int(),
  page: z.number().int(),
  pageCount: z.number().int(),
})
export type FavoritesList = z.infer<typeof favoritesListSchema>
