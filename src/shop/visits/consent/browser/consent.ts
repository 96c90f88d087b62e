import { readCookie } from '#platform/browser/cookies.ts'
import { type ConsentCategory, readConsentCookie } from '../rules/consent.ts'

/** Whether the visitor's browser asks every site not to follow them (Global Privacy Control): it is an answer. */
export function saysNoByBrowser(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Whether the visitor has answered, by their choice or by their browser. */
export function hasAnswered(): boolean {
  return saysNoByBrowser() || readConsentCookie(readCookie('consent')) !== undefined
}

/** Whether the visitor allowed it. Until they have answered, nothing is. */
export function isAllowed(category: ConsentCategory): boolean {
  if (saysNoByBrowser()) return false
  return readConsentCookie(readCookie('consent'))?.categories.includes(category) ?? false
}
