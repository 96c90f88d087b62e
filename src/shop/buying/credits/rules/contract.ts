import { z } from 'zod'
import { centsSchema, idSchema } from '#platform/rules/contract/world.ts'

/** What came in or went out. `amount`: below zero what went. */
const creditMoveSchema = z.object({
  kind: z.enum(['gift_card', 'grant', 'refund', 'order', 'expired']),
  amount: centsSchema,
  currency: z.string(),
  at: z.string(),
  /** Until when it can be spent, of what came in. */
  expiresAt: z.string().nullable(),
  orderNumber: z.string().nullable(),
})

export const creditPageSchema = z.object({
  balances: z.array(
    z.object({
      currency: z.string(),
      amount: centsSchema,
      /** What ends next, and when. */
      next: z.object({ amount: centsSchema, expiresAt: z.string() }),
    }),
  ),
  history: z.array(creditMoveSchema),
})
export type CreditPage = z.infer<typeof creditPageSchema>

const noteSchema = z.string().trim().max(200).default('')

export const grantInputSchema = z.object({
  accountId: idSchema,
  amount: centsSchema.min(1).max(100_000),
  note: noteSchema,
})

export const giftCardInputSchema = z.object({
  amount: centsSchema.min(100).max(100_000),
  note: noteSchema,
})

/** The code is shown once, to who issues it. */
export const giftCardSchema = z.object({
  code: z.string(),
  amount: centsSchema,
  currency: z.string(),
  expiresAt: z.string(),
})

/** What a buyer says of a card: how much, for whom, when. Without an address its buyer gets the code and hands it over. */
export const giftCardOrderSchema = z.object({
  amount: z
    .union([
      centsSchema,
      z
        .string()
        .regex(/^\d{1,7}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().positive()),
  recipientName: z.string().trim().max(80).default(''),
  recipientEmail: z.string().trim().max(320).default(''),
  message: z.string().trim().max(500).default(''),
  /** The day the mail goes out, UTC; left out: at once. */
  deliverOn: z.union([z.literal('').transform(() => undefined), z.iso.date()]).optional(),
})

export const giftCardStates = ['unpaid', 'confirming', 'waiting', 'sent', 'redeemed', 'ended'] as const

export const soldGiftCardSchema = z.object({
  reference: z.string(),
  orderNumber: z.string().nullable(),
  amount: centsSchema,
  currency: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string().nullable(),
  message: z.string(),
  deliverOn: z.string(),
  state: z.enum(giftCardStates),
  /** Null until it is paid, and once it ended. */
  code: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** It can be given back: nobody has redeemed it. */
  canGoBack: z.boolean(),
})
export type SoldGiftCard = z.infer<typeof soldGiftCardSchema>

export const giftCardShopSchema = z.object({
  amounts: z.array(centsSchema),
  currency: z.string(),
  /** How long a card bought today can be redeemed. */
  until: z.string(),
  cards: z.array(soldGiftCardSchema),
})
export type GiftCardShop = z.infer<typeof giftCardShopSchema>
