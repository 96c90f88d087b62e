import type { CookieChange, CookieType } from '#platform/context/cookies.ts'
import { hashToken } from '#platform/env/secrets.ts'
import type { TokenType } from '#platform/features/token.ts'
import { localCookieDays } from '#platform/limits.ts'
import type { CartChange } from './types.ts'

declare module '#platform/context/context.ts' {
  interface Context {
    /** Token of the `c_t` cookie or the X-Cart-Token header (specification 7). */
    cartToken?: string | undefined
  }
}

declare module '#platform/context/cookies.ts' {
  interface CookieRoles {
    c_t: string
  }
}

/** It keeps the name the specification gives it (3). */
export const cartCookie: CookieType = {
  ...{ name: 'c_t', readable: true, prefixed: false, maxLength: 64 },
  ofStranger: true,
}

export const cartToken: TokenType = {
  ...{ name: 'cartToken', cookie: 'c_t' },
  header: { name: 'x-cart-token', form: /^[\w-]{1,64}$/ },
}

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
