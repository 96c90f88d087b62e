/** Cookies by role: those of the platform. Features add theirs by declaration merging, beside their rows (`CookieType`). */
export interface CookieRoles {
  session: string
  /** Random id of a stranger. */
  v_id: string
  csrf: string
  /** Tells the browser's own code that there is a session. */
  logged_in: string
  country: string
  /** On which somebody logged in before. */
  device: string
  /** An admin acts in a member's name: no page may come from the cache. */
  acting: string
  /** The own session of an admin while they act: it waits under another token until they stop. */
  own_session: string
}

export type CookieRole = keyof CookieRoles
export type RequestCookies = Partial<CookieRoles>

/** How a cookie is written and what of it is believed. Cookies are named by role; attributes are decided in one place. */
export interface CookieType {
  name: CookieRole
  /** The browser's own code reads it. */
  readable: boolean
  /** Named `__Host-<role>` on https, so that neither a sub-domain nor plain http can plant one. */
  prefixed: boolean
  maxLength: number
  /** Belongs to the stranger at this browser: gone once somebody else takes their place. */
  ofStranger?: true
}

export interface CookieChange {
  name: CookieRole
  value: string
  /** 0 deletes the cookie. */
  maxAgeSeconds: number
}

/** All our cookies, read off the manifests. */
export interface Cookies {
  /** Of a Cookie header. Foreign, doubled, overlong and strangely written ones are ignored: the first one counts. */
  read(header: string | undefined): RequestCookies
  /** One Set-Cookie value. Lax: a visitor who follows a link to us is still logged in; forms of others are not. */
  setHeader(change: CookieChange): string
  /** The changes after which nothing in this browser belongs to the stranger who was there. */
  withoutStranger(): CookieChange[]
}
