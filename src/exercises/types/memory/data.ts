import { z } from 'zod'
import { listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({ pairs: listOf(z.object({ a: wordsSchema, b: wordsSchema }), 2) })
export type Memory = z.output<typeof schema>
