import { z } from 'zod'

/** The worlds a request may name (specification 1). The full table is routing/worlds.ts. */
export const liveWorldCodes = ['de', 'es', 'fr', 'gr', 'it', 'en'] as const
export const worldSchema = z.enum(liveWorldCodes)
export type LiveWorldCode = z.infer<typeof worldSchema>

export const idSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Integer minor units (cents). */
export const centsSchema = z.number().int()
