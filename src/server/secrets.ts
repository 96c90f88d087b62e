import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque secret of 256 random bits, 43 characters of base64url. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token: what the database keeps. A fast hash is right here, because nobody can guess 256 bits. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Whether two texts are the same, in a time that says nothing of where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
