import { z } from 'zod'
import { htmlSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  dates: listOf(z.object({ when: wordsSchema, title: wordsSchema, html: htmlSchema })),
})
export type Timeline = z.output<typeof schema>
