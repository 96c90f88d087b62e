import { z } from 'zod'
import type { Answers } from '#exercises/model/task/widget.ts'
import { entriesOf } from '#platform/http/form/entries-of.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'

const { answersPerElement, answerLength } = interactiveLimits

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
  if (typeof value === 'string') return value === '' ? [] : [truncate(value, answerLength)]
  return entriesOf(value)
    .filter(([, tick]) => tick === 'on')
    .map(([option]) => truncate(option, answerLength))
    .slice(0, answersPerElement)
}
