import { z } from 'zod'
import { htmlSchema, soundKeySchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  sound: soundKeySchema,
  /** What is heard, for who does not hear it: nothing is published without. */
  transcript: htmlSchema,
})
export type Audio = z.output<typeof schema>
