import { z } from 'zod'
import { safePattern } from '#exercises/model/engines/safe-pattern.ts'
import { anyWordsSchema, fractionSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { isStorable } from '#platform/rules/contract/text.ts'

const expressionSchema = z
  .string()
  .trim()
  .min(1)
  .refine(isStorable)
  .refine((source) => safePattern(source) !== undefined)

export const schema = z
  .object({
    /** `*` stands for anything. */
    answers: listOf(z.object({ pattern: wordsSchema, fraction: fractionSchema, feedback: anyWordsSchema })),
    /** Regular expressions, as far as they are safe (`safe-pattern.ts`): the whole answer has to fit. */
    patterns: z
      .array(z.object({ pattern: expressionSchema, fraction: fractionSchema, feedback: anyWordsSchema }))
      .max(10)
      .default([]),
    caseSensitive: z.boolean(),
    acceptTypos: z.boolean(),
    acceptUmlauts: z.boolean().default(false),
    ignoresAccents: z.boolean().default(false),
  })
  .refine(({ answers }) =>
    answers.some(({ fraction, pattern }) => fraction === 1 && /[^*\s\\]/.test(pattern)),
  )
export type ShortText = z.output<typeof schema>
