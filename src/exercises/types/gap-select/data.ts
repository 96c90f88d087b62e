import { z } from 'zod'
import { idsSchema, listOf, someHtmlSchema, wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { gapIds } from '#exercises/model/text/gap-markup.ts'

export const schema = z
  .object({
    html: someHtmlSchema,
    /** The first option of a gap is the right one; players see them in another order. */
    gaps: z.record(
      z.string().regex(/^g\d{1,3}$/),
      z.object({ options: listOf(z.object({ id: idsSchema, text: wordsSchema }), 2) }),
    ),
  })
  .refine(({ html, gaps }) => {
    const ids = gapIds(html)
    return (
      ids.length > 0 &&
      new Set(ids).size === ids.length &&
      ids.length === Object.keys(gaps).length &&
      ids.every((id) => gaps[id])
    )
  })
export type GapSelect = z.output<typeof schema>
