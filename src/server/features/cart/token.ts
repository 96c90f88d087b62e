import { createHash, randomBytes } from 'node:crypto'
import { localCookieDays } from '#shared/limits.ts'
import type { CookieChange } from '../../http/action.ts'
import type { CartChange } from './types.ts'

const tokenForm = /^[\w-]{43}$/

/** 256 random bits, 43 characters. Only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Undefined for what is no token of ours. */
export function hashOf(token: string | undefined): Buffer | undefined {
  return token !== undefined && tokenForm.test(token) ? hashToken(token) : undefined
}

/** Only the hash of a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The cart's cookie, renewed with every change; members need none. */
export function cartCookies(change: CartChange): CookieChange[] {
  if (change.token === null) return []
  return [{ name: 'c_t', value: change.token, maxAgeSeconds: localCookieDays * 86_400 }]
}
