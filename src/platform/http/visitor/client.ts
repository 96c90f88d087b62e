import type { IncomingMessage } from 'node:http'
import type { Context, Deps } from '#platform/context/context.ts'
import type { RequestCookies } from '#platform/context/cookies.ts'
import type { RateClass, RateClient } from '#platform/context/rate-limits.ts'
import { networkOf } from '../access/rate-limits.ts'
import { deviceOf } from './device.ts'

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
 * Whose allowance a call takes from, as far as it is known without looking anything up: a device on which somebody logged
 * in before (its cookie is signed), or the network. A visitor's account is in `context.rateClient`.
 */
export function rateClientOf(deps: Deps, request: IncomingMessage): RateClient {
  const network = networkOf(clientIp(request, deps.env.trustedProxies))
  const device = deviceOf(requestCookies(deps, request).device, deps.env.secret)
  return { network, own: device && `device ${device}` }
}

/** Takes one from a visitor's allowance. @throws ProductError('rate_limited') with the seconds to wait */
export async function takeAllowance(context: Context, rate: RateClass): Promise<void> {
  if (context.env.rateLimits) await context.rateLimits.consume(rate, context.rateClient)
}
