import { pastedCode } from '#platform/rules/text/as-pasted.ts'

/** No sign that is taken for another one when it is read from a board. */
export const codeSigns = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 6
export const pinLength = 4

/** A code as it was typed, in small letters or with blanks; undefined: it can be none. */
export function readCode(typed: string | undefined): string | undefined {
  return readSigns(typed, codeLength)
}

/** The PIN of a seat card as it was typed; undefined: it can be none. */
export function readPin(typed: string | undefined): string | undefined {
  return readSigns(typed, pinLength)
}

/** A new code from random bytes, at least one for each character. */
export function codeOf(bytes: Uint8Array, length = codeLength): string {
  // 248 is the largest multiple of 31 in a byte: what is above would favour some signs.
  const fair = [...bytes].filter((byte) => byte < 248).slice(0, length)
  return fair.map((byte) => codeSigns[byte % codeSigns.length]).join('')
}

function readSigns(typed: string | undefined, length: number): string | undefined {
  const signs = pastedCode((typed ?? '').slice(0, 40))
  return signs.length === length && [...signs].every((sign) => codeSigns.includes(sign)) ? signs : undefined
}
