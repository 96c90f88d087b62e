import { minPriceCents } from '#platform/limits.ts'
import type { PriceChange } from '#shop/selling/materials/rules/bulk-contract.ts'

/** Half a cent goes up; what costs anything costs at least the least price. */
export function priceAfter(price: number, change: PriceChange): number {
  if (change.kind === 'set') return change.cents
  if (price === 0) return 0
  return Math.max(minPriceCents, Math.round((price * (100 + change.percent)) / 100))
}

/** What so many percent off leave; 0 is no sale. */
export function saleAfter(price: number, percent: number): number | null {
  return percent === 0 ? null : Math.max(minPriceCents, Math.round((price * (100 - percent)) / 100))
}
