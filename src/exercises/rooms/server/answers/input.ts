import { z } from 'zod'
import { commands, phrases } from '#exercises/model/room.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'

const { answersPerElement, answerLength } = interactiveLimits

/** The answer to one element, by the names of its fields. */
export const answersSchema = z
  .record(z.string().max(20), z.array(z.string().max(answerLength)).max(answersPerElement))
  .refine((answers) => Object.keys(answers).length <= answersPerElement)

/** What a teacher orders, by a call, a form or the line. */
export const controlSchema = z.object({
  command: z.enum(commands),
  step: z.number().int().min(0).max(interactiveLimits.elements).optional(),
  participant: idSchema.optional(),
  locks: z
    .boolean()
    .optional()
    .describe(
      'With `kick`: nobody new comes in from then on, as after `lock`; whoever was removed could return by another name.',
    ),
  name: z.string().max(200).optional(),
  /** In percent, as forms know no fractions. */
  extraTime: z.union([z.literal(100), z.literal(125), z.literal(150), z.literal(200)]).optional(),
  phrase: z.enum([...phrases, '']).optional(),
})
