import { z } from 'zod'
import { anyWordsSchema, pictureSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({ picture: pictureSchema, caption: anyWordsSchema })
export type Media = z.output<typeof schema>
