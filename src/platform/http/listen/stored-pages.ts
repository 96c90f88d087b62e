import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeStored } from '../page/send-body.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { createPlainCheck } from '../visitor/request.ts'
import type { App } from './app.ts'

/**
 * Pages from the cache, before anything else is parsed: the raw address is the key. False where there is anything to think
 * about (another host, a body, a condition, an outage, an address or form that is not stored): then the front goes the
 * long way, which gives the same answer.
 */
export function createStoredPages(app: App): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { env, pageCache, outage, metrics } = app.deps
  const isPlain = createPlainCheck(env)
  return (request, response) => {
    const { method, headers, url: target = '/' } = request
    // Who chose a world before is led from the root there.
    if ((method !== 'GET' && method !== 'HEAD') || target === '/' || outage.isOn()) return false
    if (!isPlain(request)) return false
    const started = performance.now()
    const stored = pageCache.peek(target)
    if (stored?.page.cache == null) return false
    const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined)
    const body = stored.encoded[encoding]
    if (body === undefined) return false
    metrics.pageHits.count += 1
    writeStored(app, request, response, { stored, encoding, body })
    metrics.requestTimes.record('page', response.statusCode, (performance.now() - started) / 1000)
    return true
  }
}
