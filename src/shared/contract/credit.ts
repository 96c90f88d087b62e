import { z } from 'zod'
import { centsSchema, idSchema } from './world.ts'

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

/** The code is told once, to who issues it. */
export const giftCardSchema = z.object({
  code: z.string(),
  amount: centsSchema,
  currency: z.string(),
  expiresAt: z.string(),
})
