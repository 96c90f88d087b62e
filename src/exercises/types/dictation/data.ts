import { z } from 'zod'
import { listOf, soundKeySchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  /** One that was recorded is heard as it was said. */
  sentences: listOf(z.object({ text: wordsSchema, sound: soundKeySchema })),
  /** Of the voice that reads. */
  lang: z.string().regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$/),
  /** How often a sentence may be heard; 0: as often as wanted. */
  playsMax: z.number().int().min(0).max(20),
  ignoresSigns: z.boolean(),
})
export type Dictation = z.output<typeof schema>
