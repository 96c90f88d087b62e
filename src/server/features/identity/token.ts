import { createHash, randomBytes } from 'node:crypto'

const tokenForm = /^[\w-]{43}$/

/** An opaque secret of 256 random bits, 43 characters of base64url. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token: what the database keeps. A fast hash is right here, because nobody can guess 256 bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text can be one of our tokens; others never reach the database. */
export function isToken(text: string): boolean {
  return tokenForm.test(text)
}
