import { z } from 'zod'
import {
  boxSchema,
  idsSchema,
  listOf,
  pictureSchema,
  wordsSchema,
} from '#exercises/model/task/data-schemas.ts'

export const schema = z
  .object({
    picture: pictureSchema,
    zones: listOf(z.object({ id: idsSchema, box: boxSchema, accepts: z.array(idsSchema).max(50) })),
    items: listOf(z.object({ id: idsSchema, text: wordsSchema })),
    hasPenalty: z.boolean(),
    /** A place holds one thing. */
    isSingle: z.boolean().default(false),
  })
  .refine(({ zones, items }) => {
    const known = new Set(items.map(({ id }) => id))
    return (
      zones.every(({ accepts }) => accepts.every((id) => known.has(id))) &&
      zones.some(({ accepts }) => accepts.length > 0)
    )
  })
export type LabelImage = z.output<typeof schema>
