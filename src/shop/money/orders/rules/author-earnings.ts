import { authorShareBp } from '#platform/limits.ts'
import { shareOf, taxContained } from '#platform/rules/money/money.ts'

/** Where the gross price of one sale goes, in cents; tax, fee and share add up to the price. */
export interface Earnings {
  taxCents: number
  feeCents: number
  shareCents: number
}

/** What an author earns with one sale: the rule of every order (platform/rules/money/tax.ts), for one material alone. `taxRateBp` in basis points. */
export function authorEarnings(priceCents: number, taxRateBp: number): Earnings {
  const taxCents = taxContained(priceCents, taxRateBp)
  const shareCents = shareOf(priceCents - taxCents, authorShareBp)
  return { taxCents, feeCents: priceCents - taxCents - shareCents, shareCents }
}

/**
 * An amount as somebody types it, in cents: comma or dot, at most two decimals, no grouping. Undefined for anything else.
 */
export function typedCents(typed: string): number | undefined {
  const parts = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '0').padEnd(2, '0')) : undefined
}
