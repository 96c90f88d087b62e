import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCents, taxContained } from './money.ts'
import { isSellCountry, sellCountries, taxOrder } from './tax.ts'

describe('tax of an order', () => {
  it('adds up: lines to the order, and gross to tax, author and platform', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (gross, rate, share) => {
          const order = taxOrder(gross, rate, share)
          expect(order.totalCents).toBe(sumCents(gross))
          expect(order.taxCents).toBe(taxContained(order.totalCents, rate))
          expect(sumCents(order.lines.map((line) => line.taxCents))).toBe(order.taxCents)
          for (const line of order.lines) {
            expect(line.taxCents).toBeGreaterThanOrEqual(0)
            expect(line.taxCents).toBeLessThanOrEqual(line.grossCents)
            expect(line.authorShareCents).toBeLessThanOrEqual(line.grossCents - line.taxCents)
            expect(line.authorShareCents).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('taxes nothing when nothing is due', () => {
    expect(taxOrder([0, 0], 1900, 7000)).toEqual({
      totalCents: 0,
      taxCents: 0,
      lines: [
        { grossCents: 0, taxCents: 0, authorShareCents: 0 },
        { grossCents: 0, taxCents: 0, authorShareCents: 0 },
      ],
    })
  })

  it('sells to the European Union and its neighbours only, Norway among them, each country once', () => {
    expect(sellCountries).toHaveLength(31)
    expect(new Set(sellCountries).size).toBe(31)
    for (const code of ['LI', 'NO']) expect(isSellCountry(code)).toBe(true)
    for (const code of ['US', 'de', '', 'DEU', 'MX']) expect(isSellCountry(code)).toBe(false)
  })

  it('rounds once per rate, whatever the mixture, and loses no cent', () => {
    const line = fc.record({
      gross: fc.integer({ min: 0, max: 100_000 }),
      rate: fc.constantFrom(0, 300, 550, 700, 1900, 2550),
      share: fc.integer({ min: 0, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (cart) => {
        const rates = cart.map(({ rate }) => rate)
        const order = taxOrder(
          cart.map(({ gross }) => gross),
          rates,
          cart.map(({ share }) => share),
        )
        expect(sumCents(order.lines.map((each) => each.taxCents))).toBe(order.taxCents)
        for (const rate of new Set(rates)) {
          const same = order.lines.filter((_, index) => rates[index] === rate)
          const gross = sumCents(same.map((each) => each.grossCents))
          expect(sumCents(same.map((each) => each.taxCents))).toBe(taxContained(gross, rate))
        }
      }),
      { numRuns: 10_000 },
    )
  })
})
