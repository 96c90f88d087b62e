import { z } from 'zod'
import { recommendationMaxLength } from '#platform/limits.ts'

export const recommendInputSchema = z.object({
  email: z.string().trim().max(320),
  message: z.string().trim().max(recommendationMaxLength).default(''),
})
export type RecommendInput = z.output<typeof recommendInputSchema>

/** A member's own invitation. */
export const referralSchema = z.object({
  code: z.string(),
  url: z.string(),
  /** Colleagues who came with it and confirmed their address. */
  joined: z.number().int(),
})
export type Referral = z.infer<typeof referralSchema>
