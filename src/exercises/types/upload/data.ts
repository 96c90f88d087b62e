import { z } from 'zod'
import { fileWishes } from '#exercises/model/media/pupil-files.ts'

export const schema = z.object({
  accepts: z.enum(fileWishes),
  /** Room on the sheet, in lines. */
  lines: z.number().int().min(4).max(40),
})
export type Upload = z.output<typeof schema>
