import { vatIdChecks } from './vat-id-checks.ts'

/** What stands behind the country's letters, by country (Council Regulation 904/2010 and its kin outside the EU). */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/**
 * A VAT identification number as it is typed, with blanks and dots, in its one spelling; undefined for what has not
 * the form or the check digits of any country. Whether it was given to anybody, only the authorities can tell.
 */
export function readVatId(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(/[\s.\-/]/g, '')
  const [, swiss] = /^CHE(\d{9})(?:MWST|TVA|IVA)?$/.exec(text) ?? []
  if (swiss !== undefined) return vatIdChecks.CHE?.(swiss) ? `CHE${swiss}` : undefined
  const [, norwegian] = /^NO(\d{9})(?:MVA)?$/.exec(text) ?? []
  if (norwegian !== undefined) return vatIdChecks.NO?.(norwegian) ? `NO${norwegian}MVA` : undefined
  const country = text.slice(0, 2)
  const rest = text.slice(2)
  return forms[country]?.test(rest) && vatIdChecks[country]?.(rest) ? text : undefined
}

/** ISO 3166-1 alpha-2 of the country that gave a number in its one spelling. */
export function countryOfVatId(vatId: string): string {
  const letters = vatId.slice(0, 2)
  return letters === 'EL' ? 'GR' : letters
}
