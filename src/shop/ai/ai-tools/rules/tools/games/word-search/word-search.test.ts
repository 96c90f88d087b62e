import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersOf } from '#platform/rules/words/word-grid.ts'
import { UnfitInput } from '../../../tool.ts'
import { squareOf, timesIn } from './tool.ts'

const letter = fc.constantFrom('a', 'e', 'i', 'n', 'r', 's', 't', 'l', 'ä', 'β', 'ω')
const word = fc.string({ unit: letter, minLength: 3, maxLength: 9 })

test('every word stands exactly once, none by accident', () => {
  let made = 0
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 10 }), fc.string(), (words, seed) => {
      try {
        const { square, placed } = squareOf(words, 14, ['right', 'down', 'diagonal', 'backwards'], seed)
        made += 1
        expect(placed).toHaveLength(words.length)
        expect(square.flat().every((cell) => [...cell].length === 1)).toBe(true)
        for (const each of words) expect(timesIn(square, lettersOf(each).join(''))).toBe(1)
      } catch (error) {
        // A word that stands inside another cannot be there once.
        if (!(error instanceof UnfitInput)) throw error
      }
    }),
    { numRuns: 150 },
  )
  expect(made).toBeGreaterThan(60)
})

test.each([
  [['Haus', 'Hausboot'], 14],
  [['Regal', 'Lager'], 14],
  [['Donaudampfschiff', 'Rad'], 10],
  [['a', 'Rad'], 10],
])('%j in %i: refused with its field', (words, size) => {
  expect(() => squareOf(words, size, ['right', 'down'], 's')).toThrow(UnfitInput)
})
