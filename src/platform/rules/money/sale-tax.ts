import { isMemberState } from './tax.ts'
import { isOutsideVat } from './tax-territory.ts'

/** Where our own VAT numbers are; elsewhere outside the union nobody may be charged the country's tax. */
export interface Registrations {
  /** Numbers in countries outside the union by country: GB, CH, NO. */
  vatIds: Readonly<Record<string, string | undefined>>
  /** Countries we sell to all the same, without any tax: the operator says so. */
  withoutTax: readonly string[]
}

/** Countries outside the union we can be registered in. Liechtenstein's tax is administered with the Swiss number (MWSTG, art. 3). */
export const registrationOf: Readonly<Record<string, string>> = { GB: 'GB', CH: 'CH', LI: 'CH', NO: 'NO' }

/** Our number on an invoice with the tax of a country; undefined: that of the country we live in stands there. */
export function ownVatIdIn(country: string, { vatIds }: Registrations): string | undefined {
  return vatIds[registrationOf[country] ?? '']
}

/**
 * What becomes of the tax of a sale of electronic services.
 * - `taxed`: at the rate of the buyer's country (directive 2006/112/EC, article 58; at home and in the one-stop shop, or
 *   with our registration there).
 * - `reverse-charged`: the buyer is a business in another country and owes the tax itself, or none is due with us
 *   (articles 44 and 196). In the union its number has to be confirmed; outside a well-formed one is what there is.
 * - `not-taxed`: the address is outside every VAT we know of (article 6), or in a country we are not registered in and
 *   the operator sells to all the same.
 * - `not-sold`: a private buyer in a country whose tax we may not charge (VATA 1994, schedule 11, paragraph 5; MWSTG, article
 *   27: whoever shows tax without being registered owes it).
 */
export type SaleTreatment = 'taxed' | 'reverse-charged' | 'not-taxed' | 'not-sold'

/** What becomes of the tax of one sale. `postcode`: of an address in that country, null where it is not known. */
export function saleTreatment(input: {
  sellerCountry: string
  buyer: {
    country: string
    postcode: string | null
    /** Country of the number that counts: confirmed in the union, well-formed outside. */
    businessIn: string | undefined
  }
  registrations: Registrations
}): SaleTreatment {
  const { sellerCountry, registrations } = input
  const { country, postcode, businessIn } = input.buyer
  if (businessIn === country && country !== sellerCountry) return 'reverse-charged'
  if (isOutsideVat(country, postcode)) return 'not-taxed'
  if (country === sellerCountry || isMemberState(country)) return 'taxed'
  if (ownVatIdIn(country, registrations) !== undefined) return 'taxed'
  return registrations.withoutTax.includes(country) ? 'not-taxed' : 'not-sold'
}
