import type { LiveWorldCode } from '../contract/world.ts'
import { authorShareBp, shareTiers } from '../limits.ts'

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
