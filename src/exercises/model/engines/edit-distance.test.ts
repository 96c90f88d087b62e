import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance } from '../../../../tests/support/distance.ts'
import { isWithin } from './edit-distance.ts'

test('texts are within so many slips where the whole table says so', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
  fc.assert(
    fc.property(letters, letters, fc.nat(3), (one, other, slips) => {
      expect(isWithin(one, other, slips)).toBe(distance(one, other) <= slips)
    }),
    { numRuns: 5000 },
  )
})

test('so are texts that are nearly the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 8, maxLength: 30 })
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'a', 'b', 'ab'), fc.nat(2)), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(text, changes, fc.nat(3), (one, all, slips) => {
      const other = all.reduce((before, [place, put, gone]) => {
        const at = place % (before.length + 1)
        return before.slice(0, at) + put + before.slice(at + gone)
      }, one)
      expect(isWithin(one, other, slips)).toBe(distance(one, other) <= slips)
    }),
    { numRuns: 3000 },
  )
})
