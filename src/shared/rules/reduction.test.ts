import { expect, test } from 'vitest'
import { reductionOf } from './reduction.ts'

const now = new Date('2026-11-21T12:00:00Z')
const sale = { priceCents: 999, salePriceCents: 249, saleUntil: null, priorPriceCents: 500 }

test('a reduction is measured at the lowest price before, whatever the regular one is', () => {
  expect(reductionOf(sale, now)).toEqual({ asked: 249, before: 500 })
  expect(reductionOf({ ...sale, salePriceCents: 0 }, now)).toEqual({ asked: 0, before: 500 })
})

test.each([
  ['the price before was the same', { priorPriceCents: 249 }],
  ['the price before was lower', { priorPriceCents: 100 }],
  ['the price before is not known for 30 days', { priorPriceCents: null }],
])('no reduction where %s', (_, change) => {
  expect(reductionOf({ ...sale, ...change }, now)).toEqual({ asked: 249, before: null })
})

test('no reduction without a running sale', () => {
  expect(reductionOf({ ...sale, salePriceCents: null }, now)).toEqual({ asked: 999, before: null })
  const over = { ...sale, saleUntil: new Date('2026-11-21T11:59:59Z'), priorPriceCents: 2000 }
  expect(reductionOf(over, now)).toEqual({ asked: 999, before: null })
})
