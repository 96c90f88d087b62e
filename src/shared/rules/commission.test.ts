import { expect, test } from 'vitest'
import { liveWorldCodes } from '../contract/world.ts'
import { shareTiers } from '../limits.ts'
import { mostCountedSales, nextTier, shareAfter } from './commission.ts'

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
