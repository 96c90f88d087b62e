import { z } from 'zod'
import {
  htmlSchema,
  listOf,
  percentSchema,
  pictureSchema,
  wordsSchema,
} from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  picture: pictureSchema,
  spots: listOf(z.object({ x: percentSchema, y: percentSchema, title: wordsSchema, html: htmlSchema })),
})
export type ImageHotspots = z.output<typeof schema>
