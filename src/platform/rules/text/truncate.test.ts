import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test.each([
  ['abc', 5, 'abc'],
  ['abcdef', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab👩\u200d🏫c', 6, 'ab'],
  ['ab👩\u200d🏫c', 7, 'ab👩\u200d🏫'],
  ['abe\u0301', 3, 'ab'],
  ['ab🇩🇪', 4, 'ab'],
  ['😀', 1, ''],
])('%j in %d is %j', (text, longest, expected) => expect(truncate(text, longest)).toBe(expected))

test('whatever is cut is whole, is a beginning and fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(200), (text, longest) => {
      const cut = truncate(text, longest)
      expect(cut.length).toBeLessThanOrEqual(longest)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
  expect(truncate('x'.repeat(1_000_000), 999_999)).toHaveLength(999_999)
})
