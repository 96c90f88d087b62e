import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfUp, shareOf, splitByLargestRemainder, sumCents, taxContained } from './money.ts'

const cents = fc.integer({ min: 0, max: 2_000_000_000 })
const rate = fc.integer({ min: 0, max: 5000 })

describe('money', () => {
  it('takes the tax out of a gross amount, half-up', () => {
    expect(taxContained(11_900, 1900)).toBe(1900)
    expect(taxContained(499, 1900)).toBe(80)
    expect(taxContained(499, 810)).toBe(37)
    expect(taxContained(0, 1900)).toBe(0)
    expect(taxContained(499, 0)).toBe(0)
    expect(divideHalfUp(5n, 10n)).toBe(1)
    expect(divideHalfUp(-5n, 10n)).toBe(-1)
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError)
  })

  it('never takes more than half a cent too much or too little', () => {
    fc.assert(
      fc.property(cents, rate, (gross, bp) => {
        const tax = taxContained(gross, bp)
        const error = 2n * (BigInt(tax) * BigInt(10_000 + bp) - BigInt(gross) * BigInt(bp))
        expect(Number.isSafeInteger(tax)).toBe(true)
        expect(tax).toBeLessThanOrEqual(gross)
        expect(error <= BigInt(10_000 + bp) && error > -BigInt(10_000 + bp)).toBe(true)
      }),
    )
  })

  it('splits to the cent, each part within one cent of its exact share', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 200 }),
        (total, weights) => {
          const parts = splitByLargestRemainder(total, weights)
          expect(parts).toHaveLength(weights.length)
          expect(sumCents(parts)).toBe(weights.length === 0 ? 0 : total)
          const sum = sumCents(weights)
          if (sum === 0) return
          parts.forEach((part, index) => {
            expect(Math.abs(part - (total * (weights[index] ?? 0)) / sum)).toBeLessThan(1.001)
          })
        },
      ),
    )
  })

  it('splits an uneven cent to the largest remainder, the earlier one on a tie', () => {
    expect(splitByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByLargestRemainder(80, [199, 300])).toEqual([32, 48])
    expect(splitByLargestRemainder(5, [0, 0])).toEqual([5, 0])
    expect(() => splitByLargestRemainder(-1, [1])).toThrow(RangeError)
    expect(() => splitByLargestRemainder(1, [-1])).toThrow(RangeError)
  })

  it('shares never exceed the amount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, bp) => {
        const share = shareOf(amount, bp)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(amount)
        expect(shareOf(amount, 10_000)).toBe(amount)
      }),
    )
  })
})
