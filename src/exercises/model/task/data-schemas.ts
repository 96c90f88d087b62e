import { z } from 'zod'
import { isStorable } from '#platform/rules/contract/text.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { cleanHtml } from '../text/clean-html.ts'

const { things, lineLength, textLength } = interactiveLimits

/** A few words. */
export const wordsSchema = z.string().trim().min(1).max(lineLength).refine(isStorable)
export const anyWordsSchema = z.string().trim().max(lineLength).refine(isStorable).default('')
export const idsSchema = z.string().regex(/^[a-z0-9]{1,8}$/)
/** HTML of a teacher, cleaned whenever it is read or written. */
export const htmlSchema = z.string().max(textLength).refine(isStorable).transform(cleanHtml)
/** The same where something has to be there. */
export const someHtmlSchema = htmlSchema.refine((html) => html !== '')
export const fractionSchema = z.number().min(0).max(1)
export const percentSchema = z.number().min(0).max(100)

export const pointSchema = z.object({ x: percentSchema, y: percentSchema })

/** A place on a picture (`shape.ts`). */
export const boxSchema = z.object({
  x: percentSchema,
  y: percentSchema,
  width: percentSchema,
  height: percentSchema,
})

/** Pictures of units and nothing else of the storage: whatever is named here is shown. */
const pictureKey = /^(unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.webp)?$/

/** A video of units, or none yet. */
export const videoKeySchema = z
  .string()
  .regex(/^(unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(mp4|webm))?$/)
  .default('')

/** A recording of units, or none yet; browsers record into the same files that hold videos. */
export const soundKeySchema = z
  .string()
  .regex(/^(unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(mp3|ogg|wav|m4a|mp4|webm))?$/)
  .default('')

export const pictureSchema = z.object({
  asset: z.string().regex(pictureKey).default(''),
  alt: anyWordsSchema,
})

/** A list of at least so many things. */
export function listOf<T extends z.ZodType>(thing: T, min = 1) {
  return z.array(thing).min(min).max(things)
}
