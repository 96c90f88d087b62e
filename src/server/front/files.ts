import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { url } from '#routing/url.ts'
import type { LiveWorld } from '#routing/worlds.ts'
import { ProductError } from '#shared/errors.ts'
import { maxFormBodyBytes } from '#shared/limits.ts'
import { serveOutbox } from '../features/mail/service.ts'
import { afterExpiry, openVideo, serveDownload } from '../features/materials/service.ts'
import type { ImagePreset, ServedImage } from '../gateways/images/image-service.ts'
import { presets } from '../gateways/images/presets.ts'
import { serveSandbox } from '../gateways/payments/sandbox-page.ts'
import { readBody } from '../http/body.ts'
import { checkFormOrigin } from '../http/csrf.ts'
import { isGone, toProductError } from '../http/failure.ts'
import type { App } from './app.ts'
import { sendError } from './error-pages.ts'
import { securityHeaders } from './headers.ts'
import { isOperator } from './operator.ts'
import { requestCookies, visitorContext } from './request.ts'
import { sendText } from './send.ts'

const year = 365 * 86_400

/** GET /images/...: signed presets only; anything else is not found. */
export async function serveImage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = (request.url ?? '').split('?', 1)[0] ?? ''
  const path = request.headers['save-data'] === 'on' ? smallest(asked) : asked
  const accept = request.headers.accept ?? ''
  const image = await app.deps.images.serve(path, accept).catch((error: unknown) => {
    app.deps.log.warn({ err: error }, 'image failed')
    return undefined
  })
  if (!image) return sendText(app, response, 404, 'not found')
  if (request.headers['if-none-match'] === image.etag) {
    response.writeHead(304, cachedHeaders(image)).end()
    return
  }
  writeImage(request, response, image)
}

/** Sends a picture whole. */
export function writeImage(request: IncomingMessage, response: ServerResponse, image: ServedImage): void {
  const { body, mediaType } = image
  response.writeHead(200, {
    ...cachedHeaders(image),
    'Content-Type': mediaType,
    'Content-Length': body.length,
    'Content-Security-Policy': "default-src 'none'",
  })
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

function cachedHeaders({ etag }: ServedImage): Record<string, string> {
  return {
    ETag: etag,
    Vary: 'Accept, Save-Data',
    'Cache-Control': `public, max-age=${year}, immutable`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

/** Who saves data gets the smallest width a preset has; previews stay, because smaller ones cannot be read. */
function smallest(path: string): string {
  const [, name = ''] = /^\/images\/crop\/([a-z]+)\//.exec(path) ?? []
  const width = Object.hasOwn(presets, name) ? presets[name as ImagePreset].widths[0] : undefined
  return width === undefined ? path : path.replace(/^(\/images\/crop\/[a-z]+\/)\d+\//, `$1${width}/`)
}

/** GET /files/<token>: a signed, expiring, owner-bound download. */
export async function serveDownloadLink(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = (request.url ?? '').split('?', 1)[0]?.slice('/files/'.length) ?? ''
  let world: LiveWorld = 'en'
  try {
    const context = await visitorContext(app.deps, request, requestCookies(app.deps, request), 'de')
    if (context.visitor.kind === 'member') world = context.visitor.homeWorld as LiveWorld
    const download = await serveDownload(context, token, request.headers.range)
    response.writeHead(download.status, { ...securityHeaders(app.deps.env.siteUrl), ...download.headers })
    if (request.method === 'HEAD') {
      download.stream.destroy()
      response.end()
      return
    }
    // A reader that goes away ends the stream; that is no error of ours.
    await pipeline(download.stream, response).catch(() => response.destroy())
  } catch (error) {
    if (isGone(response)) return void app.deps.log.info({ kind: 'file' }, 'client gone')
    const { code } = toProductError(error)
    const place = code === 'link_expired' ? await expiredPlace(app, request, token) : undefined
    if (place !== undefined) return sendSeeOther(response, place)
    if (code === 'server_error') app.deps.log.error({ err: error }, 'download failed')
    await sendError(app, request, response, code, world)
  }
}

/** Where a new link is given for one that has expired, with a word about it. */
async function expiredPlace(app: App, request: IncomingMessage, token: string): Promise<string | undefined> {
  const context = await visitorContext(app.deps, request, requestCookies(app.deps, request), 'de')
  const found = await afterExpiry(context, token).catch(() => undefined)
  if (found === undefined) return undefined
  const { world, materialId } = found
  if (found.isAuthor) return url('edit-material', { world, materialId })
  return url('bought-materials', { world, query: { material: materialId, expired: 1 } })
}

function sendSeeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end()
}

/** GET /videos/<key>: what authors show of their materials; any part of it, as players ask. */
export async function serveVideo(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]?.slice('/videos/'.length) ?? ''
  const video = await openVideo(app.deps, path, request.headers.range)
  if (!video) return sendText(app, response, 404, 'not found')
  response.writeHead(video.status, {
    ...securityHeaders(app.deps.env.siteUrl),
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
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  let form: URLSearchParams | undefined
  try {
    if (request.method === 'POST') {
      checkFormOrigin(request.headers, app.deps.env.siteUrl)
      form = new URLSearchParams((await readBody(request, maxFormBodyBytes)).toString('utf8'))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ProductError('method_not_allowed')
    }
    const answer = await serveSandbox(app.deps, request.method ?? 'GET', path, form)
    if (!answer) return await sendError(app, request, response, 'not_found')
    sendHtml(
      app,
      response,
      answer.status,
      answer.html ?? '',
      answer.location ? { Location: answer.location } : {},
    )
  } catch (error) {
    if (isGone(response)) return void app.deps.log.info({ kind: 'page' }, 'client gone')
    await sendError(app, request, response, toProductError(error).code)
  }
}

/** The mails nobody sent out: for the operator alone. */
export async function serveOutboxPage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOperator(app, request)) return sendError(app, request, response, 'not_found')
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const answer = await serveOutbox(app.deps, path)
  if (!answer) return sendError(app, request, response, 'not_found')
  sendHtml(app, response, answer.status, answer.html)
}

function sendHtml(
  app: App,
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders(app.deps.env.siteUrl),
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
