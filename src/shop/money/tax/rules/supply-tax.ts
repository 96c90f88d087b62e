import { isMemberState } from '#platform/rules/money/tax.ts'

/** Who supplies us, as far as the tax asks. */
export interface SupplierTax {
  /** ISO 3166-1 alpha-2: where they live or have their seat. */
  country: string
  /** They said that they act as a business, not as a private person. */
  isBusiness: boolean
  /** Country of the VAT number the register confirmed as theirs; undefined without one. */
  verifiedIn: string | undefined
}

/**
 * Who owes the tax on what an author supplies to us, a business in `buyerCountry`.
 * - A confirmed number of our country: the author, at our country's rate (directive 2006/112/EC, article 193).
 * - A confirmed number of another member state: we do (articles 44 and 196), the document says so.
 * - A business outside the union, with or without a number: we do (articles 44 and 196 know no number of third countries).
 * - Everybody else is private or a small business (articles 9 and 284): no tax, and none may be shown (article 203).
 */
export function supplyTax(
  { country, isBusiness, verifiedIn }: SupplierTax,
  buyerCountry: string,
): 'taxed' | 'reverse-charged' | 'not-taxed' {
  if (verifiedIn !== undefined && verifiedIn === buyerCountry) return 'taxed'
  if (verifiedIn !== undefined && isMemberState(verifiedIn)) return 'reverse-charged'
  return isBusiness && !isMemberState(country) && country !== buyerCountry ? 'reverse-charged' : 'not-taxed'
}
