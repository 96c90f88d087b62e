import { z } from 'zod'

export const schema = z
  .object({
    tokens: z
      .array(
        z.object({
          id: z.string().regex(/^w\d{1,4}$/),
          text: z.string().min(1).max(200),
          isRight: z.boolean(),
        }),
      )
      .min(1)
      .max(2000),
  })
  .refine(({ tokens }) => tokens.some(({ isRight }) => isRight))
export type MarkWords = z.output<typeof schema>
