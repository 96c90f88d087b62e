import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { anonymousIdCookie, csrfCookie, newAnonymousId } from '#platform/http/access/csrf.ts'
import { expiredCookie } from '#platform/http/send/cookies.ts'
import { deviceCookie } from '#platform/http/visitor/device.ts'
import { nextPath } from '#platform/routing/next-path.ts'
import { url } from '#platform/routing/url.ts'
import type { Client, Login } from '../sessions/sessions.ts'

/** Where a request comes from, for what counts attempts. */
export function clientOf(context: Context, raw: Pick<RequestFacts, 'headers' | 'ip'>): Client {
  const cookies = context.cookies.read(raw.headers.cookie)
  return { ip: raw.ip, device: cookies.device }
}

/** What a browser keeps of a login; a public session has nothing to keep. */
export function afterLogin(context: Context, login: Login, client: Client): CookieChange[] {
  const { member } = login
  if (member === undefined) return []
  const maxAgeSeconds = login.expiresInSeconds
  return [
    { name: 'session', value: login.token, maxAgeSeconds },
    { name: 'logged_in', value: '1', maxAgeSeconds },
    csrfCookie(login.token, context.env.secret),
    deviceCookie(client.device, member.email, context.env.secret),
  ]
}

/** A session in which an admin acts in a member's name. */
export interface ActingSession {
  token: string
  /** Of the admin's own session, which waits. */
  ownToken: string
  expiresInSeconds: number
}

/** What a browser keeps while an admin acts in a member's name; `acting` has each page say so. */
export function afterActing(
  context: Context,
  { token, ownToken, expiresInSeconds: maxAgeSeconds }: ActingSession,
): CookieChange[] {
  return [
    { name: 'session', value: token, maxAgeSeconds },
    { name: 'logged_in', value: '1', maxAgeSeconds },
    { name: 'acting', value: '1', maxAgeSeconds },
    { name: 'own_session', value: ownToken, maxAgeSeconds },
    // The cart in this browser is the admin's own.
    ...context.cookies.withoutStranger(),
    csrfCookie(token, context.env.secret),
  ]
}

/** After acting the browser has the admin's own session again, which lasts no longer than it would have. */
export function afterOwnSession(
  context: Context,
  { token, expiresInSeconds: maxAgeSeconds }: { token: string; expiresInSeconds: number },
): CookieChange[] {
  return [
    { name: 'session', value: token, maxAgeSeconds },
    { name: 'logged_in', value: '1', maxAgeSeconds },
    ...actingCookies.map(expiredCookie),
    // What was put into the cart meanwhile is the member's.
    ...context.cookies.withoutStranger(),
    csrfCookie(token, context.env.secret),
  ]
}

const actingCookies = ['acting', 'own_session'] as const

/**
 * After a logout nothing in this browser leads to the account, its cart or its favorites (it may be a school's): the
 * next person is a new stranger. The device stays known, so that its owner is not taken for one at the next login.
 */
export function afterLogout(context: Context): CookieChange[] {
  const anonymousId = newAnonymousId()
  return [
    ...(['session', 'logged_in', ...actingCookies] as const).map(expiredCookie),
    ...context.cookies.withoutStranger(),
    anonymousIdCookie(anonymousId),
    csrfCookie(anonymousId, context.env.secret),
  ]
}

/** Where a login leads: to what was finished on the way, or on to where the person wanted to go. */
export function arrived(context: Context, login: Login, next: string | undefined): string {
  return login.goTo ?? goalOf(context, next)
}

/** The page of ours somebody wanted to go to, or the account. */
export function goalOf({ world }: Context, next: string | undefined): string {
  return nextPath(next) ?? url('account', { world })
}
