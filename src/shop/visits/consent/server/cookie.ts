import type { Context } from '#platform/context/context.ts'
import type { CookieChange, CookieType } from '#platform/context/cookies.ts'
import type { TokenType } from '#platform/features/token.ts'
import { consentDays } from '#platform/limits.ts'
import { type ConsentChoice, consentCookieValue } from '../rules/consent.ts'

declare module '#platform/context/context.ts' {
  interface Context {
    /** The value of the `consent` cookie: what the visitor allowed. */
    consentChoice?: string | undefined
  }
}

declare module '#platform/context/cookies.ts' {
  interface CookieRoles {
    /** What the visitor allowed (visits/consent/rules/consent.ts). */
    consent: string
  }
}

export const consentCookie: CookieType = { name: 'consent', readable: true, prefixed: false, maxLength: 40 }

/** Global Privacy Control is heard before any cookie: its header is no choice that allows anything. */
export const consentToken: TokenType = {
  ...{ name: 'consentChoice', cookie: 'consent' },
  header: { name: 'sec-gpc', form: /^1$/ },
}

/** Whether the visitor's browser asks every site not to follow them. */
export function saysNoByBrowser({ consentChoice }: Pick<Context, 'consentChoice'>): boolean {
  return consentChoice === '1'
}

/** The cookie that keeps a choice. */
export function cookieOf(choice: ConsentChoice): CookieChange {
  return { name: 'consent', value: consentCookieValue(choice), maxAgeSeconds: consentDays * 86_400 }
}
