import { z } from 'zod'
import { idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const scorings = ['position', 'adjacent', 'all'] as const

export const schema = z.object({
  /** In the right order. */
  items: listOf(z.object({ id: idsSchema, text: wordsSchema }), 2),
  scoring: z.enum(scorings),
})
export type Order = z.output<typeof schema>
