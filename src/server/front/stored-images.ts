import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from './app.ts'
import { writeImage } from './files.ts'
import { isConditional, isTwice } from './request.ts'
import { isUnlisted } from './unlisted-host.ts'

/**
 * Pictures that are in memory, before anything else is parsed: the raw address is the key, and it was found to be signed
 * when the picture came there. False where there is anything to think about: then `serveImage` gives the same answer.
 */
export function createStoredImages(
  app: App,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { env, images, metrics } = app.deps
  const hosts = new Set([...env.allowedHosts].filter((host) => !isUnlisted(env, host)))
  return (request, response) => {
    const { method, headers, url: target = '/' } = request
    if (!target.startsWith('/images/') || (method !== 'GET' && method !== 'HEAD')) return false
    if (!hosts.has(headers.host ?? '') || isConditional(headers) || isTwice(request.rawHeaders, 'host'))
      return false
    if (headers['save-data'] !== undefined) return false
    const started = performance.now()
    const image = images.peek(target, headers.accept ?? '')
    if (image === undefined) return false
    writeImage(request, response, image)
    metrics.requestTimes.record('image', 200, (performance.now() - started) / 1000)
    return true
  }
}
