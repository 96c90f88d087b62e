import { worldOf } from '#routing/worlds.ts'
import type { Cart } from '#shared/contract/cart.ts'
import type { MaterialCard } from '#shared/contract/material.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { type CartTotals, priceChangedFrom } from '#shared/rules/cart.ts'
import type { Line } from './pricing.ts'

/** The wire shape of specification 3. Vouchers and credits keep their place with their empty values. */
export function toCart(input: {
  world: LiveWorldCode
  token: string | null
  lines: readonly Line[]
  cards: readonly MaterialCard[]
  totals: CartTotals
  itemsInBundles: number[]
}): Cart {
  const cards = new Map(input.cards.map((card) => [card.id, card]))
  const cartItems = input.lines.flatMap((line) => {
    const material = cards.get(line.materialId)
    if (material === undefined) return []
    return {
      material: { ...material, finalPrice: line.finalPrice, sale: line.finalPrice < line.price },
      licence: line.licence,
      finalPrice: line.finalPrice,
      discount: line.price - line.finalPrice,
      priceChangedFrom: priceChangedFrom(line),
      owned: line.owned,
    }
  })
  return {
    cartItems,
    itemsInBundles: input.itemsInBundles,
    voucher: null,
    usedCredits: 0,
    currency: worldOf(input.world).currency,
    originalPrice: input.totals.originalPrice,
    finalPrice: input.totals.finalPrice,
    totalVoucherDiscount: 0,
    voucherError: null,
    token: input.token,
    loaded: true,
  }
}
