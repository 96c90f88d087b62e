import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ImagePreset, ServedImage } from '#platform/gateways/images/image-service.ts'
import { presets } from '#platform/gateways/images/presets.ts'
import { pathOf } from '../access/handler.ts'
import type { App } from '../listen/app.ts'
import { sendText } from '../send/send.ts'

const year = 365 * 86_400

/** GET /images/...: signed presets only; anything else is not found. */
export async function serveImage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = pathOf(request)
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
