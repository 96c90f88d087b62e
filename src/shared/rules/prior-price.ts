import { effectivePrice } from './cart.ts'

/** What a material cost from `changedAt` until the next change. */
export interface PriceChange {
  changedAt: Date
  priceCents: number
  salePriceCents: number | null
  saleUntil: Date | null
}

/** Directive 98/6/EC, article 6a (2): the period before the price reduction is not shorter than this. */
const periodMs = 30 * 86_400_000

/**
 * The lowest price asked in the 30 days before the running sale began, in cents; null when no sale runs or nothing is
 * known of the time before it. A sale that is made cheaper begins anew, so its first price counts as a price before
 * (the strict reading of article 6a: "progressively increased" reductions are an option of member states).
 * `changes` is oldest first.
 */
export function lowestPriorPrice(changes: readonly PriceChange[], now: Date): number | null {
  const running = changes.at(-1)
  if (running === undefined || running.salePriceCents === null) return null
  if (effectivePrice(running, now) !== running.salePriceCents) return null
  const end = running.changedAt.getTime()
  const start = end - periodMs
  const asked = changes.slice(0, -1).flatMap((change, index) => {
    const until = changes[index + 1]?.changedAt.getTime() ?? end
    return until > start ? pricesDuring(change, { start, until }) : []
  })
  return asked.length === 0 ? null : Math.min(...asked)
}

/** A sale that ends by itself leaves the regular price for the rest of its time. */
function pricesDuring(change: PriceChange, period: { start: number; until: number }): number[] {
  const from = Math.max(change.changedAt.getTime(), period.start)
  if (change.salePriceCents === null) return [change.priceCents]
  const saleEnd = change.saleUntil?.getTime() ?? Number.POSITIVE_INFINITY
  return [
    ...(saleEnd > from ? [change.salePriceCents] : []),
    ...(saleEnd < period.until ? [change.priceCents] : []),
  ]
}
