import { cleanLine } from '#platform/rules/text/clean-text.ts'

/** EN 16931 sets no end to BT-10; nobody's reference is longer. */
const longest = 60

/**
 * What a buyer wants to find on an invoice (EN 16931, BT-10). For a buyer in Germany it is a Leitweg-ID, by which public
 * offices and schools route invoices: 2, 3, 5, 8, 9 or 12 digits, up to 30 letters and digits if there are any, and two check digits, by
 * which the whole is 1 modulo 97 (ISO 7064; KoSIT, "Formatspezifikation Leitweg-ID" 2.0.2). Elsewhere any line of text.
 * @returns as it is written on the invoice; null for nothing; undefined for what is none
 */
export function readBuyerReference(typed: string | undefined, country: string): string | null | undefined {
  const text = cleanLine(typed ?? '')
  if (text === '') return null
  if (country !== 'DE') return text.length <= longest ? text : undefined
  const id = text
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s/g, '')
  return /^(\d{2}|\d{3}|\d{5}|\d{8}|\d{9}|\d{12})(-[A-Z0-9]{1,30})?-\d{2}$/.test(id) &&
    restOf(id.replaceAll('-', '')) === 1
    ? id
    : undefined
}

/** A is 10, Z is 35: the number they make, modulo 97. */
function restOf(signs: string): number {
  let rest = 0
  for (const sign of signs) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
