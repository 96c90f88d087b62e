import { decodedPart } from '#platform/rules/text/decoded.ts'

/** Over https a cookie may carry a prefix; its role is the name without it. */
const prefixes = ['', '__Host-', '__Secure-']

/** The value of a readable cookie by its role (`logged_in`, `c_t`, `csrf`); undefined when absent or unreadable. */
export function readCookie(role: string): string | undefined {
  for (const pair of allCookies().split('; ')) {
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1)
    if (at > 0 && value !== '' && prefixes.some((prefix) => pair.slice(0, at) === prefix + role))
      return decodedPart(value)
  }
  return undefined
}

/** Sets a first-party cookie for this many days; the value must need no encoding. */
export function keepCookie(name: string, value: string, days: number): void {
  try {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    Object.assign(document, {
      cookie: `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`,
    })
  } catch {
    // A sandboxed document keeps no cookies: it forgets.
  }
}

/** Removes a readable cookie in every spelling it may have. */
export function dropCookie(role: string): void {
  try {
    // Not the Cookie Store API: it is missing on plain http and in older browsers.
    for (const prefix of prefixes) {
      const secure = prefix === '' ? '' : '; Secure'
      Object.assign(document, { cookie: `${prefix}${role}=; Path=/; Max-Age=0; SameSite=Lax${secure}` })
    }
  } catch {
    // A sandboxed document has no cookies: there is nothing to remove.
  }
}

function allCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}
