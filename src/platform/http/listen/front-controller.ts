import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, errors, ProductError } from '#platform/errors.ts'
import { maxUrlLength } from '#platform/limits.ts'
import { errorEnvelope, isGone, toProductError, worldOfAddress } from '../access/failure.ts'
import type { Handler, HandlerKind } from '../access/handler.ts'
import { createStoredAnswers } from '../cache/stored-answers.ts'
import { writeImage } from '../page/images.ts'
import { servePage } from '../page/pages.ts'
import { writeStored } from '../page/send-body.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { sendText } from '../send/send.ts'
import { securityHeaders } from '../visitor/headers.ts'
import { createPlainCheck, isTwice } from '../visitor/request.ts'
import { hideFromSearch, unlistedHosts } from '../visitor/unlisted-host.ts'
import type { App } from './app.ts'
import { firstSegment } from './first-segment.ts'
import { methods } from './handlers.ts'
import type { MirrorHost } from './mirror.ts'
import { serveMirror } from './show-mirror.ts'
import type { UnreadBodies } from './unread-body.ts'

interface Refusal {
  code: ErrorCode
  text: string
  headers?: Record<string, string>
}

const reading = ['GET', 'HEAD']

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** The front controller: every request enters here, is checked once, and is handed to who answers it. */
export function createFrontController(
  app: App,
  bodies: UnreadBodies,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { deps } = app
  const sendStoredPage = createStoredPages(app)
  const sendStoredAnswer = createStoredAnswers(app)
  const sendStoredImage = createStoredImages(app)
  const isUnlisted = unlistedHosts(deps.env)
  const enter = (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const target = request.url ?? '/'
    const handler = handlerOf(app, request, target)
    const kind: HandlerKind = handler?.kind ?? (isFilePath(target) ? 'static' : 'page')
    const refusal = refuse(app, request, target, handler) ?? refuseMethod(request, kind, handler)
    if (refusal) return sendRefusal(app, response, target, refusal)
    if (isUnlisted((request.headers.host ?? '').toLowerCase())) hideFromSearch(response)
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000
      deps.metrics.requestTimes.record(kind, response.statusCode, seconds)
      // Paths can hold tokens and searches can hold names: only the kind and the outcome are logged.
      if (response.statusCode >= 500)
        deps.log.warn({ kind, status: response.statusCode, seconds }, 'request failed')
    })
    Promise.resolve(
      handler ? handler.serve(app, request, response) : serveOther(app, request, response, kind),
    ).catch((error: unknown) => {
      if (isGone(response)) return deps.log.info({ kind }, 'client gone')
      deps.log.error({ err: error, requestId: randomUUID(), kind }, 'front controller failed')
      deps.outage.report(error)
      const isAway = toProductError(error).code === 'unavailable'
      if (isAway) sendText(app, response, 503, 'Unavailable', { 'Retry-After': '10' })
      else sendText(app, response, 500, 'Internal error')
    })
  }
  return (request, response) => {
    if (bodies.isLeaving(request)) return void request.resume()
    if (sendStoredImage(request, response) || sendStoredPage(request, response)) return
    if (sendStoredAnswer(request, response, () => enter(request, response))) return
    // A small body comes with its head, and is here one turn later: then its connection can stay.
    if (bodies.watch(request, response)) setImmediate(enter, request, response)
    else enter(request, response)
  }
}

/** Who answers: on a host of its own one handler alone, beside what any host is asked for. */
function handlerOf(
  { deps, handlers, mirrors }: App,
  request: IncomingMessage,
  target: string,
): Handler<App> | undefined {
  const handler = handlers.at(target, deps)
  if (handler?.anyHost) return handler
  const host = (request.headers.host ?? '').toLowerCase()
  const mirror = deps.env.allowedHosts.has(host) ? undefined : mirrorOf({ deps, mirrors }, host)
  if (mirror === undefined) return handler
  // Files at its root; those in folders it answers as its own.
  if (handler?.onMirrors && typeof handler.path !== 'string') return { ...handler, anyHost: true }
  return {
    path: '',
    kind: 'page',
    anyHost: true,
    methods,
    serve: (app, incoming, response) => serveMirror(app, incoming, response, mirror),
  }
}

function mirrorOf({ deps, mirrors }: Pick<App, 'deps' | 'mirrors'>, host: string): MirrorHost | undefined {
  for (const find of mirrors) {
    const mirror = find(deps, host)
    if (mirror !== undefined) return mirror
  }
  return undefined
}

/** Whether an address is answered by the front controller itself, also where files of others stand beside it (dev.ts). */
export function isAnsweredHere({ deps, handlers }: Pick<App, 'deps' | 'handlers'>, target: string): boolean {
  return handlers.at(target, deps) !== undefined
}

function serveOther(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  kind: HandlerKind,
): Promise<void> {
  if (kind === 'page') return servePage(app, request, response)
  return new Promise((resolve, reject) => {
    response.once('close', resolve)
    for (const [name, value] of Object.entries(securityHeaders(app.deps.env.siteUrl)))
      response.setHeader(name, value)
    app.files(request, response, () => {
      servePage(app, request, response).then(resolve, reject)
    })
  })
}

/** Problems of the request itself, checked before routing. */
function refuse(
  app: App,
  request: IncomingMessage,
  target: string,
  handler: Handler<App> | undefined,
): Refusal | undefined {
  if (target.length > maxUrlLength) return { code: 'uri_too_long', text: 'URI too long' }
  // Node keeps the first of two Hosts, a proxy before us perhaps the last (RFC 9112 3.2).
  if (isTwice(request.rawHeaders, 'host')) return { code: 'malformed_request', text: 'Bad request' }
  const host = (request.headers.host ?? '').toLowerCase()
  const isKnown = handler?.anyHost || app.deps.env.allowedHosts.has(host) || loopback.test(host)
  // A foreign Host never reaches a cache key, a link in a mail or a canonical (RFC 9110 15.5.20).
  if (!isKnown) return { code: 'misdirected', text: 'Misdirected request' }
  return undefined
}

/** Pages say themselves what they take; files, pictures and the like are read and nothing else. */
function refuseMethod(
  request: IncomingMessage,
  kind: HandlerKind,
  handler: Handler<App> | undefined,
): Refusal | undefined {
  const allowed = handler?.methods ?? (kind === 'page' ? methods : reading)
  if (allowed.includes(request.method ?? '')) return undefined
  return { code: 'method_not_allowed', text: 'Method not allowed', headers: { Allow: allowed.join(', ') } }
}

/** Programs hear of it in the form they know from all other errors. */
function sendRefusal(app: App, response: ServerResponse, target: string, refusal: Refusal): void {
  const { code, text, headers } = refusal
  const status = errors[code]
  const isApi = firstSegment(target) === 'api'
  if (!isApi) sendText(app, response, status, text, headers)
  else
    sendText(app, response, status, errorEnvelope(new ProductError(code), worldOfAddress(target)), {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Robots-Tag': 'noindex',
    })
}

/** Folders of the public ones; addresses of pages begin with a world. */
const fileFolders = ['/_astro/', '/podcast/']

/** Built assets, and files with an ending at the root: no page address contains a dot outside its slug. */
function isFilePath(target: string): boolean {
  if (fileFolders.some((folder) => target.startsWith(folder))) return true
  const path = target.split('?', 1)[0] ?? ''
  return path.indexOf('/', 1) < 0 && path.includes('.')
}

/**
 * Pictures that are in memory, before anything else is parsed: the raw address is the key, and it was found to be signed
 * when the picture came there. False where there is anything to think about: then `serveImage` gives the same answer.
 */
function createStoredImages(app: App): (request: IncomingMessage, response: ServerResponse) => boolean {
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

/**
 * Pages from the cache, before anything else is parsed: the raw address is the key. False where there is anything to think
 * about (another host, a body, a condition, an outage, an address or form that is not stored): then the front goes the
 * long way, which gives the same answer.
 */
function createStoredPages(app: App): (request: IncomingMessage, response: ServerResponse) => boolean {
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
