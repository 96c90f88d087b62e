import { z } from 'zod'
import { idSchema } from '#shared/contract/world.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import { interactiveLimits } from '#shared/limits.ts'
import { commands, phrases } from '#shared/rooms/room.ts'
import { entriesOf } from '../../http/entries-of.ts'

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

/** The fields of a pupil's form, `a.<element>.<name>` as the form made them: texts, or ticks by the option's name. */
export const typedAnswersSchema = z.unknown().transform((typed): Record<string, Answers> => {
  const found: [string, Answers][] = []
  for (const [element, names] of entriesOf(typed)) {
    const fields = entriesOf(names)
      .map(([name, value]) => [name.slice(0, 20), textsOf(value)] as const)
      .filter(([, values]) => values.length > 0)
      .slice(0, answersPerElement)
    found.push([element.slice(0, 26), Object.fromEntries(fields)])
    if (found.length >= interactiveLimits.elements) break
  }
  return Object.fromEntries(found)
})

/** A text; or the options that are ticked. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value.slice(0, answerLength)]
  return entriesOf(value)
    .filter(([, tick]) => tick === 'on')
    .map(([option]) => option.slice(0, answerLength))
    .slice(0, answersPerElement)
}
