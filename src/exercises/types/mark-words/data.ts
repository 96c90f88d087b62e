import { z } from 'zod'

/** Letters of a word or phrase. */
export const mostLetters = 200

export const schema = z
  .object({
    tokens: z
      .array(
        z.object({
          id: z.string().regex(/^w\d{1,4}$/),
          text: z.string().min(1).max(mostLetters),
          isRight: z.boolean(),
          /** It is read and cannot be marked. */
          isFixed: z.literal(true).optional(),
        }),
      )
      .min(1)
      .max(2000),
    /** The text says itself what may be marked: phrases between signs, as in QTI's hottext; else every word may. */
    onlyMarked: z.boolean().default(false),
    /** So many may be marked; 0: as many as there are. */
    most: z.number().int().min(0).max(2000).default(0),
  })
  .refine(({ tokens }) => tokens.some(({ isRight, isFixed }) => isRight && !isFixed))
  // Where all that may be marked is right, there is nothing to decide.
  .refine(
    ({ tokens, onlyMarked }) =>
      !onlyMarked || tokens.some(({ text, isRight, isFixed }) => text !== '\n' && !isRight && !isFixed),
  )
export type MarkWords = z.output<typeof schema>
