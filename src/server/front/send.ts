import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSecureSite, setCookieHeader } from '../api/cookies.ts'
import type { CookieChange } from '../api/endpoint.ts'
import { bareContentPolicy, securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import { withOutageNotice } from './outage-notice.ts'
import { chooseEncoding, compressHarder, encodedBody, popularAfter, type StoredPage } from './page-cache.ts'
import { speculationPath } from './speculation.ts'

/** The last resort, and the answer to requests that are not worth a page. */
export function sendText(
  house: House,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, {
    ...securityHeaders(house.deps.env.siteUrl),
    'Content-Security-Policy': bareContentPolicy,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}

export async function sendPage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
  given: StoredPage,
) {
  const stored = given.page.cache !== null && house.outage.isOn() ? withOutageNotice(given) : given
  const { page } = stored
  const isShared = page.cache !== null
  if (isShared && request.headers['if-none-match']?.includes(stored.etag)) {
    response.writeHead(304, {
      ETag: stored.etag,
      Vary: varyOf(page),
      'Cache-Control': sharedCacheControl,
    })
    response.end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = stored.encoded[encoding] ?? (await encodedBody(stored, encoding))
  if (encoding === 'br' && isShared && ++stored.sent === popularAfter) void compressHarder(stored)
  stored.headerLists[encoding] ??= headerList(house, stored, encoding, body.length)
  response.writeHead(page.status, stored.headerLists[encoding])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

function varyOf({ vary }: StoredPage['page']): string {
  return vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`
}

/** Browsers ask again each time (a 304 costs nothing); the door and a CDN keep what the route row says. */
const sharedCacheControl = 'public, max-age=0, must-revalidate'

function headerList(house: House, stored: StoredPage, encoding: string, length: number): string[] {
  const { page } = stored
  const headers: Record<string, string> = {
    ...securityHeaders(house.deps.env.siteUrl),
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
          ...(page.tags.length > 0 ? { 'Cache-Tag': page.tags.join(',') } : {}),
        }
      : { 'Cache-Control': 'private, no-store' }),
  }
  return Object.entries(headers).flat()
}

export function redirect(
  house: House,
  response: ServerResponse,
  location: string,
  status: number,
  cookies: CookieChange[] = [],
): void {
  const isSecure = isSecureSite(house.deps.env.siteUrl)
  response.writeHead(status, {
    ...securityHeaders(house.deps.env.siteUrl),
    Location: encodeLocation(location),
    'Cache-Control': status === 301 ? 'public, max-age=86400' : 'no-store',
    'Set-Cookie': cookies.map((cookie) => setCookieHeader(cookie, isSecure)),
  })
  response.end()
}

/** A Location outside ASCII is a 500 in Node; what is encoded already stays as it is. */
function encodeLocation(location: string): string {
  return encodeURI(location).replaceAll('%25', '%')
}
