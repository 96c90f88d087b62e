import { expect, test } from 'vitest'
import { allRows, matches, toCounts, toFacets } from './counts.ts'
import type { Sample } from './sample.ts'
import type { Filter } from './types.ts'
import type { WorldTerms } from './words/terms.ts'

const emptySample: Sample = {
  ids: new Float64Array(),
  authors: new Float64Array(),
  cents: new Int32Array(),
  starts: new Uint32Array(1),
  terms: new Uint16Array(),
  termIds: [],
}
const terms: WorldTerms = {
  values: [
    { termId: 1, kind: 'subject', id: 'maths' },
    { termId: 2, kind: 'subject', id: 'art' },
    { termId: 3, kind: 'class_grade', id: '6' },
  ],
  termIdOf: new Map(),
  related: new Map(),
  shortNames: new Map(),
  phrases: { wishes: new Map(), types: new Map(), subjects: new Map() },
  gradeIds: [],
  sample: emptySample,
  popular: new Map(),
}
const filter: Filter = {
  world: 'de',
  words: undefined,
  selections: [{ kinds: ['subject'], termIds: [1] }],
  price: undefined,
  authorId: undefined,
}
const rows = [
  { term: 0, failing: 0, count: 5 },
  { term: 1, failing: 0, count: 5 },
  { term: 3, failing: 0, count: 2 },
  { term: 0, failing: 1, count: 4 },
  { term: 2, failing: 1, count: 4 },
  { term: 3, failing: 1, count: 1 },
]

function flat(facets: ReturnType<typeof toFacets>): Record<string, number | null> {
  return Object.fromEntries(facets.flatMap((facet) => facet.counts.map((each) => [each.id, each.count])))
}

test('rows that fail one selection count for its own kind alone', () => {
  const counts = toCounts(rows)
  expect(matches(counts)).toBe(5)
  expect(allRows(counts)).toBe(9)
  expect(flat(toFacets(filter, terms, counts, undefined))).toEqual({ maths: 5, art: 4, '6': 2 })
})

test('sampled groups are multiplied, and an empty sample is no number', () => {
  const exact = new Map([[0, toCounts(rows).get(0) ?? new Map<number, number>()]])
  const sampled = toCounts([{ term: 2, failing: 1, count: 2 }])
  expect(flat(toFacets(filter, terms, exact, sampled))).toEqual({ maths: 5, art: 128, '6': 2 })
  expect(flat(toFacets(filter, terms, new Map(), toCounts([])))).toEqual({
    maths: null,
    art: null,
    '6': null,
  })
})
