import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDifferences } from './line-differences.ts'

const shape = (before: string, after: string) =>
  lineDifferences(before, after)
    .map(({ kind, text }) => ({ same: ' ', gone: '-', new: '+' })[kind] + text)
    .join('')

test('lines that are the same, gone and new', () => {
  expect(shape('a\nb\nc', 'a\nB\nc')).toBe(' a-b+B c')
  expect(shape('a\nb\nc', 'b\nc\nd')).toBe('-a b c+d')
  expect(shape('', 'a')).toBe('-+a')
  expect(shape('a\na', 'a\na')).toBe(' a a')
})

test('the differences hold both texts', () => {
  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
    .map((all) => all.join('\n'))
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const found = lineDifferences(before, after)
      const of = (other: string) =>
        found
          .filter(({ kind }) => kind !== other)
          .map(({ text }) => text)
          .join('\n')
      expect(of('new')).toBe(before)
      expect(of('gone')).toBe(after)
    }),
  )
})

test('texts of many lines are compared at once', () => {
  const many = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word} ${at}`).join('\n')
  expect(lineDifferences(many('a'), many('b'))).toHaveLength(10_000)
})
