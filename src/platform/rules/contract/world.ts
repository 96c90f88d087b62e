import { z } from 'zod'
import { maxInt4, maxInt8, wholeNumber } from './number.ts'

/** The worlds a request may name (specification 1). The full table is platform/routing/worlds.ts. */
export const liveWorldCodes = ['de', 'es', 'fr', 'gr', 'it', 'en'] as const
export const worldSchema = z.enum(liveWorldCodes)
export type LiveWorldCode = z.infer<typeof worldSchema>

/** Ids are bigint columns. */
export const idSchema = wholeNumber(1, maxInt8)
/** Integer minor units (cents), as the integer columns that hold them. */
export const centsSchema = z.number().int().min(-maxInt4).max(maxInt4)
/** The version of a row: an integer column, with room for the next one. */
export const versionSchema = wholeNumber(1, maxInt4 - 1)

/** An id of an address or a form; undefined for what can be none. */
export function readId(text: string | null | undefined): number | undefined {
  return text == null ? undefined : idSchema.safeParse(text).data
}

/** The world of a column, for mails and links: a person's own; another one when theirs is not live. */
export function liveWorldOr(world: string, fallback: LiveWorldCode): LiveWorldCode {
  return liveWorldCodes.find((code) => code === world) ?? fallback
}
