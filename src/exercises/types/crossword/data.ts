import { z } from 'zod'
import { anyWordsSchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { lettersOf } from '#platform/rules/words/word-grid.ts'

export const schema = z
  .object({
    words: z
      .array(z.object({ word: wordsSchema, clue: anyWordsSchema }))
      .min(2)
      .max(40),
  })
  .refine(({ words }) =>
    words.every(({ word }) => lettersOf(word).length > 1 && lettersOf(word).length <= 24),
  )
export type Crossword = z.output<typeof schema>
