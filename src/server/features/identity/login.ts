import { expiredCookie } from '../../api/cookies.ts'
import { anonymousIdCookie, csrfCookie, newAnonymousId } from '../../api/csrf.ts'
import type { CookieChange } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { mergeCart } from '../cart/service.ts'
import { persistFavorites } from '../favorites/service.ts'
import { persistFollows } from '../follow/service.ts'
import type { Login } from './service.ts'

/**
 * What a browser keeps of a login, after the stranger's cart, favorites and followed authors have become the member's. Those may
 * fail without locking anybody out: the login stands, the operator hears of it, the cart token still leads there.
 */
export async function afterLogin(context: Context, login: Login): Promise<CookieChange[]> {
  const { member } = login
  if (member === undefined) return []
  const asMember: Context = { ...context, visitor: member }
  await keepGoing(context, 'cart', () => mergeCart(asMember, member.accountId))
  await keepGoing(context, 'favorites', () => persistFavorites(asMember, member.accountId))
  await keepGoing(context, 'follows', () => persistFollows(asMember, member.accountId))
  const maxAgeSeconds = login.expiresInSeconds
  return [
    { name: 'session', value: login.token, maxAgeSeconds },
    { name: 'logged_in', value: '1', maxAgeSeconds },
    csrfCookie(login.token, context.env.secret),
  ]
}

/**
 * After a logout nothing in this browser leads to the account, its cart or its favorites (it may be a school's): the
 * next person is a new stranger.
 */
export function afterLogout(context: Context): CookieChange[] {
  const anonymousId = newAnonymousId()
  return [
    ...(['session', 'logged_in', 'c_t'] as const).map(expiredCookie),
    anonymousIdCookie(anonymousId),
    csrfCookie(anonymousId, context.env.secret),
  ]
}

async function keepGoing(context: Context, what: string, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    context.log.error({ err: error, requestId: context.requestId, what }, 'not carried over at login')
  }
}
