import { z } from 'zod'
import { anyWordsSchema, listOf, soundKeySchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({
  /** One with a recording is heard, too: how a word is said. */
  cards: listOf(
    z.object({ front: wordsSchema, back: wordsSchema, tip: anyWordsSchema, sound: soundKeySchema }),
  ),
  /** The back is written, not looked up. */
  isTyped: z.boolean(),
})
export type Flashcards = z.output<typeof schema>
