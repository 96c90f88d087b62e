import type {
  CookieChange,
  CookieRole,
  Cookies,
  CookieType,
  RequestCookies,
} from '#platform/context/cookies.ts'

/** The platform's own. `logged_in` keeps the name the specification gives it (3); it carries no authority over an account. */
export const platformCookies: readonly CookieType[] = [
  { name: 'session', readable: false, prefixed: true, maxLength: 64 },
  { name: 'v_id', readable: false, prefixed: true, maxLength: 64 },
  { name: 'csrf', readable: true, prefixed: true, maxLength: 128 },
  { name: 'logged_in', readable: true, prefixed: false, maxLength: 8 },
  { name: 'country', readable: true, prefixed: false, maxLength: 2 },
  { name: 'acting', readable: true, prefixed: false, maxLength: 1 },
  { name: 'own_session', readable: false, prefixed: true, maxLength: 64 },
  { name: 'device', readable: false, prefixed: true, maxLength: 256 },
]

const safeValue = /^[\w.~-]+$/

/**
 * The cookies of a site. They are for https only where its own address is (never told by a request header): the name on
 * the wire is then `__Host-session`, and `session` on plain http, a developer's machine.
 */
export function createCookies(types: readonly CookieType[], siteUrl: string): Cookies {
  const isSecure = siteUrl.startsWith('https://')
  const byRole = new Map(
    types.map((type) => {
      const sent = isSecure && type.prefixed ? `__Host-${type.name}` : type.name
      const attributes = `${type.readable ? '' : '; HttpOnly'}${isSecure ? '; Secure' : ''}`
      return [type.name, { ...type, sent, attributes }]
    }),
  )
  const bySent = new Map([...byRole.values()].map((type) => [type.sent, type]))
  return {
    read(header) {
      const found: RequestCookies = {}
      if (!header) return found
      for (const pair of header.split(';')) {
        const equals = pair.indexOf('=')
        const type = equals < 0 ? undefined : bySent.get(pair.slice(0, equals).trim())
        if (type === undefined || found[type.name] !== undefined) continue
        const value = pair.slice(equals + 1).trim()
        if (value.length <= type.maxLength && safeValue.test(value)) found[type.name] = value
      }
      return found
    },
    setHeader({ name, value, maxAgeSeconds }) {
      const type = byRole.get(name)
      if (type === undefined) throw new Error(`no feature declares the cookie ${name}`)
      const seconds = Math.max(0, Math.floor(maxAgeSeconds))
      return `${type.sent}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${type.attributes}`
    },
    withoutStranger: () => types.flatMap(({ name, ofStranger }) => (ofStranger ? expiredCookie(name) : [])),
  }
}

/** The change that removes a cookie. */
export function expiredCookie(role: CookieRole): CookieChange {
  return { name: role, value: '', maxAgeSeconds: 0 }
}
