import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { sendText } from '#platform/http/send/send.ts'
import { securityHeaders } from '#platform/http/visitor/headers.ts'
import { readListenPath } from '#platform/routing/feeds.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { noteDownload } from './downloads.ts'
import { openSound } from './sounds.ts'

const year = 365 * 86_400

export const handlers: readonly Handler[] = [
  { path: 'sounds', kind: 'file', serve: serveSound },
  { path: isListening, kind: 'file', serve: serveListening },
]

function isListening(target: string): boolean {
  return readListenPath(pathOf({ url: target })) !== undefined
}

/** GET /<world>/podcast/listen/<id>.mp3: counts, and leads to the recording, which may be another one tomorrow. */
async function serveListening(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world = '', id = 0 } = readListenPath(pathOf(request)) ?? {}
  const { articles } = front.deps
  const episode = isLiveWorld(world) ? articles.byId('podcast', world, id) : undefined
  if (!isLiveWorld(world) || episode?.audio === undefined) return sendText(front, response, 404, 'not found')
  const { ip = '' } = await front.contextOf(request, world)
  await noteDownload(
    front.deps,
    { world, episodeId: id },
    { method: request.method, headers: request.headers, ip },
  )
  response
    .writeHead(302, {
      Location: episode.audio,
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
    })
    .end()
}

/** GET /sounds/<key>: recordings and transcripts of episodes; any part of them, as players ask. */
async function serveSound(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request).slice('/sounds/'.length)
  const sound = await openSound(front.deps, path, request.headers.range)
  if (!sound) return sendText(front, response, 404, 'not found')
  response.writeHead(sound.status, {
    ...securityHeaders(front.deps.env.siteUrl),
    ...sound.headers,
    'Cache-Control': `public, max-age=${year}, immutable`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Players of other sites show transcripts, too.
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  })
  if (request.method === 'HEAD') {
    sound.stream.destroy()
    response.end()
    return
  }
  // Players break off and ask again all the time.
  await pipeline(sound.stream, response).catch(() => response.destroy())
}
