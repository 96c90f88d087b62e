import { localCookieDays } from '#shared/limits.ts'
import type { CookieChange } from '../../http/action.ts'
import { hashToken } from '../../secrets.ts'
import type { CartChange } from './types.ts'

const tokenForm = /^[\w-]{43}$/

/** Undefined for what is no token of ours. */
export function hashOf(token: string | undefined): Buffer | undefined {
  return token !== undefined && tokenForm.test(token) ? hashToken(token) : undefined
}

/** The cart's cookie, renewed with every change; members need none. */
export function cartCookies(change: CartChange): CookieChange[] {
  if (change.token === null) return []
  return [{ name: 'c_t', value: change.token, maxAgeSeconds: localCookieDays * 86_400 }]
}
