import type { LiveWorldCode } from '../contract/world.ts'
import { authorShareBp, shareTiers } from '../limits.ts'
import { shareOf, taxContained } from './money.ts'

/** No tier of any world asks for more sales than these. */
export const mostCountedSales = Math.max(
  ...Object.values(shareTiers).flatMap((tiers) => tiers.map(({ sales }) => sales)),
)

/** The author's share of the next sale in a world, in basis points, after so many paid ones there. */
export function shareAfter(world: LiveWorldCode, sales: number): number {
  return shareTiers[world].findLast((tier) => sales >= tier.sales)?.authorShareBp ?? authorShareBp
}

/** The next tier an author reaches, or undefined on the highest. */
export function nextTier(
  world: LiveWorldCode,
  sales: number,
): { sales: number; authorShareBp: number } | undefined {
  return shareTiers[world].find((tier) => tier.sales > sales)
}

export interface SaleSplit {
  /** What the buyer pays, in cents. */
  paidCents: number
  taxCents: number
  authorShareCents: number
  /** Below zero when the platform gave more than it earns. */
  commissionCents: number
}

/**
 * Where the price of one line goes. A discount the author gives comes before everything; one the platform gives lowers what
 * is paid and taxed, and comes out of the commission alone: the author is paid as if there were none.
 * @throws RangeError for a discount above the price
 */
export function commissionOf(input: {
  grossAfterAuthorDiscount: number
  platformDiscount: number
  taxRateBp: number
  authorShareBp: number
}): SaleSplit {
  const { grossAfterAuthorDiscount: gross, platformDiscount, taxRateBp } = input
  if (platformDiscount < 0 || platformDiscount > gross)
    throw new RangeError(`Cannot take ${platformDiscount} off ${gross}`)
  const paidCents = gross - platformDiscount
  const taxCents = taxContained(paidCents, taxRateBp)
  const authorShareCents = shareOf(gross - taxContained(gross, taxRateBp), input.authorShareBp)
  return { paidCents, taxCents, authorShareCents, commissionCents: paidCents - taxCents - authorShareCents }
}
