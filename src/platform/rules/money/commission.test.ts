import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareTiers } from '#platform/limits.ts'
import { platformCost } from '#shop/buying/credits/rules/voucher.ts'
import { liveWorldCodes } from '../contract/world.ts'
import { grossOf, partsOf } from './booking.ts'
import { authorShareOf, mostCountedSales, nextTier, shareAfter } from './commission.ts'
import { shareOf, taxContained } from './money.ts'

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

const sale = fc.record({
  gross: fc.integer({ min: 0, max: 1_000_000 }),
  discountBp: fc.integer({ min: 0, max: 10_000 }),
  rateBp: fc.integer({ min: 0, max: 3000 }),
  authorShareBp: fc.integer({ min: 0, max: 10_000 }),
})

/** A line as an order prices it; the platform bears this much of the gross price. */
function sold({ gross, discountBp, rateBp }: { gross: number; discountBp: number; rateBp: number }) {
  const discount = shareOf(gross, discountBp)
  const paidCents = gross - discount
  const taxCents = taxContained(paidCents, rateBp)
  return { paidCents, taxCents, platformCostCents: platformCost(discount, rateBp) }
}

test('no cent is lost or made: tax, share and commission are what is paid and what the platform adds', () => {
  fc.assert(
    fc.property(sale, ({ authorShareBp, ...given }) => {
      const line = sold(given)
      const authorShare = authorShareOf({ ...line, authorShareBp })
      const { paidCents: price, taxCents: tax, platformCostCents: voucherCost } = line
      const parts = partsOf({ price, tax, authorShare, voucherCost })
      expect(parts.taxCents + parts.authorShareCents + parts.commissionCents).toBe(price + voucherCost)
      expect(Math.min(parts.authorShareCents, parts.commissionCents)).toBeGreaterThanOrEqual(0)
      expect(grossOf(parts)).toBe(price)
    }),
    { numRuns: 10_000 },
  )
})

test('a discount of the platform moves the author by no more than the cent that taxes are rounded to', () => {
  fc.assert(
    fc.property(sale, ({ authorShareBp, ...given }) => {
      const share = authorShareOf({ ...sold(given), authorShareBp })
      const without = authorShareOf({ ...sold({ ...given, discountBp: 0 }), authorShareBp })
      expect(Math.abs(share - without)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 10_000 },
  )
})

test('a discount of the author makes their share smaller, to nothing with the price', () => {
  const share = (paidCents: number) =>
    authorShareOf({ paidCents, taxCents: 0, platformCostCents: 0, authorShareBp: 7000 })
  expect([share(1000), share(500), share(0)]).toEqual([700, 350, 0])
})
