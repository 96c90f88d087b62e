import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveWorldCodes } from '../contract/world.ts'
import { shareTiers } from '../limits.ts'
import { commissionOf, mostCountedSales, nextTier, shareAfter } from './commission.ts'

test.each(liveWorldCodes)('%s: the share grows with the sales, from the first one on', (world) => {
  expect(shareTiers[world][0].sales).toBe(0)
  const shares = Array.from({ length: mostCountedSales + 2 }, (_, sales) => shareAfter(world, sales))
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(Math.max(...shares)).toBeLessThan(10_000)
  for (const tier of shareTiers[world]) expect(shareAfter(world, tier.sales)).toBe(tier.authorShareBp)
})

test('the next tier is told until the highest is reached', () => {
  expect(nextTier('de', 99)).toMatchObject({ sales: 100 })
  expect(nextTier('de', 100)).toMatchObject({ sales: 500 })
  expect(nextTier('de', 500)).toBeUndefined()
})

test('no cent is lost or made, and the platform’s discount never touches the author', () => {
  const sale = fc
    .integer({ min: 0, max: 1_000_000 })
    .chain((gross) => fc.tuple(fc.constant(gross), fc.integer({ min: 0, max: gross })))
  const rate = fc.integer({ min: 0, max: 3000 })
  const share = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      sale,
      rate,
      share,
      ([grossAfterAuthorDiscount, platformDiscount], taxRateBp, authorShareBp) => {
        const common = { grossAfterAuthorDiscount, taxRateBp, authorShareBp }
        const split = commissionOf({ ...common, platformDiscount })
        const without = commissionOf({ ...common, platformDiscount: 0 })
        expect(split.taxCents + split.authorShareCents + split.commissionCents).toBe(split.paidCents)
        expect(split.paidCents).toBe(grossAfterAuthorDiscount - platformDiscount)
        expect(split.authorShareCents).toBe(without.authorShareCents)
        expect(without.commissionCents).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('a discount above the price is none', () => {
  const sale = { grossAfterAuthorDiscount: 100, taxRateBp: 1900, authorShareBp: 7000 }
  for (const platformDiscount of [101, -1])
    expect(() => commissionOf({ ...sale, platformDiscount })).toThrow(RangeError)
})
