import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoding, StoredPage } from '#platform/context/page-cache.ts'
import { tagsForAll } from '#platform/events/page-tags.ts'
import { encodedBody } from '../cache/page-cache.ts'
import { speculationPath } from '../cache/speculation.ts'
import { countView } from '../cache/views.ts'
import type { App } from '../listen/app.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { securityHeaders } from '../visitor/headers.ts'
import { robotsHeader } from '../visitor/unlisted-host.ts'
import { withOutageNotice } from './outage-notice.ts'

export async function sendPage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  given: StoredPage,
) {
  const stored = given.page.cache !== null && app.deps.outage.isOn() ? await withOutageNotice(given) : given
  const { page } = stored
  const isShared = page.cache !== null
  if (isShared && request.headers['if-none-match']?.includes(stored.etag)) {
    response.writeHead(304, {
      ETag: stored.etag,
      Vary: varyOf(page),
      'Cache-Control': sharedCacheControl,
    })
    response.end()
    countView(request, page)
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = stored.encoded[encoding] ?? (await encodedBody(stored, encoding))
  writeStored(app, request, response, { stored, encoding, body })
}

/** The head is made once per page and encoding. */
export function writeStored(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { stored, encoding, body }: { stored: StoredPage; encoding: Encoding; body: Buffer },
): void {
  const { page } = stored
  response.writeHead(page.status, withHostRobots(response, headersOf(app, stored, encoding, body)))
  if (request.method === 'HEAD') response.end()
  else response.end(body)
  countView(request, page)
}

function headersOf(app: App, stored: StoredPage, encoding: Encoding, body: Buffer): string[] {
  const known = stored.headerLists.get(body)
  if (known) return known
  const list = headerList(app, stored, encoding, body.length)
  stored.headerLists.set(body, list)
  return list
}

/** On a host that must not be found the front controller has said so already: then the page's own word is left out. */
function withHostRobots(response: ServerResponse, list: string[]): string[] {
  if (!response.hasHeader(robotsHeader)) return list
  return list.filter((_each, at) => list[at - (at % 2)]?.toLowerCase() !== robotsHeader)
}

function varyOf({ vary }: StoredPage['page']): string {
  return vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`
}

/** Browsers ask again each time (a 304 costs nothing); the front controller and a CDN keep what the route row says. */
const sharedCacheControl = 'public, max-age=0, must-revalidate'

function headerList(app: App, stored: StoredPage, encoding: string, length: number): string[] {
  const { page } = stored
  const tags = tagsForAll(page.tags)
  const headers: Record<string, string> = {
    ...securityHeaders(app.deps.env.siteUrl),
    ...page.headers,
    Vary: varyOf(page),
    'Content-Length': String(length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    ...(page.cache
      ? {
          ETag: stored.etag,
          'Cache-Control': sharedCacheControl,
          'Speculation-Rules': `"${speculationPath}"`,
          'CDN-Cache-Control': `max-age=${page.cache.maxAge}, stale-while-revalidate=${page.cache.swr}`,
          ...(tags.length > 0 ? { 'Cache-Tag': tags.join(',') } : {}),
        }
      : { 'Cache-Control': 'private, no-store' }),
  }
  return Object.entries(headers).flat()
}
