import { ProductError } from '#platform/errors.ts'
import {
  type BundlePart,
  bundlePrice,
  type Held,
  isOffered,
  isWorthBuying,
  type Licence,
  type LicencePrices,
  licencePriceFor,
  licencePrices,
  restOfBundle,
} from '#platform/rules/money/licence.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import type { PricedLine } from '#shop/catalogue/catalogue/rules/cart.ts'
import type { BundlePartRow, OfferRow } from './price-queries.ts'

/** What a price is made of, in cents: columns of `material`, and of `material_price` for what is asked now and before. */
export interface PriceRow {
  price_cents: number
  asked_cents: number
  before_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
}

/** Today's prices of all licences, in cents. */
function pricesOf(row: PriceRow): LicencePrices {
  return licencePrices({
    price: row.asked_cents,
    regularPrice: row.price_cents,
    additionalPrice: row.additional_price_cents,
    schoolPrice: row.school_price_cents,
  })
}

/** The same of a material, a bundle never above what its parts of today cost together. */
function pricesWithParts(
  row: PriceRow & Pick<Wish, 'is_bundle'>,
  parts: readonly BundlePartRow[],
): { today: LicencePrices; parts: BundlePart[] } {
  const asked = pricesOf(row)
  const priced = parts.map((part) => ({ price: part.asked_cents, isOwned: part.is_owned }))
  return {
    today: row.is_bundle ? { ...asked, single: bundlePrice(asked.single, priced) } : asked,
    parts: priced,
  }
}

/** What a member has of a material, as the columns of `entitlement` have it. */
export function heldOf(row: {
  held_licence: 'single' | 'school' | null
  held_colleagues: number | null
}): Held | undefined {
  const { held_licence: licence, held_colleagues: colleagues } = row
  return licence === null ? undefined : { licence, colleagues: colleagues ?? 0 }
}

/**
 * What is asked for a material that somebody wants to put in, in cents: who has it already is told so before.
 * @throws ProductError material_unavailable, own_material, already_owned, invalid_input with `licence: 'invalid'` when
 * it is not offered
 */
export function priceToAdd(
  row: OfferRow,
  wish: { parts: readonly BundlePartRow[]; licence: Licence; accountId: number | null },
): number {
  const { licence, parts } = wish
  const { today } = pricesWithParts(row, parts)
  if (!isPublic(row)) throw new ProductError('material_unavailable')
  if (!isOffered(licence, { price: today.single, isBundle: row.is_bundle }))
    throw new ProductError('invalid_input', { fields: { licence: 'invalid' } })
  if (row.author_id === wish.accountId) throw new ProductError('own_material')
  const hasAllParts = parts.length > 0 && parts.every((part) => part.is_owned)
  if (hasAllParts || !isWorthBuying(licence, heldOf(row))) throw new ProductError('already_owned')
  return today[licence]
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
export function priceLine(row: Wish & PriceRow, parts: readonly BundlePartRow[]): Line | undefined {
  const { licence, held } = row
  const { today, parts: priced } = pricesWithParts(row, parts)
  const before = licence === 'single' ? row.before_cents : null
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
