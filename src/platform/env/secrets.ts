import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Env, purposeKey } from './env.ts'

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

const ivBytes = 12
const tagBytes = 16

/** What a text is sealed for: a key of its own by `purpose`, and the one row (`owner`) in which it can be opened. */
export interface SealedFor {
  purpose: string
  owner: string
}

/** A text as it may be stored (AES-256-GCM): whoever reads the table alone, or moves it to another row, has nothing. */
export function seal({ secret }: Pick<Env, 'secret'>, { purpose, owner }: SealedFor, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(secret, purpose), iv)
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws Error when it was sealed with another key or for another row */
export function unseal(
  { secret }: Pick<Env, 'secret'>,
  { purpose, owner }: SealedFor,
  sealed: Buffer,
): string {
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', purposeKey(secret, purpose), iv)
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}
