import { z } from 'zod'
import { materialCardSchema } from '#platform/rules/contract/material.ts'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'
import { cartVoucherSchema, voucherErrorSchema } from '#shop/buying/credits/rules/voucher-contract.ts'

export const cartItemSchema = z.object({
  material: materialCardSchema,
  licence: z.enum(licences),
  finalPrice: centsSchema,
  discount: centsSchema,
  /** The price rose or fell since it was put in: shown, never silently charged. */
  priceChangedFrom: centsSchema.nullable(),
  /** What of it the buyer has already, which is why it costs less: parts of a bundle, or (0 of 0) a smaller licence. */
  owned: z.object({ parts: z.number().int(), of: z.number().int() }).nullable(),
})

/**
 * Why a material that was put in is in no sum: the buyer has it, made it, it is not sold (that way) any more, or it is ordered
 * already and its payment is being confirmed.
 */
export const leftOutSchema = z.object({
  materialId: z.number().int(),
  title: z.string(),
  reason: z.enum(['owned', 'own', 'unavailable', 'awaiting_payment']),
})
export type LeftOut = z.infer<typeof leftOutSchema>

/** Specification 3 "Cart". A voucher with `voucherError` is kept, and takes nothing off until that changes. */
export const cartSchema = z.object({
  cartItems: z.array(cartItemSchema),
  /** What was put in and cannot be bought: said until it is taken out or something is ordered. */
  leftOut: z.array(leftOutSchema),
  /** Ids of single materials that a bundle in this cart contains as well. */
  itemsInBundles: z.array(z.number().int()),
  voucher: cartVoucherSchema.nullable(),
  /** What of `finalPrice` is paid with credit. */
  usedCredits: centsSchema,
  /** What the member could spend in this currency, and whether they want to. */
  availableCredits: z.number().int(),
  usesCredits: z.boolean(),
  currency: z.string().length(3),
  originalPrice: centsSchema,
  /** After sales and voucher: the sum that is bought for and taxed. */
  finalPrice: centsSchema,
  /** What is left to pay after credit. */
  due: centsSchema,
  totalVoucherDiscount: centsSchema,
  voucherError: voucherErrorSchema.nullable(),
  token: z.string().nullable(),
  loaded: z.boolean(),
})
export type Cart = z.infer<typeof cartSchema>

/** Kept beside the cart: in no sum. */
export const savedForLaterSchema = z.object({ material: materialCardSchema, licence: z.enum(licences) })
export type SavedForLater = z.infer<typeof savedForLaterSchema>

export const cartViewSchema = z.object({ items: z.object({ cart: cartSchema }) })

/** What a material is to one visitor: what its page, which is the same for everybody, cannot say. */
export const mineSchema = z.object({
  /** The visitor is its author. */
  isOwn: z.boolean(),
  owned: z
    .object({ licence: z.enum(['single', 'school']), colleagues: z.number().int(), since: z.string() })
    .nullable(),
  /** Specification 3 "as tracked": the order it was bought with; null without one. */
  purchase_id: z.number().int().nullable(),
  /** When its files last changed, if that was after it was bought. */
  updatedAt: z.string().nullable(),
  inCart: z.enum(licences).nullable(),
  /** What each licence costs this visitor now, in cents; null: there is nothing to buy. */
  prices: z.object({
    single: centsSchema.nullable(),
    additional: centsSchema.nullable(),
    school: centsSchema.nullable(),
  }),
  /** Parts of the bundle the visitor has already; null: none. */
  bundle: z.object({ parts: z.number().int(), of: z.number().int() }).nullable(),
})
export type Mine = z.infer<typeof mineSchema>
