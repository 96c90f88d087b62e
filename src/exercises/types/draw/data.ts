import { z } from 'zod'
import { pictureSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  /** What is drawn on; empty: white paper. */
  picture: pictureSchema,
  /** Room on the sheet, in lines. */
  lines: z.number().int().min(4).max(40),
})
export type Draw = z.output<typeof schema>
