import { authorShareBp, shareTiers } from '#platform/limits.ts'
import type { LiveWorldCode } from '../contract/world.ts'
import { shareOf } from './money.ts'

/** No tier of any world asks for more sales than these. */
export const mostCountedSales = Math.max(
  ...Object.values(shareTiers).flatMap((tiers) => tiers.map(({ sales }) => sales)),
)

/** The author's share of the next sale in a world, in basis points, by the number of paid sales there. */
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

/** One line as it is sold, in cents. */
export interface SaleLine {
  /** What the buyer pays, gross. */
  paidCents: number
  /** Contained in it. */
  taxCents: number
  /** What the platform adds, net, because a discount of its own made the line cheaper (`platformCost`). */
  platformCostCents: number
  authorShareBp: number
}

/**
 * What the author earns by one line: their share of its net price. A discount the author gives comes before everything; one the
 * platform gives lowers what is paid and taxed, and the platform adds it again: the author is paid as if there were none.
 * What is left is the platform's (`partsOf` of booking.ts).
 */
export function authorShareOf({ paidCents, taxCents, platformCostCents, authorShareBp }: SaleLine): number {
  return shareOf(paidCents - taxCents + platformCostCents, authorShareBp)
}
