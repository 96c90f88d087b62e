import { shareOf, splitByLargestRemainder, sumCents, taxContained } from './money.ts'

/** Where a private buyer may live: the European Union, Great Britain, Switzerland, Liechtenstein. */
export const sellCountries = [
  ...[
    'AT',
    'BE',
    'BG',
    'CH',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GB',
    'GR',
    'HR',
    'HU',
    'IE',
    'IT',
  ],
  ...['LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
] as const

/** Whether a country code (ISO 3166-1 alpha-2) is one we sell to. */
export function isSellCountry(code: string): boolean {
  return (sellCountries as readonly string[]).includes(code)
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
 * Taxes an order: the tax is rounded once, on the total, and split over the lines by largest remainder, so that the
 * lines always add up to what the receipt says. The author's share (one for all lines, or each line's own) is taken from
 * its net price.
 */
export function taxOrder(
  grossPrices: readonly number[],
  rateBp: number,
  authorShareBp: number | readonly number[],
): TaxedOrder {
  const totalCents = sumCents(grossPrices)
  const taxCents = taxContained(totalCents, rateBp)
  const taxes = splitByLargestRemainder(taxCents, grossPrices)
  const lines = grossPrices.map((grossCents, index) => {
    const lineTax = taxes[index] ?? 0
    const shareBp = typeof authorShareBp === 'number' ? authorShareBp : (authorShareBp[index] ?? 0)
    return { grossCents, taxCents: lineTax, authorShareCents: shareOf(grossCents - lineTax, shareBp) }
  })
  return { totalCents, taxCents, lines }
}
