import { z } from 'zod'
import { idsSchema, listOf, wordsSchema } from '#exercises/model/task/data-schemas.ts'

export type Pair = [string, string]

/** A pair of ids as one string, to be told from others. */
export function keyOf([a, b]: Pair): string {
  return `${a} ${b}`
}

const thing = z.object({ id: idsSchema, text: wordsSchema })

export const schema = z
  .object({
    left: listOf(thing),
    right: listOf(thing, 2),
    /** Each of the left has a partner; where one has several, every pair counts by itself. */
    pairs: z
      .array(z.tuple([idsSchema, idsSchema]))
      .min(2)
      .max(500),
  })
  .refine(({ left, right, pairs }) => {
    const [known, targets] = [left.map(({ id }) => id), new Set(right.map(({ id }) => id))]
    return (
      new Set(pairs.map(keyOf)).size === pairs.length &&
      new Set(pairs.map(([id]) => id)).size === known.length &&
      pairs.every(([a, b]) => known.includes(a) && targets.has(b))
    )
  })
  // Where everything belongs to everything nothing is asked.
  .refine(
    ({ left, right, pairs }) => pairs.length === left.length || pairs.length < left.length * right.length,
  )
export type Match = z.output<typeof schema>
