import { asPasted, pastedCode } from '../text/as-pasted.ts'

/** How long the IBANs of the countries of the SEPA schemes are (ISO 13616; EPC409-09). */
const lengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24 },
  ...{ FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20 },
  ...{ LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24 },
  ...{ RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
}

/** Words in front of a number: "IBAN:", "Kontonummer (IBAN)". They have no digits, an IBAN has them from its third sign on. */
const label = /^[^0-9]*?(?=[A-Z]{2}\d{2})/

/**
 * An IBAN as it is typed or pasted, with blanks and words in front, in its one spelling; undefined for one with a mistake in it, and for a country
 * to which no SEPA transfer goes. Whether anybody has the account, no number can tell.
 */
export function readIban(typed: string): string | undefined {
  const text = pastedCode(typed).replace(label, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || text.length !== lengths[text.slice(0, 2)]) return undefined
  return remainder97(text) === 1 ? text : undefined
}

/** ISO 7064 MOD 97-10: the first four signs to the end, letters as numbers from 10 on. */
function remainder97(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** A BIC in its one spelling (ISO 9362); undefined for what cannot be one. */
export function readBic(typed: string): string | undefined {
  const text = pastedCode(
    asPasted(typed).replace(/^(bic|swift)\b(\s*\/?\s*(bic|swift|code)\b)*[\s:.-]*/i, ''),
  )
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) ? text : undefined
}

/** An IBAN in its one spelling as people read and type it: in groups of four. */
export function readableIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
