import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { LiveWorld } from '#routing/worlds.ts'
import { ProductError } from '#shared/errors.ts'
import { maxFormBodyBytes } from '#shared/limits.ts'
import { checkFormOrigin } from '../api/csrf.ts'
import { toProductError } from '../api/failure.ts'
import { serveOutbox } from '../features/mail/outbox-viewer.ts'
import { serveDownload } from '../features/materials/download.ts'
import { openVideo } from '../features/materials/videos.ts'
import type { ImagePreset } from '../gateways/images/image-service.ts'
import { presets } from '../gateways/images/presets.ts'
import { serveSandbox } from '../gateways/payments/sandbox-page.ts'
import { sendError } from './error-pages.ts'
import { securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import { isOperator } from './operator.ts'
import { readBody, requestCookies, visitorContext } from './request.ts'
import { sendText } from './send.ts'

const year = 365 * 86_400

/** GET /images/...: signed presets only; anything else is not found. */
export async function serveImage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = (request.url ?? '').split('?', 1)[0] ?? ''
  const path = request.headers['save-data'] === 'on' ? smallest(asked) : asked
  const accept = request.headers.accept ?? ''
  const image = await house.deps.images.serve(path, accept).catch((error: unknown) => {
    house.deps.log.warn({ err: error }, 'image failed')
    return undefined
  })
  if (!image) return sendText(house, response, 404, 'not found')
  const headers = {
    ETag: image.etag,
    Vary: 'Accept, Save-Data',
    'Cache-Control': `public, max-age=${year}, immutable`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  if (request.headers['if-none-match'] === image.etag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': image.mediaType,
    'Content-Length': image.body.length,
    'Content-Security-Policy': "default-src 'none'",
  })
  response.end(request.method === 'HEAD' ? undefined : image.body)
}

/** Who saves data gets the smallest width a preset has; previews stay, because smaller ones cannot be read. */
function smallest(path: string): string {
  const [, name = ''] = /^\/images\/crop\/([a-z]+)\//.exec(path) ?? []
  const width = Object.hasOwn(presets, name) ? presets[name as ImagePreset].widths[0] : undefined
  return width === undefined ? path : path.replace(/^(\/images\/crop\/[a-z]+\/)\d+\//, `$1${width}/`)
}

/** GET /files/<token>: a signed, expiring, owner-bound download. */
export async function serveDownloadLink(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = (request.url ?? '').split('?', 1)[0]?.slice('/files/'.length) ?? ''
  let world: LiveWorld = 'en'
  try {
    const context = await visitorContext(house.deps, request, requestCookies(house.deps, request), 'de')
    if (context.visitor.kind === 'member') world = context.visitor.homeWorld as LiveWorld
    const download = await serveDownload(context, token, request.headers.range)
    response.writeHead(download.status, { ...securityHeaders(house.deps.env.siteUrl), ...download.headers })
    if (request.method === 'HEAD') {
      download.stream.destroy()
      response.end()
      return
    }
    // A reader that goes away ends the stream; that is no error of ours.
    await pipeline(download.stream, response).catch(() => response.destroy())
  } catch (error) {
    const { code } = toProductError(error)
    if (code === 'server_error') house.deps.log.error({ err: error }, 'download failed')
    await sendError(house, request, response, code, world)
  }
}

/** GET /videos/<key>: what authors show of their materials; any part of it, as players ask. */
export async function serveVideo(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]?.slice('/videos/'.length) ?? ''
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const video = isRead ? await openVideo(house.deps, path, request.headers.range) : undefined
  if (!video) return sendText(house, response, 404, 'not found')
  response.writeHead(video.status, {
    ...securityHeaders(house.deps.env.siteUrl),
    ...video.headers,
    'Cache-Control': `public, max-age=${year}, immutable`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  })
  if (request.method === 'HEAD') {
    video.stream.destroy()
    response.end()
    return
  }
  // Players break off and ask again all the time.
  await pipeline(video.stream, response).catch(() => response.destroy())
}

/** The sandbox provider's payer page; it stands for a foreign site. */
export async function serveSandboxPage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  let form: URLSearchParams | undefined
  try {
    if (request.method === 'POST') {
      checkFormOrigin(request.headers, house.deps.env.siteUrl)
      form = new URLSearchParams((await readBody(request, maxFormBodyBytes)).toString('utf8'))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProductError('method_not_allowed')
    }
    const answer = await serveSandbox(house.deps, request.method ?? 'GET', path, form)
    if (!answer) return await sendError(house, request, response, 'not_found')
    sendHtml(
      house,
      response,
      answer.status,
      answer.html ?? '',
      answer.location ? { Location: answer.location } : {},
    )
  } catch (error) {
    await sendError(house, request, response, toProductError(error).code)
  }
}

/** The mails nobody sent out: for the operator at the machine, or with METRICS_TOKEN. */
export async function serveOutboxPage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(house, request)) return sendError(house, request, response, 'not_found')
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const answer = await serveOutbox(house.deps, path)
  if (!answer) return sendError(house, request, response, 'not_found')
  sendHtml(house, response, answer.status, answer.html)
}

function sendHtml(
  house: House,
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders(house.deps.env.siteUrl),
    // These two pages are built from strings: no script may ever run in them, styles are their own.
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'",
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
  })
  response.end(html)
}
