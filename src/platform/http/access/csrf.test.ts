import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { CookieType, RequestCookies } from '#platform/context/cookies.ts'
import { ProductError } from '#platform/errors.ts'
import { createCookies, platformCookies } from '../send/cookies.ts'
import { checkCsrf, checkFormOrigin, csrfCookie, missingCsrfCookies } from './csrf.ts'

const site = { secret: 'a secret of at least thirty-two letters', siteUrl: 'https://aularium.example' }
const own: IncomingHttpHeaders = { 'sec-fetch-site': 'same-origin', origin: 'https://aularium.example' }
const session = 'A'.repeat(43)

function isRefused(act: () => void): boolean {
  try {
    act()
    return false
  } catch (error) {
    return error instanceof ProductError && error.code === 'csrf_failed'
  }
}

function post(headers: IncomingHttpHeaders, cookies: RequestCookies): boolean {
  return isRefused(() => checkCsrf({ method: 'POST', headers, cookies }, site))
}

describe('API calls', () => {
  const csrf = csrfCookie(session, site.secret).value
  const cookies = { session, csrf }

  test('the own page with the token of its session passes', () => {
    expect(post({ ...own, 'x-csrf-token': csrf }, cookies)).toBe(false)
  })

  test.each([
    ['no header', { ...own }, cookies],
    ['header without cookie', { ...own, 'x-csrf-token': csrf }, { session }],
    ['another value', { ...own, 'x-csrf-token': `${csrf}x` }, cookies],
    ['a self-made pair', { ...own, 'x-csrf-token': 'abc.def' }, { session, csrf: 'abc.def' }],
    ['a token of another session', { ...own, 'x-csrf-token': csrf }, { session: 'B'.repeat(43), csrf }],
    ['another site', { 'sec-fetch-site': 'cross-site', 'x-csrf-token': csrf }, cookies],
    ['a sub-domain', { 'sec-fetch-site': 'same-site', 'x-csrf-token': csrf }, cookies],
    ['another origin, old browser', { origin: 'https://evil.example', 'x-csrf-token': csrf }, cookies],
    ['origin null, old browser', { origin: 'null', 'x-csrf-token': csrf }, cookies],
    [
      'a suffix of our name',
      { origin: 'https://aularium.example.evil.example', 'x-csrf-token': csrf },
      cookies,
    ],
    ['another site that logs a visitor in', { 'sec-fetch-site': 'cross-site' }, {}],
  ])('%s is refused', (_, headers, sent) => {
    expect(post(headers, sent)).toBe(true)
  })

  test('reading needs no token, and apps without cookies need none either', () => {
    expect(isRefused(() => checkCsrf({ method: 'GET', headers: {}, cookies }, site))).toBe(false)
    expect(post({ authorization: 'Bearer x' }, {})).toBe(false)
    expect(post({}, {})).toBe(false)
    expect(post({ authorization: 'Bearer x' }, cookies)).toBe(true)
  })

  test('missing cookies come once and then fit', () => {
    const given = missingCsrfCookies({}, site.secret)
    expect(given.map(({ name }) => name)).toEqual(['csrf', 'v_id'])
    const jar: RequestCookies = Object.fromEntries(given.map(({ name, value }) => [name, value]))
    expect(missingCsrfCookies(jar, site.secret)).toEqual([])
    expect(post({ ...own, 'x-csrf-token': jar.csrf ?? '' }, jar)).toBe(false)
    const atLogin = missingCsrfCookies({ ...jar, session }, site.secret)
    expect(atLogin.map(({ name }) => name)).toEqual(['csrf'])
  })
})

describe('forms', () => {
  test.each([
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    ['origin, old browser', { origin: 'https://aularium.example' }, false],
    ['origin equal to the host', { origin: 'https://kurse.example', host: 'kurse.example' }, false],
    ['the host by another scheme', { origin: 'http://kurse.example', host: 'kurse.example' }, true],
    ['cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://aularium.example' }, true],
    ['none', { 'sec-fetch-site': 'none' }, true],
    ['nothing at all', {}, true],
    ['origin null', { origin: 'null' }, true],
  ])('%s', (_, headers, refused) => {
    expect(isRefused(() => checkFormOrigin(headers, site.siteUrl))).toBe(refused)
  })
})

describe('cookies', () => {
  const cart: CookieType = { name: 'c_t', readable: true, prefixed: false, maxLength: 64, ofStranger: true }
  const locked = createCookies([...platformCookies, cart], 'https://aularium.example')
  const plain = createCookies([...platformCookies, cart], 'http://localhost:4321')

  test('on https they are locked to the host, on a plain developer machine they still work', () => {
    const change = { name: 'session', value: session, maxAgeSeconds: 60.7 } as const
    expect(locked.setHeader(change)).toBe(
      `__Host-session=${session}; Path=/; SameSite=Lax; Max-Age=60; HttpOnly; Secure`,
    )
    expect(plain.setHeader(change)).toBe(`session=${session}; Path=/; SameSite=Lax; Max-Age=60; HttpOnly`)
    expect(locked.setHeader({ name: 'csrf', value: 'x', maxAgeSeconds: 1 })).not.toContain('HttpOnly')
  })

  test('D2 36: a cookie planted without the prefix is not read on https', () => {
    expect(locked.read('session=planted; __Host-session=real; c_t=cart')).toEqual({
      session: 'real',
      c_t: 'cart',
    })
  })

  test('the first of two counts; strange and overlong values are ignored', () => {
    const header = `session=one; session=two; csrf="q"; v_id=${'x'.repeat(65)}; __proto__=1; logged_in; =x`
    expect(plain.read(header)).toEqual({ session: 'one' })
  })

  test('what is a stranger’s goes with them, and nothing else', () => {
    expect(plain.withoutStranger()).toEqual([{ name: 'c_t', value: '', maxAgeSeconds: 0 }])
  })

  test('one that nobody declares is neither read nor written', () => {
    const own = createCookies(platformCookies, 'http://localhost:4321')
    expect(own.read('c_t=cart; logged_in=1')).toEqual({ logged_in: '1' })
    expect(() => own.setHeader({ name: 'c_t', value: 'cart', maxAgeSeconds: 1 })).toThrow()
  })
})
