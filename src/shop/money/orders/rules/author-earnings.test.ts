import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authorShareBp } from '#platform/limits.ts'
import { taxOrder } from '#platform/rules/money/tax.ts'
import { authorEarnings, typedCents } from './author-earnings.ts'

describe('authorEarnings', () => {
  test('a price of 4,50 with 19 % tax', () => {
    expect(authorEarnings(450, 1900)).toEqual({ taxCents: 72, feeCents: 113, shareCents: 265 })
  })

  test('is what an order of this one material books, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 2700 }), (price, rate) => {
        const { taxCents, feeCents, shareCents } = authorEarnings(price, rate)
        const [line] = taxOrder([price], rate, authorShareBp).lines
        expect([taxCents, shareCents]).toEqual([line?.taxCents, line?.authorShareCents])
        expect(taxCents + feeCents + shareCents).toBe(price)
        expect(feeCents).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

test('typedCents reads comma and dot and nothing else', () => {
  expect(['4,50', '4.5', ' 4 ', '0,05', '1000'].map(typedCents)).toEqual([450, 450, 400, 5, 100_000])
  expect(['', '-1', '1.000,00', '4,505', 'viel', '1e3', '12345678', '4,'].map(typedCents)).toEqual(
    Array(8).fill(undefined),
  )
})
