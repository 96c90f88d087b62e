import { z } from 'zod'
import { anyWordsSchema, idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  statements: listOf(
    z.object({ id: idsSchema, text: wordsSchema, answer: z.boolean(), feedback: anyWordsSchema }),
  ),
})
export type TrueFalse = z.output<typeof schema>
