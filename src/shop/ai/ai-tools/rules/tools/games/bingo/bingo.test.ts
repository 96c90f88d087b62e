import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#platform/rules/random.ts'
import { UnfitInput } from '../../../tool.ts'
import { cardsOf } from './tool.ts'

test('cards have different terms each, and no two are the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), {
        minLength: 12,
        maxLength: 60,
        selector: (term) => term.toLocaleLowerCase(),
      }),
      fc.integer({ min: 2, max: 40 }),
      fc.string(),
      (terms, count, seed) => {
        const cards = cardsOf(terms, { count, cells: 9, random: seeded(seed) })
        expect(cards).toHaveLength(count)
        expect(new Set(cards.map((card) => card.toSorted().join('\n'))).size).toBe(count)
        for (const card of cards) {
          expect(new Set(card).size).toBe(9)
          expect(card.every((term) => terms.includes(term))).toBe(true)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('too few terms, or the same ones in other letters, make no cards', () => {
  const nine = 'a b c d e f g h i'.split(' ')
  expect(() => cardsOf(nine, { count: 2, cells: 9, random: seeded('x') })).toThrow(UnfitInput)
  expect(() => cardsOf([...nine, 'A', 'B'], { count: 2, cells: 9, random: seeded('x') })).toThrow(UnfitInput)
  expect(cardsOf([...nine, 'j'], { count: 10, cells: 9, random: seeded('x') })).toHaveLength(10)
})
