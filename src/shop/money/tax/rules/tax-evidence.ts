import { countryOfPlace } from '#platform/rules/money/tax-territory.ts'

/** What is known of where a buyer lives; ISO 3166-1 alpha-2. */
export interface TaxEvidence {
  /** What they say: the billing address. */
  billing: string
  /** Where the connection came from, behind a trusted proxy. */
  ip: string | null
  /** Of the card or the account that paid. */
  bank: string | null
}

/**
 * Whether the items of evidence contradict the buyer's word (regulation 282/2011, articles 24b and 24f: two items that do not
 * contradict each other): one of them names another country, and none the same. Without any there is the word alone.
 */
export function isContradicted({ billing, ip, bank }: TaxEvidence): boolean {
  const others = [ip, bank].filter((country) => country !== null).map(countryOfPlace)
  return others.length > 0 && !others.includes(countryOfPlace(billing))
}
