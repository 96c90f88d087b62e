import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxUrlLength } from '#shared/limits.ts'
import { serveAuthorDomain } from './author-domain.ts'
import { serveDownloadLink, serveImage, serveOutboxPage, serveSandboxPage, serveVideo } from './files.ts'
import { securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import { serveOffline } from './offline.ts'
import { serveHealth, serveMetrics } from './operator.ts'
import { servePage } from './pages.ts'
import { sendText } from './send.ts'
import { serveFeed, serveIndexNowKey, serveLlms, serveRobots, serveSitemap } from './seo-files.ts'
import { serveShareImage } from './share-images.ts'
import { serveSpeculationRules } from './speculation.ts'
import { hideFromSearch, isUnlisted } from './unlisted-host.ts'

type Kind = 'page' | 'api' | 'image' | 'file' | 'static' | 'operator'
type Serve = (house: House, request: IncomingMessage, response: ServerResponse) => Promise<void> | void

interface Room {
  kind: Kind
  serve: Serve
  anyHost?: true
}

interface Refusal {
  status: number
  text: string
  headers?: Record<string, string>
}

/** First path segment -> who answers. Everything else is a page. */
const rooms: ReadonlyMap<string, Room> = new Map<string, Room>([
  ['health', { kind: 'operator', serve: serveHealth, anyHost: true }],
  ['metrics', { kind: 'operator', serve: serveMetrics, anyHost: true }],
  ['api', { kind: 'api', serve: (house, request, response) => serveApi(house, request, response) }],
  ['images', { kind: 'image', serve: serveImage }],
  ['videos', { kind: 'file', serve: serveVideo }],
  ['files', { kind: 'file', serve: serveDownloadLink }],
  ['sandbox-payment', { kind: 'page', serve: serveSandboxPage }],
  ['og', { kind: 'image', serve: serveShareImage }],
  ['robots.txt', { kind: 'static', serve: serveRobots }],
  ['llms.txt', { kind: 'static', serve: serveLlms }],
  ['sitemap.xml', { kind: 'static', serve: serveSitemap }],
  ['sitemaps', { kind: 'static', serve: serveSitemap }],
  ['speculation-rules.json', { kind: 'static', serve: serveSpeculationRules }],
  ['offline', { kind: 'static', serve: serveOffline }],
  ['outbox', { kind: 'operator', serve: serveOutboxPage }],
])

const feedRoom: Room = { kind: 'static', serve: serveFeed }
/** On an author's own domain, too: it says whose host it is. */
const keyRoom: Room = { kind: 'static', serve: serveIndexNowKey }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** The one door: every request enters here, is checked once, and is handed to who answers it. */
export function createDoor(house: House): (request: IncomingMessage, response: ServerResponse) => void {
  const { deps } = house
  return (request, response) => {
    const started = performance.now()
    const target = request.url ?? '/'
    const room = roomOf(house, request, target)
    const refusal = refuse(house, request, target, room?.anyHost === true)
    if (refusal) return sendText(house, response, refusal.status, refusal.text, refusal.headers)
    if (isUnlisted(deps.env, (request.headers.host ?? '').toLowerCase())) hideFromSearch(response)
    const kind: Kind = room?.kind ?? (isFilePath(target) ? 'static' : 'page')
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000
      deps.metrics.requestTimes.record(kind, response.statusCode, seconds)
      // Paths can hold tokens and searches can hold names: only the kind and the outcome are logged.
      if (response.statusCode >= 500)
        deps.log.warn({ kind, status: response.statusCode, seconds }, 'request failed')
    })
    Promise.resolve(
      room ? room.serve(house, request, response) : serveOther(house, request, response, kind),
    ).catch((error: unknown) => {
      deps.log.error({ err: error, requestId: randomUUID(), kind }, 'door failed')
      sendText(house, response, 500, 'Internal error')
    })
  }
}

/** Who answers: on an author's own domain one room alone, beside what the operators ask any host for. */
function roomOf({ deps }: House, request: IncomingMessage, target: string): Room | undefined {
  const room = rooms.get(firstSegment(target)) ?? (isFeed(target) ? feedRoom : undefined)
  if (room?.anyHost) return room
  const host = (request.headers.host ?? '').toLowerCase()
  const domain = deps.env.allowedHosts.has(host) ? undefined : deps.authorDomains.find(host)
  if (isKeyFile(deps, target)) return domain === undefined ? keyRoom : { ...keyRoom, anyHost: true }
  if (domain === undefined) return room
  return {
    kind: 'page',
    anyHost: true,
    serve: (house, incoming, response) => serveAuthorDomain(house, incoming, response, domain),
  }
}

function serveOther(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  kind: Kind,
): Promise<void> {
  if (kind === 'page') return servePage(house, request, response)
  return new Promise((resolve, reject) => {
    response.once('close', resolve)
    for (const [name, value] of Object.entries(securityHeaders(house.deps.env.siteUrl)))
      response.setHeader(name, value)
    house.files(request, response, () => {
      servePage(house, request, response).then(resolve, reject)
    })
  })
}

function serveApi(house: House, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders(house.deps.env.siteUrl)))
    response.setHeader(name, value)
  house.api(request, response)
}

/** What is wrong with the request itself, before anybody looks at what it wants. */
function refuse(
  house: House,
  request: IncomingMessage,
  target: string,
  anyHost: boolean,
): Refusal | undefined {
  if (target.length > maxUrlLength) return { status: 414, text: 'URI too long' }
  if (!methods.has(request.method ?? '')) {
    return { status: 405, text: 'Method not allowed', headers: { Allow: [...methods].join(', ') } }
  }
  // Node keeps the first of two Hosts, a proxy before us perhaps the last (RFC 9112 3.2).
  if (hasTwoHosts(request.rawHeaders)) return { status: 400, text: 'Bad request' }
  const host = (request.headers.host ?? '').toLowerCase()
  const isKnown = anyHost || house.deps.env.allowedHosts.has(host) || loopback.test(host)
  // A foreign Host never reaches a cache key, a link in a mail or a canonical (RFC 9110 15.5.20).
  if (!isKnown) return { status: 421, text: 'Misdirected request' }
  return undefined
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Feeds stand inside their world, but are no pages. */
function isFeed(target: string): boolean {
  return /^\/[a-z]{2}\/(feed[./]|podcast\/feed\.)/.test(target)
}

function isKeyFile({ announcer }: House['deps'], target: string): boolean {
  return announcer !== undefined && target.split('?', 1)[0] === `/${announcer.key}.txt`
}

function firstSegment(target: string): string {
  const end = target.slice(1).search(/[/?#]/)
  return end < 0 ? target.slice(1) : target.slice(1, end + 1)
}

/** Built assets, and files with an ending at the root: no page address contains a dot outside its slug. */
function isFilePath(target: string): boolean {
  if (target.startsWith('/_astro/')) return true
  const path = target.split('?', 1)[0] ?? ''
  return path.indexOf('/', 1) < 0 && path.includes('.')
}
