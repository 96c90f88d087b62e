import { randomBytes } from 'node:crypto'
import { consentCookieValue } from '#shop/visits/consent/rules/consent.ts'

/**
 * Every journey is that of a visitor who has answered the question for consent before, with no: nothing lies over its pages and nothing
 * is counted. Those about the question itself begin with no cookie.
 */
export const refusedConsent = {
  ...{ name: 'consent', domain: 'localhost', path: '/', expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: 'Lax' as const },
  value: consentCookieValue({ categories: [], key: randomBytes(16).toString('base64url') }),
}
