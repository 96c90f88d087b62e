/**
 * How many of a hundred who looked took it, bought or for free. Never above 100: what browsers fetched ahead of a click is not
 * counted as a look, so there can be more sales than looks.
 */
export function takenShare(figures: { views: number; sales: number; freeTakes: number }): number {
  const { views, sales, freeTakes } = figures
  return views <= 0 ? 0 : Math.min(100, ((sales + freeTakes) / views) * 100)
}
