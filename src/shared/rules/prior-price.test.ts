import { expect, test } from 'vitest'
import { lowestPriorPrice, type PriceChange } from './prior-price.ts'

const now = new Date('2026-11-21T12:00:00Z')

function at(
  daysAgo: number,
  price: number,
  sale: number | null = null,
  saleEndsDaysAgo?: number,
): PriceChange {
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000)
  return {
    changedAt: day(daysAgo),
    priceCents: price,
    salePriceCents: sale,
    saleUntil: saleEndsDaysAgo === undefined ? null : day(saleEndsDaysAgo),
  }
}

test('the regular price, when nothing else was asked', () => {
  expect(lowestPriorPrice([at(200, 500), at(3, 500, 300)], now)).toBe(500)
})

test('a lower price within 30 days before the sale counts, an older one does not', () => {
  expect(lowestPriorPrice([at(200, 400), at(20, 500), at(3, 500, 300)], now)).toBe(400)
  expect(lowestPriorPrice([at(200, 400), at(34, 500), at(3, 500, 300)], now)).toBe(500)
  expect(lowestPriorPrice([at(200, 400), at(32, 500), at(3, 500, 300)], now)).toBe(400)
})

test('raising the price just before the sale does not help', () => {
  expect(lowestPriorPrice([at(90, 300), at(1, 900), at(0.5, 900, 450)], now)).toBe(300)
})

test('an earlier sale is a price that was asked, as long as it ran', () => {
  expect(lowestPriorPrice([at(90, 500), at(20, 500, 250), at(15, 500), at(2, 500, 300)], now)).toBe(250)
  expect(lowestPriorPrice([at(90, 500, 250, 40), at(2, 500, 300)], now)).toBe(500)
  expect(lowestPriorPrice([at(90, 500, 250, 20), at(2, 500, 300)], now)).toBe(250)
})

test('a sale made cheaper begins anew', () => {
  expect(lowestPriorPrice([at(90, 500), at(10, 500, 400), at(2, 500, 300)], now)).toBe(400)
})

test('no sale, a sale that is over, or nothing known of the time before: nothing to show', () => {
  expect(lowestPriorPrice([], now)).toBeNull()
  expect(lowestPriorPrice([at(90, 500)], now)).toBeNull()
  expect(lowestPriorPrice([at(90, 500), at(10, 500, 300, 1)], now)).toBeNull()
  expect(lowestPriorPrice([at(10, 500, 300)], now)).toBeNull()
})
