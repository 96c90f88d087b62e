import { z } from 'zod'
import {
  anyWordsSchema,
  boxSchema,
  idsSchema,
  listOf,
  pictureSchema,
  pointSchema,
  wordsSchema,
} from '#exercises/model/task/data-schemas.ts'
import { mostCorners } from '#exercises/model/task/shape.ts'

export const schema = z
  .object({
    picture: pictureSchema,
    isMulti: z.boolean(),
    /** Every place has a name of its own: it is chosen by it where nobody can point. */
    areas: listOf(
      z.object({
        id: idsSchema,
        label: wordsSchema,
        shape: z.enum(['rect', 'circle', 'poly']),
        box: boxSchema,
        /** The corners of an outline; the box goes around them. */
        points: z.array(pointSchema).max(mostCorners).default([]),
        isRight: z.boolean(),
        /** What is said to whoever chose it; never shown with it. */
        feedback: anyWordsSchema,
      }),
      2,
    ),
  })
  .refine(({ areas }) => areas.every(({ shape, points }) => shape !== 'poly' || points.length >= 3))
  .refine(({ areas }) => areas.some(({ isRight }) => isRight))
export type Hotspot = z.output<typeof schema>
