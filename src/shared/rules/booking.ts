import { splitByLargestRemainder, sumCents } from './money.ts'

/** One side of a booking: what an account owes us is above zero, what we owe is below. */
export interface LedgerEntry {
  account: string
  amountCents: number
}

/** What one sold line gave to whom, in cents. */
export interface LineParts {
  taxCents: number
  authorShareCents: number
  commissionCents: number
}

export interface SoldLine extends LineParts {
  authorId: number
}

/** Where the gross price of a line goes: what is neither the state's nor the author's is the platform's commission. */
export function partsOf(line: { price: number; tax: number; authorShare: number }): LineParts {
  return {
    taxCents: line.tax,
    authorShareCents: line.authorShare,
    commissionCents: line.price - line.tax - line.authorShare,
  }
}

/**
 * The booking of a sale: what the provider owes us, less its fee, is what we owe the state, the authors and ourselves.
 * It sums to zero whatever was rounded.
 */
export function saleBooking(input: {
  provider: string
  /** What the provider keeps for itself; the platform bears it. */
  feeCents: number
  country: string
  lines: readonly SoldLine[]
}): LedgerEntry[] {
  const { provider, feeCents, country, lines } = input
  const total = sumCents(lines.map((line) => line.taxCents + line.authorShareCents + line.commissionCents))
  return [
    { account: `provider:${provider}`, amountCents: total - feeCents },
    { account: `fee:${provider}`, amountCents: feeCents },
    ...credited(country, lines, -1),
  ].filter(({ amountCents }) => amountCents !== 0)
}

/** The booking of money given back: each takes back their part, the author too, whose balance may fall below zero. */
export function refundBooking(input: {
  provider: string
  country: string
  lines: readonly SoldLine[]
}): LedgerEntry[] {
  const { provider, country, lines } = input
  const total = sumCents(lines.map((line) => line.taxCents + line.authorShareCents + line.commissionCents))
  return [{ account: `provider:${provider}`, amountCents: -total }, ...credited(country, lines, 1)].filter(
    ({ amountCents }) => amountCents !== 0,
  )
}

function credited(country: string, lines: readonly SoldLine[], sign: 1 | -1): LedgerEntry[] {
  const byAuthor = Map.groupBy(lines, ({ authorId }) => authorId)
  return [
    { account: `tax:${country}`, amountCents: sign * sumCents(lines.map(({ taxCents }) => taxCents)) },
    ...[...byAuthor].map(([authorId, own]) => ({
      account: `author:${authorId}`,
      amountCents: sign * sumCents(own.map(({ authorShareCents }) => authorShareCents)),
    })),
    {
      account: 'platform:commission',
      amountCents: sign * sumCents(lines.map(({ commissionCents }) => commissionCents)),
    },
  ]
}

/**
 * What of each part goes back with an amount, in proportion to what is left of them, by largest remainder: the parts add
 * up to the amount, none is ever more than is left, and with the last cent all of them are gone.
 * @throws RangeError for nothing, or more than is left
 */
export function splitRefund(amountCents: number, left: LineParts): LineParts {
  const parts = [left.taxCents, left.authorShareCents, left.commissionCents]
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > sumCents(parts))
    throw new RangeError(`Cannot give back ${amountCents} of ${sumCents(parts)}`)
  const [taxCents = 0, authorShareCents = 0, commissionCents = 0] = splitByLargestRemainder(
    amountCents,
    parts,
  )
  return { taxCents, authorShareCents, commissionCents }
}
