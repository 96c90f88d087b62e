import { z } from 'zod'
import { idsSchema, listOf, videoKeySchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { askedBy, longestSeconds } from './moments.ts'

const secondsSchema = z.number().min(0).max(longestSeconds)

export const schema = z
  .object({
    video: videoKeySchema,
    /** Whoever does not hear it reads these: nothing is published without them. */
    captions: z.array(z.object({ at: secondsSchema, text: wordsSchema })).max(1000),
    moments: listOf(
      z
        .object({
          id: idsSchema,
          at: secondsSchema,
          text: wordsSchema,
          gotoOnWrong: secondsSchema.optional(),
          gotoOnRight: secondsSchema.optional(),
          options: z
            .array(z.object({ id: idsSchema, text: wordsSchema, isRight: z.boolean() }))
            .max(interactiveLimits.things),
        })
        .refine(({ options }) => options.length === 0 || options.some(({ isRight }) => isRight)),
    ),
  })
  .refine(({ moments }) => moments.some((moment) => askedBy(moment) !== 'nothing'))
export type VideoQuiz = z.output<typeof schema>
