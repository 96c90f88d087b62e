import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as first from '../../../../tests/support/first-word-grid.ts'
import { crossWords } from './word-cross.ts'
import { hideWords, wordDirections } from './word-grid.ts'

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'ß', 'é'), minLength: 1, maxLength: 7 }),
  fc.string({ unit: fc.constantFrom(...'enirstadhu'), minLength: 2, maxLength: 12 }),
  fc.constantFrom('Hund', 'Hund', 'Katze', 'Elefant', 'Ente', 'Nashorn', 'New York', '', 'x'),
)

test('a crossword is laid out as it always was: stored answers name its words', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 14 }), (words) => {
      expect(crossWords(words)).toEqual(first.crossWords(words))
    }),
    { numRuns: 1500 },
  )
})

test('a square hides its words where it always did', () => {
  const dirs = fc.uniqueArray(fc.constantFrom(...wordDirections), { minLength: 1 })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 14 }),
      fc.integer({ min: 4, max: 14 }),
      fc.string(),
      dirs,
      (words, size, seed, ways) => {
        expect(hideWords(words, size, seed, ways)).toEqual(first.hideWords(words, size, seed, ways))
      },
    ),
    { numRuns: 1000 },
  )
})
