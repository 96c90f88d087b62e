import { authorShareOf } from './commission.ts'
import { splitByLargestRemainder, sumCents, taxContained } from './money.ts'

/** The member states: what is sold there is declared in the one-stop shop. */
const memberStates = (
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK' as const
).split(' ')

/** Where a private buyer may live: the European Union, Great Britain, Switzerland, Liechtenstein, Norway. */
export const sellCountries: readonly string[] = [...memberStates, 'CH', 'GB', 'LI', 'NO'].toSorted()

/** Whether a country is a member state of the European Union. */
export function isMemberState(code: string): boolean {
  return memberStates.includes(code)
}

/** Whether a country code (ISO 3166-1 alpha-2) is one we sell to. */
export function isSellCountry(code: string): boolean {
  return sellCountries.includes(code)
}

export interface TaxedLine {
  grossCents: number
  taxCents: number
  /** What the author earns of the net price, frozen at sale. */
  authorShareCents: number
}

export interface TaxedOrder {
  totalCents: number
  taxCents: number
  lines: TaxedLine[]
}

/**
 * Taxes an order: the tax is rounded once per rate, on what is sold at it, and split over those lines by largest remainder,
 * so that the lines always add up to what the receipt says. Rate and author's share are one for all lines, or each line's
 * own; the share is taken from the net price.
 */
export function taxOrder(
  grossPrices: readonly number[],
  rateBp: number | readonly number[],
  authorShareBp: number | readonly number[],
): TaxedOrder {
  const rates = grossPrices.map((_, index) => ofLine(rateBp, index))
  const taxes = grossPrices.map(() => 0)
  for (const rate of new Set(rates)) {
    const indexes = rates.flatMap((each, index) => (each === rate ? index : []))
    const prices = indexes.map((index) => grossPrices[index] ?? 0)
    const split = splitByLargestRemainder(taxContained(sumCents(prices), rate), prices)
    for (const [place, index] of indexes.entries()) taxes[index] = split[place] ?? 0
  }
  const lines = grossPrices.map((grossCents, index) => {
    const taxCents = taxes[index] ?? 0
    const share = { platformCostCents: 0, authorShareBp: ofLine(authorShareBp, index) }
    const authorShareCents = authorShareOf({ paidCents: grossCents, taxCents, ...share })
    return { grossCents, taxCents, authorShareCents }
  })
  return { totalCents: sumCents(grossPrices), taxCents: sumCents(taxes), lines }
}

function ofLine(value: number | readonly number[], index: number): number {
  return typeof value === 'number' ? value : (value[index] ?? 0)
}
