import { divideHalfUp, splitByLargestRemainder, sumCents } from './money.ts'

/** Money that is the buyers', until somebody sends it back or finds out what it was for. */
export const owedAccount = 'owed:buyers'

/** What we bear because something was taken down that should have stayed. */
export const takedownsAccount = 'platform:takedowns'

/** What we owe for codes nobody has redeemed yet. */
export const giftCardsAccount = 'gift-cards'

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
  /** What the platform adds because its voucher made the line cheaper. */
  voucherCostCents?: number
}

/** What of an order, or of what goes back of it, is its buyer's credit. */
export interface CreditPart {
  accountId: number
  amountCents: number
  /** What should have come from it and was not there any more: the platform bears it. */
  missingCents?: number
}

export interface SoldLine extends LineParts {
  authorId: number
}

/**
 * Where the gross price of a line goes: what is neither the state's nor the author's is the platform's commission, which
 * is reckoned as if there were no voucher of the platform's.
 */
export function partsOf(line: {
  price: number
  tax: number
  authorShare: number
  voucherCost?: number
}): LineParts {
  const { price, tax, authorShare, voucherCost = 0 } = line
  return {
    taxCents: tax,
    authorShareCents: authorShare,
    commissionCents: price + voucherCost - tax - authorShare,
    voucherCostCents: voucherCost,
  }
}

/** What the buyer paid for a line, gross. */
export function grossOf({
  taxCents,
  authorShareCents,
  commissionCents,
  voucherCostCents = 0,
}: LineParts): number {
  return taxCents + authorShareCents + commissionCents - voucherCostCents
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
  credit?: CreditPart | undefined
}): LedgerEntry[] {
  const { provider, feeCents, country, lines, credit } = input
  const { amountCents: spent = 0, missingCents: missing = 0 } = credit ?? {}
  const total = sumCents(lines.map(grossOf)) - spent - missing
  return [
    { account: `provider:${provider}`, amountCents: total - feeCents },
    { account: `fee:${provider}`, amountCents: feeCents },
    ...creditOf(credit, 1),
    { account: 'platform:credits', amountCents: missing },
    ...credited(country, lines, -1),
  ].filter(({ amountCents }) => amountCents !== 0)
}

/** The booking of money given back: each takes back their part, the author too, whose balance may fall below zero. */
export function refundBooking(input: {
  provider: string
  country: string
  lines: readonly SoldLine[]
  credit?: CreditPart | undefined
  /** The account the money went to already, where no provider sends it (a dispute that is lost). */
  takenIn?: string | undefined
}): LedgerEntry[] {
  const { provider, country, lines, credit, takenIn = `provider:${provider}` } = input
  const { amountCents: spent = 0, missingCents: missing = 0 } = credit ?? {}
  const total = sumCents(lines.map(grossOf))
  return [
    { account: takenIn, amountCents: spent + missing - total },
    ...creditOf(credit, -1),
    { account: 'platform:credits', amountCents: 0 - missing },
    ...credited(country, lines, 1),
  ].filter(({ amountCents }) => amountCents !== 0)
}

/** A sale of gift cards: the provider owes us the sum less its fee, and we owe it to the holder of the code. No tax is due yet. */
export function giftCardBooking(input: {
  provider: string
  feeCents: number
  amountCents: number
}): LedgerEntry[] {
  const { provider, feeCents, amountCents } = input
  return [
    { account: `provider:${provider}`, amountCents: amountCents - feeCents },
    { account: `fee:${provider}`, amountCents: feeCents },
    { account: giftCardsAccount, amountCents: -amountCents },
  ].filter((entry) => entry.amountCents !== 0)
}

/** What of a transfer pays what is open, what is still to come, and what is too much. */
export function splitTransfer(
  receivedCents: number,
  openCents: number,
): { paidCents: number; openCents: number; excessCents: number } {
  const paidCents = Math.min(receivedCents, openCents)
  return { paidCents, openCents: openCents - paidCents, excessCents: receivedCents - paidCents }
}

/** Money on our account for an invoice; what is too much we owe its buyer. */
export function transferBooking({
  provider,
  paidCents,
  excessCents,
}: {
  provider: string
  paidCents: number
  excessCents: number
}): LedgerEntry[] {
  return [
    { account: 'bank', amountCents: paidCents + excessCents },
    { account: `provider:${provider}`, amountCents: -paidCents },
    { account: owedAccount, amountCents: 0 - excessCents },
  ].filter(({ amountCents }) => amountCents !== 0)
}

/** A member's credit is what we owe them: spending it makes that less. */
function creditOf(credit: CreditPart | undefined, sign: 1 | -1): LedgerEntry[] {
  return credit === undefined
    ? []
    : [{ account: `credit:${credit.accountId}`, amountCents: sign * credit.amountCents }]
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
    {
      account: 'platform:vouchers',
      amountCents: -sign * sumCents(lines.map(({ voucherCostCents = 0 }) => voucherCostCents)),
    },
  ]
}

/**
 * What of each part goes back with an amount, in proportion to what is left of them, by largest remainder: the parts add
 * up to the amount, none is ever more than is left, and with the last cent all of them are gone. What the platform added
 * for its voucher comes back to it in the same proportion.
 * @throws RangeError for nothing, or more than is left
 */
export function splitRefund(amountCents: number, left: LineParts): Required<LineParts> {
  const gross = grossOf(left)
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > gross)
    throw new RangeError(`Cannot give back ${amountCents} of ${gross}`)
  const voucherCostCents = divideHalfUp(
    BigInt(left.voucherCostCents ?? 0) * BigInt(amountCents),
    BigInt(gross),
  )
  const parts = [left.taxCents, left.authorShareCents, left.commissionCents]
  const [taxCents = 0, authorShareCents = 0, commissionCents = 0] = splitByLargestRemainder(
    amountCents + voucherCostCents,
    parts,
  )
  return { taxCents, authorShareCents, commissionCents, voucherCostCents }
}

/** What paid an order: its buyer's credit, and the buyer's card. What neither paid, the platform bore. */
export interface Payers {
  creditCents: number
  cardCents: number
}

/**
 * Where an amount goes back to after so much went back before, in cents: credit comes first, then the card, and at last what
 * the platform bore for credit that was missing. However it is parted, none gets more than it paid.
 */
export function instrumentsBack(
  amountCents: number,
  input: { beforeCents: number; paid: Payers },
): Payers & { platformCents: number } {
  const { beforeCents, paid } = input
  const upTo = (cents: number) => {
    const creditCents = Math.min(cents, paid.creditCents)
    return { creditCents, cardCents: Math.min(cents - creditCents, paid.cardCents) }
  }
  const [before, after] = [upTo(beforeCents), upTo(beforeCents + amountCents)]
  const creditCents = after.creditCents - before.creditCents
  const cardCents = after.cardCents - before.cardCents
  return { creditCents, cardCents, platformCents: amountCents - creditCents - cardCents }
}
