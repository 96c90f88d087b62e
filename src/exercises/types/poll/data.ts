import { z } from 'zod'
import { idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  options: listOf(z.object({ id: idsSchema, text: wordsSchema }), 2),
  isMulti: z.boolean(),
})
export type Poll = z.output<typeof schema>
