import { z } from 'zod'
import { centsSchema } from '#platform/rules/contract/world.ts'
import { licences } from '#platform/rules/money/licence.ts'

/** Letters of a note and of the reason for a no. */
export const wishTextLength = 300

export const wishStates = ['wished', 'approved', 'ordered', 'declined'] as const
export type WishState = (typeof wishStates)[number]

/** 1: soon, 2: some time, 3: nice to have. */
export const wishPriorities = [1, 2, 3] as const
export type WishPriority = (typeof wishPriorities)[number]
export const wishPrioritySchema = z.coerce.number().pipe(z.literal(wishPriorities))

export const wishSorts = ['votes', 'newest', 'priority', 'price'] as const
export type WishSort = (typeof wishSorts)[number]

/** A material a school is to buy. Prices in gross cents, as they are today. */
export const wishSchema = z.object({
  materialId: z.number(),
  title: z.string(),
  url: z.string(),
  author: z.string(),
  price: centsSchema,
  /** Null: the author sells no licence for whole schools. */
  schoolPrice: centsSchema.nullable(),
  currency: z.string(),
  note: z.string(),
  priority: z.literal(wishPriorities),
  state: z.enum(wishStates),
  licence: z.enum(licences).nullable(),
  reason: z.string(),
  /** Empty: who wished for it is not here any more. */
  wishedBy: z.string(),
  wishedAt: z.iso.datetime(),
  votes: z.number(),
  /** The caller's: their vote, and whether they may take the wish back. */
  hasVoted: z.boolean(),
  mayRemove: z.boolean(),
})
export type Wish = z.infer<typeof wishSchema>

/** Which wishes are shown; left out: all. */
export const wishFilterSchema = z.object({
  state: z.enum(wishStates).optional(),
  subject: z.string().max(64).optional(),
  sort: z.enum(wishSorts).default('votes'),
})
export type WishFilter = z.output<typeof wishFilterSchema>
