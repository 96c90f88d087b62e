import type { CookieChange } from './action.ts'

export type CookieRole = CookieChange['name']
export type RequestCookies = Partial<Record<CookieRole, string>>

/**
 * `readable`: the browser's own code reads it. `prefixed`: named `__Host-<role>` on https, so that neither a
 * sub-domain nor plain http can plant one. `c_t` and `logged_in` keep the names the specification gives them (3);
 * they carry no authority over an account.
 */
const roles: Record<CookieRole, { readable: boolean; prefixed: boolean; maxLength: number }> = {
  session: { readable: false, prefixed: true, maxLength: 64 },
  v_id: { readable: false, prefixed: true, maxLength: 64 },
  csrf: { readable: true, prefixed: true, maxLength: 128 },
  c_t: { readable: true, prefixed: false, maxLength: 64 },
  logged_in: { readable: true, prefixed: false, maxLength: 8 },
  country: { readable: true, prefixed: false, maxLength: 2 },
  social: { readable: false, prefixed: true, maxLength: 2000 },
  room: { readable: false, prefixed: true, maxLength: 300 },
  acting: { readable: true, prefixed: false, maxLength: 1 },
  device: { readable: false, prefixed: true, maxLength: 256 },
}

const roleNames = Object.keys(roles) as CookieRole[]
const safeValue = /^[\w.~-]+$/

/** Whether cookies are for https only, told by the site's own address and never by a request header. */
export function isSecureSite(siteUrl: string): boolean {
  return siteUrl.startsWith('https://')
}

/** The name on the wire: `__Host-session` on https, `session` on plain http (a developer's machine). */
export function cookieName(role: CookieRole, secure: boolean): string {
  return secure && roles[role].prefixed ? `__Host-${role}` : role
}

/** Our cookies by role. Foreign, doubled, overlong and strangely written ones are ignored: the first one counts. */
export function readCookies(header: string | undefined, secure: boolean): RequestCookies {
  const found: RequestCookies = {}
  if (!header) return found
  const byName = new Map(roleNames.map((role) => [cookieName(role, secure), role]))
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const role = equals < 0 ? undefined : byName.get(pair.slice(0, equals).trim())
    if (role === undefined || found[role] !== undefined) continue
    const value = pair.slice(equals + 1).trim()
    if (value.length <= roles[role].maxLength && safeValue.test(value)) found[role] = value
  }
  return found
}

/** One Set-Cookie value. Lax: a visitor who follows a link to us is still logged in; forms of others are not. */
export function setCookieHeader(change: CookieChange, secure: boolean): string {
  const parts = [`${cookieName(change.name, secure)}=${change.value}`, 'Path=/', 'SameSite=Lax']
  parts.push(`Max-Age=${Math.max(0, Math.floor(change.maxAgeSeconds))}`)
  if (!roles[change.name].readable) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

/** The change that removes a cookie. */
export function expiredCookie(role: CookieRole): CookieChange {
  return { name: role, value: '', maxAgeSeconds: 0 }
}
