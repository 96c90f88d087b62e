import { z } from 'zod'
import { listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { mostOccurrences } from './h5p.ts'

export const most = interactiveLimits.answerLength

export const schema = z
  .object({
    min: z.number().int().min(0).max(most),
    max: z.number().int().min(1).max(most),
    /** What should be written about: any of the words, each with what it is worth. */
    keywords: z
      .array(
        z.object({
          any: listOf(wordsSchema),
          /** Points for each occurrence, up to this many. */
          points: z.number().positive().max(100),
          occurrences: z.number().int().min(1).max(mostOccurrences).default(1),
          caseSensitive: z.boolean().default(false),
          /** Slips of spelling are let pass, as H5P does. */
          acceptTypos: z.boolean().default(false),
        }),
      )
      .max(50),
    /** What a teacher gives points by, the best first. */
    rubric: z
      .array(z.object({ text: wordsSchema, points: z.number().min(0).max(100) }))
      .max(20)
      .default([]),
    sample: z.string().trim().max(most),
  })
  .refine(({ min, max }) => min <= max)
export type Essay = z.output<typeof schema>
