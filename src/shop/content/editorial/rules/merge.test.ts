import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedText, passagesOf } from './merge.ts'

test('each place that differs is taken or left', () => {
  const [theirs, mine] = ['a\nb\nc\nd\ne', 'a\nB\nc\nd\nE\nf']
  expect(passagesOf(theirs, mine).filter(({ place }) => place !== undefined)).toEqual([
    { place: 0, theirs: ['b'], mine: ['B'] },
    { place: 1, theirs: ['e'], mine: ['E', 'f'] },
  ])
  expect(mergedText(theirs, mine, new Set([0]))).toBe('a\nb\nc\nd\nE\nf')
  expect(mergedText(theirs, mine, new Set([1]))).toBe('a\nB\nc\nd\ne')
})

test('nothing taken is the own text, everything taken the other one', () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', 'c'), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (theirs, mine) => {
      expect(mergedText(theirs, mine, new Set())).toBe(mine)
      const all = passagesOf(theirs, mine).flatMap(({ place }) => place ?? [])
      expect(mergedText(theirs, mine, new Set(all))).toBe(theirs)
    }),
  )
})
