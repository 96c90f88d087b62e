import { z } from 'zod'
import { anyWordsSchema, fractionSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export const shows = ['input', 'slider', 'number_line'] as const

export const schema = z
  .object({
    answers: listOf(
      z
        .object({ min: z.number(), max: z.number(), fraction: fractionSchema, feedback: anyWordsSchema })
        .refine(({ min, max }) => min <= max),
    ),
    unit: anyWordsSchema,
    /** Others that count, too: one of them is so many of the unit. */
    units: z
      .array(z.object({ name: wordsSchema, factor: z.number().positive() }))
      .max(20)
      .default([]),
    show: z.enum(shows),
    slider: z.object({ min: z.number(), max: z.number(), step: z.number().positive() }),
  })
  .refine(({ answers }) => answers.some(({ fraction }) => fraction === 1))
  .refine(
    ({ show, slider: { min, max, step } }) => show === 'input' || (min < max && (max - min) / step <= 10_000),
  )
export type Numeric = z.output<typeof schema>
