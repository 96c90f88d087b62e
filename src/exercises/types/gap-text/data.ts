import { z } from 'zod'
import { numberOf } from '#exercises/model/engines/gap-numbers.ts'
import {
  anyWordsSchema,
  fractionSchema,
  someHtmlSchema,
  wordsSchema,
} from '#exercises/model/task/data-schemas.ts'
import { gapIds, type MarkedText } from '#exercises/model/text/gap-markup.ts'

const answerSchema = z
  .object({ text: wordsSchema, fraction: fractionSchema, tolerance: z.number().min(0).optional() })
  .refine((answer) => answer.tolerance === undefined || numberOf(answer) !== undefined)

export const schema = z
  .object({
    html: someHtmlSchema,
    gaps: z.record(
      z.string().regex(/^g\d{1,3}$/),
      z.object({ answers: z.array(answerSchema).min(1).max(20), tip: anyWordsSchema }),
    ),
    caseSensitive: z.boolean(),
    acceptTypos: z.boolean(),
    acceptUmlauts: z.boolean().default(false),
    ignoresAccents: z.boolean().default(false),
  })
  .refine(({ html, gaps }) => isWhole({ html, gaps }))
export type GapText = z.output<typeof schema>

/** Every gap of the text is there, once, and at least one of its answers is wholly right. */
function isWhole({ html, gaps }: MarkedText): boolean {
  const ids = gapIds(html)
  const known = Object.entries(gaps)
  return (
    ids.length > 0 &&
    ids.length === known.length &&
    new Set(ids).size === ids.length &&
    known.every(([id, { answers }]) => ids.includes(id) && answers.some(({ fraction }) => fraction === 1))
  )
}
