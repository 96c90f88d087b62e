import { createHmac, randomBytes } from 'node:crypto'
import type { CookieChange } from '#platform/context/cookies.ts'
import { purposeKey } from '#platform/env/env.ts'
import { isSameSecret } from '#platform/env/secrets.ts'

/*
 * The `device` cookie: `<id>.<mark>.<mark of an account>…`, set at each login and kept after a logout. Marks are signed
 * with the product's secret, so a device cannot be forged and does not reveal its accounts.
 */

const year = 365 * 86_400
/** Colleagues who share a computer in the staff room. */
const maxAccounts = 8

/** The id of a device with an earlier login; undefined for an unknown or forged cookie. */
export function deviceOf(cookie: string | undefined, secret: string): string | undefined {
  const [id, mark] = cookie?.split('.') ?? []
  return id && mark && isSameSecret(mark, markOf(secret, id, '')) ? id : undefined
}

/** The id of a device on which this very account logged in before. */
export function deviceKnownTo(cookie: string | undefined, email: string, secret: string): string | undefined {
  const id = deviceOf(cookie, secret)
  if (id === undefined) return undefined
  return marksIn(cookie).some((mark) => isSameSecret(mark, markOf(secret, id, email))) ? id : undefined
}

/** The cookie after a login: the same device, which now knows this account, too. */
export function deviceCookie(cookie: string | undefined, email: string, secret: string): CookieChange {
  const known = deviceOf(cookie, secret)
  const id = known ?? randomBytes(12).toString('base64url')
  const own = markOf(secret, id, email)
  const others = known === undefined ? [] : marksIn(cookie).filter((mark) => mark !== own)
  const marks = [own, ...others].slice(0, maxAccounts)
  return { name: 'device', value: [id, markOf(secret, id, ''), ...marks].join('.'), maxAgeSeconds: year }
}

function marksIn(cookie = ''): string[] {
  return cookie.split('.').slice(2, 2 + maxAccounts)
}

function markOf(secret: string, id: string, email: string): string {
  const mac = createHmac('sha256', purposeKey(secret, 'device')).update(`${id.length}!${id}!${email}`)
  return mac.digest('base64url').slice(0, 16)
}
