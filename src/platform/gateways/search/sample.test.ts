import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countSample, type Sample } from './sample.ts'
import type { Filter } from './types.ts'

interface Row {
  author: number
  cents: number
  terms: number[]
}

const termIds = [10, 20, 30, 40, 50, 60]
const row = fc.record({
  author: fc.integer({ min: 1, max: 3 }),
  cents: fc.integer({ min: 0, max: 5 }),
  terms: fc.uniqueArray(fc.constantFrom(...termIds)),
})
const kinds = ['subject', 'class_grade', 'format'] as const
const selections = fc
  .tuple(fc.subarray([10, 20]), fc.subarray([30, 40]), fc.subarray([50, 60, -1]))
  .map((chosen) =>
    kinds
      .map((kind, index) => ({ kinds: [kind], termIds: chosen[index] ?? [] }))
      .filter(({ termIds: wanted }) => wanted.length > 0),
  )
const bound = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined })

test('counts the same as asking every row for itself', () => {
  fc.assert(
    fc.property(
      fc.array(row),
      selections,
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      bound,
      bound,
      fc.boolean(),
      (rows, chosen, authorId, minCents, maxCents, orFree) => {
        const filter: Filter = {
          world: 'de',
          words: undefined,
          selections: chosen,
          price: { ...(minCents !== undefined && { minCents }), ...(maxCents !== undefined && { maxCents }) },
          orFree,
          authorId,
        }
        const even = rows.flatMap((_, index) => (index % 2 === 0 ? [index] : []))
        expect(countSample(sampleOf(rows), filter)).toEqual(naive(rows, filter))
        expect(countSample(sampleOf(rows), filter, even)).toEqual(
          naive(
            rows.filter((_, index) => index % 2 === 0),
            filter,
          ),
        )
      },
    ),
  )
})

function sampleOf(rows: readonly Row[]): Sample {
  const ends = rows.map((_, index) => rows.slice(0, index + 1).flatMap(({ terms }) => terms).length)
  return {
    ids: Float64Array.from(rows, (_, index) => index + 1),
    authors: Float64Array.from(rows, ({ author }) => author),
    cents: Int32Array.from(rows, ({ cents }) => cents),
    starts: Uint32Array.from([0, ...ends]),
    terms: Uint16Array.from(rows.flatMap(({ terms }) => terms.map((term) => termIds.indexOf(term)))),
    termIds,
  }
}

function naive(
  rows: readonly Row[],
  { selections: chosen, authorId, price, orFree }: Filter,
): Map<number, Map<number, number>> {
  const groups = new Map(Array.from({ length: chosen.length + 1 }, (_, group) => [group, new Map([[0, 0]])]))
  for (const { author, cents, terms } of rows) {
    if (authorId !== undefined && author !== authorId) continue
    const isInRange = cents >= (price?.minCents ?? 0) && cents <= (price?.maxCents ?? 9)
    if (!isInRange && !(orFree && cents === 0)) continue
    const failed = chosen.flatMap((each, index) =>
      each.termIds.some((id) => terms.includes(id)) ? [] : [index + 1],
    )
    const counts = failed.length > 1 ? undefined : groups.get(failed[0] ?? 0)
    for (const term of [0, ...terms]) counts?.set(term, (counts.get(term) ?? 0) + 1)
  }
  return groups
}
