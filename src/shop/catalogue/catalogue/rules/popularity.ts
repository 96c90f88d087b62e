/** What popularity is made of. */
export interface PopularityFacts {
  salesCount: number
  ratingSum: number
  ratingCount: number
  publishedAt: Date
}

const epoch = Date.UTC(2015, 0, 1)
const yearMs = 365 * 24 * 3600 * 1000

/**
 * One integer to order by: twice the interest counts 1,000 points, and so does being a year younger. Interest is
 * sales plus what ratings say beyond the middle of the scale. Freshness is the publication date itself, so the
 * number changes only with a sale or a rating and never has to be recomputed because time went by.
 */
export function popularityOf(facts: PopularityFacts): number {
  const liked = Math.max(0, facts.ratingSum - 2.5 * facts.ratingCount)
  const interest = 1000 * Math.log2(1 + Math.max(0, facts.salesCount) + liked)
  const freshness = (1000 * (facts.publishedAt.getTime() - epoch)) / yearMs
  return Math.max(0, Math.round(interest + freshness))
}
