import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CookieChange, RequestCookies } from '#platform/context/cookies.ts'
import { purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { createSigner } from '#platform/gateways/signer.ts'
import { localCookieDays, strangersListDays } from '#platform/limits.ts'

/*
 * Two locks, after the OWASP "Cross-Site Request Forgery Prevention" sheet:
 * 1. Where does the request come from? `Sec-Fetch-Site` is written by the browser and cannot be forged by a page;
 *    browsers without it (and plain http) send `Origin` with every POST.
 * 2. Signed double submit: the `csrf` cookie is random + HMAC(secret, session or anonymous id + random), and the
 *    caller repeats it in X-CSRF-Token. Signed, because a naive double submit falls to anybody who can plant a
 *    cookie; bound to the session, because a token of one's own must not work in a stranger's session.
 * A request without any cookie has no authority a stranger could borrow, so the second lock is for cookies only:
 * that exempts apps with a Bearer token. Forms have no token: lock 1 alone decides there, and it is strict
 * (neither `none` nor a missing origin is accepted); a public page is the same for all, so it can hold no token.
 */

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface CsrfRequest {
  method: string
  headers: IncomingHttpHeaders
  cookies: RequestCookies
}

export interface CsrfSite {
  /** Secret of the product, at least 32 bytes. */
  secret: string
  /** The address people use, for example `https://aularium.example`. */
  siteUrl: string
}

/** Refuses a forged API call. @throws ProductError('csrf_failed') */
export function checkCsrf(request: CsrfRequest, site: CsrfSite): void {
  if (safeMethods.has(request.method.toUpperCase())) return
  const hasCookies = Object.keys(request.cookies).length > 0
  if (!hasCookies && request.headers.authorization !== undefined) return
  const origin = originOf(request.headers, site.siteUrl)
  if (origin === 'foreign') throw new ProductError('csrf_failed')
  if (!hasCookies) return
  const header = request.headers['x-csrf-token']
  const sent = typeof header === 'string' ? header : ''
  const inCookie = request.cookies.csrf ?? ''
  if (!sameText(sent, inCookie) || !isCsrfTokenOf(inCookie, request.cookies, site.secret)) {
    throw new ProductError('csrf_failed')
  }
}

/** Whether a browser sent this: every browser marks a POST with Sec-Fetch-Site, Origin or both; apps do not. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-site'] !== undefined || headers.origin !== undefined || headers.cookie !== undefined
  )
}

/** Where a browser fetches its token before its first change. */
export const csrfPath = '/v1/csrf'

/** Refuses a reading call that another site started; for the one GET that changes something (logout). */
export function checkNotForeign(headers: IncomingHttpHeaders, siteUrl: string): void {
  if (originOf(headers, siteUrl) === 'foreign') throw new ProductError('csrf_failed')
}

/** Refuses an HTML form that another site posted. @throws ProductError('csrf_failed') */
export function checkFormOrigin(headers: IncomingHttpHeaders, siteUrl: string): void {
  if (originOf(headers, siteUrl) !== 'own') throw new ProductError('csrf_failed')
}

/**
 * The cookies a browser is missing for its next call: a `csrf` token of its session or anonymous id, and that
 * anonymous id itself. Sent with API answers, also with `csrf_failed`, so that a client simply tries once more.
 */
export function missingCsrfCookies(cookies: RequestCookies, secret: string): CookieChange[] {
  if (cookies.csrf !== undefined && isCsrfTokenOf(cookies.csrf, cookies, secret)) return []
  const anonymousId = cookies.v_id ?? newAnonymousId()
  const token = csrfCookie(cookies.session ?? anonymousId, secret)
  return cookies.v_id === undefined ? [token, anonymousIdCookie(anonymousId)] : [token]
}

/** A fresh token for a session token or anonymous id, as a cookie. */
export function csrfCookie(binding: string, secret: string): CookieChange {
  const random = randomBytes(16).toString('base64url')
  const value = `${random}.${signature(secret, binding, random)}`
  return { name: 'csrf', value, maxAgeSeconds: localCookieDays * 86_400 }
}

/** The anonymous id that owns a stranger's wishlist (128 random bits). */
export function newAnonymousId(): string {
  return randomBytes(16).toString('base64url')
}

export function anonymousIdCookie(anonymousId: string): CookieChange {
  return { name: 'v_id', value: anonymousId, maxAgeSeconds: strangersListDays * 86_400 }
}

function isCsrfTokenOf(token: string, cookies: RequestCookies, secret: string): boolean {
  const binding = cookies.session ?? cookies.v_id
  const [random, signed] = token.split('.')
  if (binding === undefined || !random || !signed) return false
  return sameText(signed, signature(secret, binding, random))
}

/** Lengths are part of the message: no two pairs of binding and random value give the same one. */
function signature(secret: string, binding: string, random: string): string {
  const message = `csrf!${binding.length}!${binding}!${random.length}!${random}`
  return createSigner(purposeKey(secret, 'csrf'))(message).toString('base64url')
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}

/**
 * Browsers that know Sec-Fetch-Site are believed there alone: on a page with `no-referrer` (token pages) they send
 * `Origin: null` with the site's own forms. Origin may also be that of the host the browser connected to, by the site's scheme.
 */
function originOf(headers: IncomingHttpHeaders, siteUrl: string): 'own' | 'foreign' | 'unknown' {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite === 'same-origin' ? 'own' : 'foreign'
  const { origin, host } = headers
  if (origin === undefined) return 'unknown'
  if (!URL.canParse(origin)) return 'foreign'
  const from = new URL(origin).origin
  const site = new URL(siteUrl)
  // The proxy in front ends TLS, so the scheme is the site's, whatever host was asked.
  const connected = `${site.protocol}//${host}`
  const own = [site.origin, ...(URL.canParse(connected) ? [new URL(connected).origin] : [])]
  return own.includes(from) ? 'own' : 'foreign'
}
