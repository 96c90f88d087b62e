import { z } from 'zod'
import { anyWordsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { lettersOf, usualDirections, wordDirections } from '#platform/rules/words/word-grid.ts'

export const schema = z
  .object({
    words: listOf(z.object({ word: wordsSchema, clue: anyWordsSchema })),
    size: z.number().int().min(4).max(24),
    /** Another one makes another square of the same words. */
    seed: z.string().max(40),
    /** Whether the words are named; else there are only their clues. */
    showsWords: z.boolean(),
    dirs: z
      .array(z.enum(wordDirections))
      .max(wordDirections.length)
      .default([...usualDirections]),
  })
  .refine(({ dirs }) => dirs.some((way) => way !== 'backwards'))
  .refine(({ words, size }) =>
    words.every(({ word }) => lettersOf(word).length > 1 && lettersOf(word).length <= size),
  )
export type WordSearch = z.output<typeof schema>
