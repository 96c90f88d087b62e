import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { StoredPage } from '#platform/context/page-cache.ts'
import type { RateClass } from '#platform/context/rate-limits.ts'
import { rateLimitHeaders } from '../access/rate-limits.ts'
import type { App, SharedAddresses } from '../listen/app.ts'
import { rateClientOf } from '../visitor/client.ts'
import { securityHeaders } from '../visitor/headers.ts'
import { createPlainCheck } from '../visitor/request.ts'
import { sendShared } from './shared-answer.ts'

const maxAddresses = 5000
const maxAddressLength = 200

export function createSharedAddresses(): SharedAddresses {
  return new LRUCache({ max: maxAddresses })
}

/** Memoizes parsed addresses, except long ones. */
export function rememberAddress(
  addresses: SharedAddresses,
  target: string,
  read: { key: string; rate: RateClass },
): void {
  if (target.length <= maxAddressLength) addresses.set(target, read)
}

/**
 * Answers of the API that are the same for everybody, before anything is parsed: the raw address is the key. False where
 * there is anything to think about (a cookie, a token, a condition, an address or answer that is not stored); who has no
 * calls left goes the long way, too, which says so.
 */
export function createStoredAnswers(
  app: App,
): (request: IncomingMessage, response: ServerResponse, longWay: () => void) => boolean {
  const { env, pageCache, outage } = app.deps
  const isPlain = createPlainCheck(env)
  return (request, response, longWay) => {
    const { method, headers, url: target = '/' } = request
    if (method !== 'GET' || !target.startsWith('/api/') || outage.isOn()) return false
    if (headers.cookie !== undefined || headers.authorization !== undefined || !isPlain(request)) return false
    const address = app.sharedAddresses.get(target)
    const stored = address && pageCache.peek(address.key)
    if (stored === undefined) return false
    send(app, request, response, { stored, rate: address?.rate ?? 'read' }).catch(() =>
      response.headersSent ? response.destroy() : longWay(),
    )
    return true
  }
}

async function send(
  { deps }: App,
  request: IncomingMessage,
  response: ServerResponse,
  { stored, rate }: { stored: StoredPage; rate: RateClass },
): Promise<void> {
  const started = performance.now()
  const { env, rateLimits, metrics } = deps
  const left = env.rateLimits ? await rateLimits.consume(rate, rateClientOf(deps, request)) : undefined
  metrics.pageHits.count += 1
  await sendShared(response, request, stored, {
    ...securityHeaders(env.siteUrl),
    'X-Robots-Tag': 'noindex',
    ...(left && rateLimitHeaders(left)),
    'X-Request-Id': randomUUID(),
  })
  metrics.requestTimes.record('api', response.statusCode, (performance.now() - started) / 1000)
}
