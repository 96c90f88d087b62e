import { z } from 'zod'

/** Decimal digits and nothing else: no sign, no blank, no exponent, no leading zero. */
const digits = /^(?:0|[1-9]\d{0,15})$/

/** The greatest value of a PostgreSQL `integer`. */
export const maxInt4 = 2_147_483_647
/** `bigint` reaches further, but a number of JavaScript does not. */
export const maxInt8 = Number.MAX_SAFE_INTEGER

/** A whole number between `min` and `max`, as JSON sends it or as digits of an address or a form. */
export function wholeNumber(min: number, max: number) {
  return z
    .union([z.number(), z.string().regex(digits).transform(Number)])
    .pipe(z.number().int().min(min).max(max))
}

/** Reads digits of an address or a form; undefined for anything else. */
export function readWholeNumber(
  text: string | null | undefined,
  min: number,
  max: number,
): number | undefined {
  return text == null ? undefined : wholeNumber(min, max).safeParse(text).data
}
