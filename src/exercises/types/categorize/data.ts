import { z } from 'zod'
import { idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z
  .object({
    categories: listOf(z.object({ id: idsSchema, label: wordsSchema }), 2),
    items: listOf(z.object({ id: idsSchema, text: wordsSchema, categories: listOf(idsSchema) })),
  })
  .refine(({ categories, items }) => {
    const known = new Set(categories.map(({ id }) => id))
    return items.every((item) => item.categories.every((id) => known.has(id)))
  })
export type Categorize = z.output<typeof schema>
