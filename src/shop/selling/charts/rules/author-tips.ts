import type { Figures, Ranked } from '#shop/selling/statistics/rules/contract.ts'
import { takenShare } from './conversion.ts'

/** What an author could do next, as their own numbers say. */
export type Tip =
  | { kind: 'few_views' | 'few_taken' | 'left_in_cart' | 'little_found' | 'regulars' }
  | { kind: 'searched'; term: string }

/** Below this a share says nothing. */
const enoughViews = 50
const enoughCarts = 10
const most = 3
const fewTakenPercent = 1
const manyLeft = 0.3
const littleFound = 0.1
const manyRegulars = 0.3

/** At most three, what weighs most first. Numbers of a few visits give no advice. */
export function tipsOf(now: {
  totals: Figures
  sources: readonly Ranked[]
  terms: readonly Ranked[]
}): Tip[] {
  const { totals, sources, terms } = now
  const { views, cartAdds, sales, buyers, returningBuyers } = totals
  const tips: Tip[] = []
  if (views < enoughViews) tips.push({ kind: 'few_views' })
  if (cartAdds >= enoughCarts && sales < cartAdds * manyLeft) tips.push({ kind: 'left_in_cart' })
  if (views >= enoughViews && takenShare(totals) < fewTakenPercent) tips.push({ kind: 'few_taken' })
  const found = sources
    .filter(({ name }) => name === 'search' || name === 'engine')
    .reduce((sum, each) => sum + each.views, 0)
  if (views >= enoughViews && found < views * littleFound) tips.push({ kind: 'little_found' })
  const [searched] = terms
  if (searched) tips.push({ kind: 'searched', term: searched.name })
  if (buyers >= enoughCarts && returningBuyers >= buyers * manyRegulars) tips.push({ kind: 'regulars' })
  return tips.slice(0, most)
}

/** A day that lies further away is no forecast. */
const furthestDays = 730

/**
 * In how many days so many sales are reached at the pace of the last `days` days; undefined where nobody can say: nothing was
 * sold, or it takes longer than two years.
 */
export function daysUntil(
  goal: number,
  { reached, sold, days }: { reached: number; sold: number; days: number },
): number | undefined {
  if (reached >= goal) return 0
  if (sold <= 0 || days <= 0) return undefined
  const left = Math.ceil(((goal - reached) * days) / sold)
  return left <= furthestDays ? left : undefined
}
