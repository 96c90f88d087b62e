import { z } from 'zod'
import { anyWordsSchema, idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const policies = ['net', 'all', 'weighted'] as const

export const schema = z
  .object({
    isMulti: z.boolean(),
    policy: z.enum(policies),
    options: listOf(
      z.object({
        id: idsSchema,
        text: wordsSchema,
        weight: z.number().min(-1).max(1),
        feedback: anyWordsSchema,
      }),
      2,
    ),
  })
  .refine(({ isMulti, options }) => isMulti || options.some(({ weight }) => weight > 0))
export type Choice = z.output<typeof schema>
