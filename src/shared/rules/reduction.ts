import { effectivePrice } from './cart.ts'

/** What a price is made of, as `material` has it. Cents. */
export interface PriceParts {
  priceCents: number
  salePriceCents: number | null
  /** Null: a sale without end. */
  saleUntil: Date | null
  /**
   * The lowest price of the 30 days before the price of now began, worked out by the database's `prior_price`; null: not
   * known for all of them.
   */
  priorPriceCents: number | null
}

/**
 * What is asked now, and what a reduction is measured at (directive 98/6/EC, article 6a; CJEU C-330/23): `before` is above
 * `asked`, or null, and then nothing is struck through and no saving is claimed anywhere. Cents.
 */
export function reductionOf(parts: PriceParts, now: Date): { asked: number; before: number | null } {
  const asked = effectivePrice(parts, now)
  const isSale = parts.salePriceCents !== null && (parts.saleUntil === null || parts.saleUntil > now)
  const prior = parts.priorPriceCents
  return { asked, before: isSale && prior !== null && prior > asked ? prior : null }
}
