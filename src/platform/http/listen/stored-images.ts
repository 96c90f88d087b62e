import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeImage } from '../page/images.ts'
import { createPlainCheck } from '../visitor/request.ts'
import type { App } from './app.ts'

/**
 * Pictures that are in memory, before anything else is parsed: the raw address is the key, and it was found to be signed
 * when the picture came there. False where there is anything to think about: then `serveImage` gives the same answer.
 */
export function createStoredImages(
  app: App,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { env, images, metrics } = app.deps
  const isPlain = createPlainCheck(env)
  return (request, response) => {
    const { method, headers, url: target = '/' } = request
    if (!target.startsWith('/images/') || (method !== 'GET' && method !== 'HEAD')) return false
    if (headers['save-data'] !== undefined || !isPlain(request)) return false
    const started = performance.now()
    const image = images.peek(target, headers.accept ?? '')
    if (image === undefined) return false
    writeImage(request, response, image)
    metrics.requestTimes.record('image', 200, (performance.now() - started) / 1000)
    return true
  }
}
