import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Priced, recommendPrice } from './price-recommendation.ts'

const sheet: Priced = { currency: 'EUR', pages: 10, hasSolutions: false, isEditable: false, parts: [] }

describe('a recommended price', () => {
  test('without comparable sales follows pages, solutions and whether it can be edited', () => {
    expect(recommendPrice(sheet, [])).toMatchObject({ price: 179, confidence: 'low', reasons: ['pages'] })
    const full = { ...sheet, hasSolutions: true, isEditable: true }
    expect(recommendPrice(full, [])).toMatchObject({
      price: 309,
      reasons: ['pages', 'solutions', 'editable'],
    })
  })

  test('is the median of what was bought, by how often', () => {
    const alike = [199, 199, 249, 249, 299, 349, 399].map((cents) => ({ cents, sales: 1 }))
    const found = recommendPrice(sheet, [...alike, { cents: 499, sales: 20 }])
    expect(found).toMatchObject({ price: 499, n: 8, confidence: 'medium', reasons: ['sold_alike'] })
    expect(recommendPrice(sheet, alike).reasons).toEqual(['pages'])
  })

  test('of a bundle is four fifths of its parts; whole amounts where there are no cents', () => {
    expect(recommendPrice({ ...sheet, parts: [500, 500] }, []).price).toBe(799)
    expect(recommendPrice({ ...sheet, currency: 'MXN' }, []).price % 100).toBe(0)
  })

  test('always can be asked: within bounds, ending in a nine, the low one not above the high one', () => {
    const comparable = fc.record({
      cents: fc.integer({ min: 0, max: 200_000 }),
      sales: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(
        fc.array(comparable, { maxLength: 60 }),
        fc.integer({ min: 0, max: 2000 }),
        (alike, pages) => {
          const { price, low, high } = recommendPrice({ ...sheet, pages }, alike)
          expect(low <= price && price <= high).toBe(true)
          for (const each of [price, low, high]) {
            expect(each >= 99 && each <= 2999).toBe(true)
            expect(each % 10).toBe(9)
          }
        },
      ),
    )
  })
})
