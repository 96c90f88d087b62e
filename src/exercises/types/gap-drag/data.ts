import { z } from 'zod'
import { idsSchema, someHtmlSchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { gapIds } from '#exercises/model/text/gap-markup.ts'

export const schema = z
  .object({
    html: someHtmlSchema,
    /** Which word of the bank belongs into a gap. */
    gaps: z.record(z.string().regex(/^g\d{1,3}$/), idsSchema),
    bank: z
      .array(z.object({ id: idsSchema, text: wordsSchema }))
      .min(1)
      .max(200),
    /** A wrong word costs what a right one earns. */
    hasPenalty: z.boolean(),
  })
  .refine(({ html, gaps, bank }) => {
    const ids = gapIds(html)
    const words = new Set(bank.map(({ id }) => id))
    return (
      ids.length > 0 &&
      new Set(ids).size === ids.length &&
      ids.length === Object.keys(gaps).length &&
      ids.every((id) => words.has(gaps[id] ?? ''))
    )
  })
export type GapDrag = z.output<typeof schema>
