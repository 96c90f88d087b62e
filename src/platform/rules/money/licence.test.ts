import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Held,
  isOffered,
  isWorthBuying,
  licencePriceFor,
  licencePrices,
  licences,
  restOfBundle,
} from './licence.ts'

const byDefault = { additionalPrice: null, schoolPrice: null }

describe('licences', () => {
  it('cost the documented percentage when the author has set nothing', () => {
    expect(licencePrices({ price: 399, regularPrice: 399, ...byDefault })).toEqual({
      single: 399,
      additional: 758,
      school: 1596,
    })
  })

  it('cost what the author has set, less in a sale', () => {
    const set = { regularPrice: 400, additionalPrice: 100, schoolPrice: 1000 }
    expect(licencePrices({ ...set, price: 400 })).toEqual({ single: 400, additional: 500, school: 1000 })
    expect(licencePrices({ ...set, price: 300 })).toEqual({ single: 300, additional: 375, school: 750 })
    expect(licencePrices({ ...set, price: 0 })).toEqual({ single: 0, additional: 0, school: 0 })
  })

  it('are offered for what costs something and is no bundle', () => {
    expect(licences.map((each) => isOffered(each, { price: 100, isBundle: false }))).toEqual([
      true,
      true,
      true,
    ])
    expect(licences.map((each) => isOffered(each, { price: 0, isBundle: false }))).toEqual([
      true,
      false,
      false,
    ])
    expect(licences.map((each) => isOffered(each, { price: 100, isBundle: true }))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are worth buying only for what is not held yet', () => {
    const alone: Held = { licence: 'single', colleagues: 0 }
    expect(licences.map((each) => isWorthBuying(each, undefined))).toEqual([true, true, true])
    expect(licences.map((each) => isWorthBuying(each, alone))).toEqual([false, true, true])
    expect(licences.map((each) => isWorthBuying(each, { ...alone, licence: 'school' }))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('never cost an owner more than a stranger, never less than nothing, and no step is dearer than the whole', () => {
    const material = fc
      .record({ regularPrice: fc.integer({ min: 50, max: 100_000 }), sale: fc.nat(100), add: fc.nat(100) })
      .chain(({ regularPrice, sale, add }) =>
        fc.record({
          regularPrice: fc.constant(regularPrice),
          price: fc.constant(Math.round((regularPrice * sale) / 100)),
          additionalPrice: fc.option(fc.constant(Math.round((regularPrice * add) / 100))),
          schoolPrice: fc.option(fc.integer({ min: regularPrice, max: 10_000_000 })),
        }),
      )
    fc.assert(
      fc.property(material, fc.nat(50), (priced, colleagues) => {
        const prices = licencePrices(priced)
        const held: Held = { licence: 'single', colleagues }
        expect(prices.single).toBe(priced.price)
        expect(prices.additional).toBeGreaterThanOrEqual(prices.single)
        expect(prices.school).toBeGreaterThanOrEqual(prices.single)
        for (const licence of licences) {
          const asked = licencePriceFor(licence, prices, held)
          expect(Number.isSafeInteger(asked)).toBe(true)
          expect(asked).toBeGreaterThanOrEqual(0)
          expect(asked).toBeLessThanOrEqual(prices[licence])
          expect(licencePriceFor(licence, prices, undefined)).toBe(prices[licence])
        }
        // First alone, then with a colleague: as dear as both at once.
        const alone: Held = { licence: 'single', colleagues: 0 }
        expect(prices.single + licencePriceFor('additional', prices, alone)).toBe(prices.additional)
        expect(prices.single + licencePriceFor('school', prices, alone)).toBe(prices.school)
      }),
    )
  })
})

describe('the rest of a bundle', () => {
  const parts = fc.array(fc.record({ price: fc.nat(100_000), isOwned: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  })

  it('is the price less the share of what is owned', () => {
    const bundle = [
      { price: 300, isOwned: true },
      { price: 300, isOwned: false },
      { price: 400, isOwned: false },
    ]
    expect(restOfBundle(800, bundle)).toBe(560)
    expect(restOfBundle(800, [])).toBe(800)
    expect(
      restOfBundle(1000, [
        { price: 0, isOwned: true },
        { price: 0, isOwned: false },
      ]),
    ).toBe(500)
  })

  it('and the share of what is owned add up to the price, to the cent', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), parts, (price, bundle) => {
        const others = bundle.map((part) => ({ ...part, isOwned: !part.isOwned }))
        expect(restOfBundle(price, bundle) + restOfBundle(price, others)).toBe(price)
      }),
    )
  })

  it('is everything for who owns nothing, nothing for who owns all, and falls with every part owned', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), parts, fc.nat(29), (price, bundle, place) => {
        const owning = (isOwned: boolean) => bundle.map((part) => ({ ...part, isOwned }))
        expect(restOfBundle(price, owning(false))).toBe(price)
        expect(restOfBundle(price, owning(true))).toBe(0)
        const more = bundle.map((part, index) => (index === place ? { ...part, isOwned: true } : part))
        expect(restOfBundle(price, more)).toBeLessThanOrEqual(restOfBundle(price, bundle))
      }),
    )
  })
})
