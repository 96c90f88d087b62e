import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isGone, toProductError } from '#platform/http/access/failure.ts'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { sendText } from '#platform/http/send/send.ts'
import { securityHeaders } from '#platform/http/visitor/headers.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { afterExpiry, serveDownload } from './files/download.ts'
import { openVideo } from './files/videos.ts'
import { serveUploads } from './uploads/resumable-uploads.ts'

const year = 365 * 86_400

export const handlers: readonly Handler[] = [
  {
    path: 'uploads',
    kind: 'file',
    methods: ['HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    serve: serveUploads,
  },
  { path: 'files', kind: 'file', serve: serveDownloadLink },
  { path: 'videos', kind: 'file', onMirrors: true, serve: serveVideo },
]

/** GET /files/<token>: a signed, expiring, owner-bound download. */
async function serveDownloadLink(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = pathOf(request).slice('/files/'.length)
  let world: LiveWorld = 'en'
  try {
    const context = await front.contextOf(request, 'de')
    if (context.visitor.kind === 'member') world = context.visitor.homeWorld as LiveWorld
    const download = await serveDownload(context, token, request.headers.range)
    response.writeHead(download.status, { ...securityHeaders(front.deps.env.siteUrl), ...download.headers })
    if (request.method === 'HEAD') {
      download.stream.destroy()
      response.end()
      return
    }
    // A reader that goes away ends the stream; that is no error of ours.
    await pipeline(download.stream, response).catch(() => response.destroy())
  } catch (error) {
    if (isGone(response)) return void front.deps.log.info({ kind: 'file' }, 'client gone')
    const { code } = toProductError(error)
    const place = code === 'link_expired' ? await expiredPlace(front, request, token) : undefined
    if (place !== undefined) return sendSeeOther(response, place)
    if (code === 'server_error') front.deps.log.error({ err: error }, 'download failed')
    await front.sendError(request, response, code, world)
  }
}

/** Where a new link is given for one that has expired, with a word about it. */
async function expiredPlace(
  front: Front,
  request: IncomingMessage,
  token: string,
): Promise<string | undefined> {
  const context = await front.contextOf(request, 'de')
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
async function serveVideo(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request).slice('/videos/'.length)
  const video = await openVideo(front.deps, path, request.headers.range)
  if (!video) return sendText(front, response, 404, 'not found')
  response.writeHead(video.status, {
    ...securityHeaders(front.deps.env.siteUrl),
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
