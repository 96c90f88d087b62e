import { sumCents } from '#platform/rules/money/money.ts'

export interface PricedLine {
  materialId: number
  /** What a reduction is measured at, or what everybody is asked, in cents. */
  price: number
  /** What is paid now, in cents: without what the buyer has already paid for. */
  finalPrice: number
  /** What everybody is asked today, in cents. */
  listPrice: number
  /** What was asked when it was put in, in cents. */
  seenPrice: number
}

export interface CartTotals {
  originalPrice: number
  finalPrice: number
}

/** The sums of a cart: before and after sale prices, in cents. */
export function cartTotals(lines: readonly Pick<PricedLine, 'price' | 'finalPrice'>[]): CartTotals {
  return {
    originalPrice: sumCents(lines.map((line) => line.price)),
    finalPrice: sumCents(lines.map((line) => line.finalPrice)),
  }
}

/**
 * The price asked when adding, when today's is higher. Of one that fell no more is said than of any reduction: nothing
 * above what it is measured at, and nothing (null) where it may not be called one. Null when nothing changed.
 */
export function priceChangedFrom({
  price,
  listPrice,
  seenPrice,
}: Pick<PricedLine, 'price' | 'listPrice' | 'seenPrice'>): number | null {
  if (seenPrice < listPrice) return seenPrice
  return seenPrice > listPrice && price > listPrice ? Math.min(seenPrice, price) : null
}

/**
 * The single materials of a cart that one of its bundles contains as well, in cart order (specification 3).
 * `contents` maps a bundle's id to the ids in it; bundles that are not in the cart do not count.
 */
export function itemsInBundles(
  materialIds: readonly number[],
  contents: ReadonlyMap<number, readonly number[]>,
): number[] {
  const bundled = new Set(materialIds.flatMap((id) => contents.get(id) ?? []))
  return materialIds.filter((id) => bundled.has(id))
}
