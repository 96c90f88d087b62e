import { effectivePrice, type PricedLine } from '#shared/rules/cart.ts'
import {
  bundlePrice,
  type Held,
  isOffered,
  isWorthBuying,
  type Licence,
  type LicencePrices,
  licencePriceFor,
  licencePrices,
  restOfBundle,
} from '#shared/rules/licence.ts'
import { reductionOf } from '#shared/rules/reduction.ts'
import type { BundlePartRow } from './price-queries.ts'

/** What a price is made of, as the columns of `material` have it. Cents. */
export interface PriceRow {
  price_cents: number
  sale_price_cents: number | null
  sale_until: Date | null
  prior_price_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
}

/** Today's prices of all licences, in cents. */
export function pricesOf(row: PriceRow, now: Date): LicencePrices {
  return licencePrices({
    price: singlePrice(row, now),
    regularPrice: row.price_cents,
    additionalPrice: row.additional_price_cents,
    schoolPrice: row.school_price_cents,
  })
}

/** What a reduction of the single licence is measured at, in cents; null where nothing may be called reduced. */
function priceBefore(row: PriceRow, now: Date): number | null {
  const { price_cents: priceCents, sale_price_cents: salePriceCents, sale_until: saleUntil } = row
  return reductionOf({ priceCents, salePriceCents, saleUntil, priorPriceCents: row.prior_price_cents }, now)
    .before
}

/** Today's price of the single licence, in cents. */
export function singlePrice(
  row: Pick<PriceRow, 'price_cents' | 'sale_price_cents' | 'sale_until'>,
  now: Date,
): number {
  const { price_cents: priceCents, sale_price_cents: salePriceCents, sale_until: saleUntil } = row
  return effectivePrice({ priceCents, salePriceCents, saleUntil }, now)
}

export interface Wish {
  material_id: number
  licence: Licence
  is_bundle: boolean
  seen_price_cents: number
  /** Published or reachable by its link, and not the buyer's own. */
  is_for_sale: boolean
  held: Held | undefined
  /** Ordered already, and that payment is under way. */
  is_awaited?: boolean
}

export interface Line extends PricedLine {
  licence: Licence
  owned: { parts: number; of: number } | null
}

/**
 * A line at today's price for this very buyer, or undefined when there is nothing to buy. The one place where a cart's
 * prices come from: the cart, the material page's "for you" and the checkout ask here, so that they cannot disagree.
 */
export function priceLine(
  row: Wish & PriceRow,
  parts: readonly BundlePartRow[],
  now: Date,
): Line | undefined {
  const { licence, held } = row
  const asked = pricesOf(row, now)
  const priced = parts.map((part) => ({ price: singlePrice(part, now), isOwned: part.is_owned }))
  const today = row.is_bundle ? { ...asked, single: bundlePrice(asked.single, priced) } : asked
  const before = licence === 'single' ? priceBefore(row, now) : null
  const offer = { price: today.single, isBundle: row.is_bundle }
  if (row.is_awaited) return undefined
  if (!row.is_for_sale || !isOffered(licence, offer) || !isWorthBuying(licence, held)) return undefined
  const line = {
    materialId: row.material_id,
    licence,
    price: before ?? today[licence],
    listPrice: today[licence],
    seenPrice: row.seen_price_cents,
  }
  const ownedParts = row.is_bundle ? parts.filter((part) => part.is_owned).length : 0
  if (ownedParts === 0) {
    const finalPrice = licencePriceFor(licence, today, held)
    return { ...line, finalPrice, owned: held === undefined ? null : { parts: 0, of: 0 } }
  }
  if (ownedParts === parts.length) return undefined
  return {
    ...line,
    finalPrice: restOfBundle(today.single, priced),
    owned: { parts: ownedParts, of: parts.length },
  }
}
