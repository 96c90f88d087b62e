import { randomBytes } from 'node:crypto'

/** The key of a practice link: letters and figures nobody mixes up, and at least one letter, as figures alone are ids. */
export function practiceKey(): string {
  const signs = '23456789abcdefghjkmnpqrstuvwxyz'
  return `p${[...randomBytes(15)].map((byte) => signs[byte % signs.length]).join('')}`
}
