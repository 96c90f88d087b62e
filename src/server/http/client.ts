import type { IncomingMessage } from 'node:http'
import type { Deps } from '../context.ts'
import type { RequestCookies } from '../ports/cookies.ts'
import type { RateClass } from '../ports/rate-limits.ts'
import { deviceOf } from './device.ts'
import { networkOf } from './rate-limits.ts'

/**
 * The client's address: behind N trusted proxies the N-th entry of X-Forwarded-For from the right;
 * with none, the socket's. Entries a client wrote itself are never believed.
 */
export function clientIp(request: IncomingMessage, trustedProxies: number): string {
  const socketIp = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socketIp
  const header = request.headers['x-forwarded-for']
  const chain = (typeof header === 'string' ? header : '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return chain.at(-trustedProxies) ?? socketIp
}

/** Our cookies by role. */
export function requestCookies(deps: Deps, request: IncomingMessage): RequestCookies {
  return deps.cookies.read(request.headers.cookie)
}

/**
 * Whose allowance a call takes from: the network's; for logins and registrations that of a device on which somebody
 * logged in before, so that strangers behind the same address cannot use it up.
 */
export function allowanceKey(deps: Deps, request: IncomingMessage, rate: RateClass): string {
  const isOwn = rate === 'login' || rate === 'register'
  const device = isOwn ? deviceOf(requestCookies(deps, request).device, deps.env.secret) : undefined
  return device === undefined ? networkOf(clientIp(request, deps.env.trustedProxies)) : `device ${device}`
}
