import { asPasted } from '../text/as-pasted.ts'
import { latinTwins } from '../text/look-alikes.ts'
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

/** Labels that are written without a blank before the number: "USt-IdNrDE136695976". */
const gluedLabel =
  /^(?:(?:UMSATZ|U)?ST(?:EUER)?ID(?:ENT)?(?:NR|NUMMER)?|UID(?:NR)?|MWST(?:NR)?|N?TVA(?:INTRA(?:COM(?:MUNAUTAIRE)?)?)?|P?IVA|PARTITAIVA|VAT(?:REG)?(?:NUMBER|NO|NR|ID)?|NIF|CIF|BTW(?:ID|NR)?|NIP|AΦM)(?=[A-Z]{2})/
/** What Greeks and Cyrillic keyboards write for EL. */
const greekLetters = /^(?:E[ΛЛ]|GR)(?=\d)/

/**
 * A VAT identification number as it is typed or pasted, with blanks, dots and words in front ("USt-IdNr.:", "P.IVA", "N° TVA", "ΑΦΜ"),
 * in its one spelling; undefined for what has not the form or the check digits of any country. Whether it was given to
 * anybody, only the authorities can tell. `country` (ISO 3166-1) is the one beside it: a number without letters is of that one.
 */
export function readVatId(typed: string, country?: string): string | undefined {
  const words = latinTwins(asPasted(typed).toUpperCase()).match(/[\p{L}\p{N}+*]+/gu) ?? []
  const firstNumber = words.findIndex((word) => /\d/.test(word))
  if (firstNumber < 0) return undefined
  // The number begins with the first word or with one behind others that have no digits.
  for (let at = 0; at <= firstNumber; at += 1) {
    const text = words.slice(at).join('')
    const found = spelled(text, at === 0) ?? spelled(text.replace(gluedLabel, ''), false)
    if (found !== undefined) return found
  }
  const isGreek = words.slice(0, firstNumber).join('').startsWith('AΦM')
  const letters = isGreek ? 'EL' : lettersOf(country)
  return letters && spelled(letters + words.slice(firstNumber).join(''), true)
}

/** `isWhole`: no words stand in front, so that the letters NO are Norway's and not those of "VAT No". */
function spelled(written: string, isWhole: boolean): string | undefined {
  const text = written.replace(greekLetters, 'EL').replace(/^BE(?=\d{9}$)/, 'BE0')
  const [, swiss] = /^CHE(\d{9})(?:MWST|TVA|IVA)?$/.exec(text) ?? []
  if (swiss !== undefined) return vatIdChecks.CHE?.(swiss) ? `CHE${swiss}` : undefined
  const [, norwegian, mva] = /^NO(\d{9})(MVA)?$/.exec(text) ?? []
  if (norwegian !== undefined)
    return (isWhole || mva) && vatIdChecks.NO?.(norwegian) ? `NO${norwegian}MVA` : undefined
  const country = text.slice(0, 2)
  const rest = text.slice(2)
  return forms[country]?.test(rest) && vatIdChecks[country]?.(rest) ? text : undefined
}

/** What numbers of a country begin with. */
function lettersOf(country: string | undefined): string | undefined {
  if (country === 'GR') return 'EL'
  return country === 'CH' || country === 'LI' ? 'CHE' : country
}

/** ISO 3166-1 alpha-2 of the country that gave a number in its one spelling. */
export function countryOfVatId(vatId: string): string {
  const letters = vatId.slice(0, 2)
  return letters === 'EL' ? 'GR' : letters
}
