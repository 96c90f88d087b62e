import { z } from 'zod'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'

/** What a run is asked with: `inputs` by the fields of the tool, and the language of the result. */
export const runInputSchema = z.object({
  tool_id: z.string().max(64),
  inputs: z.record(z.string().max(40), z.unknown()),
  language: worldSchema.optional(),
  idempotency_key: z.string().min(1).max(255).optional(),
})
export type RunInput = z.output<typeof runInputSchema>

export const startedSchema = z.object({ run_id: idSchema })

export const allowanceSchema = z.object({
  day: z.object({ used: z.number().int(), limit: z.number().int() }),
  /** Null: no limit for it. */
  month: z.object({ used: z.number().int(), limit: z.number().int() }).nullable(),
  /** When the day's allowance begins again. */
  resetAt: z.string(),
})
export type Allowance = z.output<typeof allowanceSchema>

/** What of the tools is a member's own. */
export const mineSchema = z.object({
  favorites: z.array(z.string()),
  recent: z.array(z.string()),
  allowance: allowanceSchema,
})
export type Mine = z.output<typeof mineSchema>

export const favoriteSchema = z.object({
  tool_id: z.string().max(64),
  /** Left out: the other way round. */
  isFavorite: z.boolean().optional(),
})
