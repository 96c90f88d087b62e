import { describe, expect, it } from 'vitest'
import { cartTotals, itemsInBundles, priceChangedFrom } from './cart.ts'

describe('cart', () => {
  it('sums regular and current prices', () => {
    const lines = [
      { materialId: 1, price: 499, finalPrice: 399, listPrice: 399, seenPrice: 499 },
      { materialId: 2, price: 250, finalPrice: 200, listPrice: 250, seenPrice: 250 },
    ]
    expect(cartTotals(lines)).toEqual({ originalPrice: 749, finalPrice: 599 })
    expect(cartTotals([])).toEqual({ originalPrice: 0, finalPrice: 0 })
    expect(lines.map(priceChangedFrom)).toEqual([499, null])
  })

  it('finds single materials that a bundle in the cart holds as well', () => {
    const contents = new Map([
      [10, [1, 2]],
      [11, [10, 3]],
      [99, [5]],
    ])
    expect(itemsInBundles([1, 10, 5], contents)).toEqual([1])
    expect(itemsInBundles([11, 10, 3], contents)).toEqual([10, 3])
    expect(itemsInBundles([1, 2], contents)).toEqual([])
  })
})
