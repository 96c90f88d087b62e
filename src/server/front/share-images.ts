import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { isLiveWorld } from '#routing/worlds.ts'
import type { Deps } from '../context.ts'
import { drawShareImage, loadShareFonts, type ShareFonts, shareSize } from '../features/seo/share-drawing.ts'
import {
  currentFacts,
  isSamePath,
  type ShareAddress,
  type ShareFacts,
  type ShareKind,
  shareImagePath,
} from '../features/seo/share-image.ts'
import { createLimit } from '../gateways/images/limit.ts'
import { bareContentPolicy, securityHeaders } from './headers.ts'
import type { House } from './house.ts'
import { strangerContext } from './request.ts'

export interface ShareImages {
  /** The picture of an address that is known to be ours: from the folder, or drawn once for all who wait. */
  picture(path: string, facts: ShareFacts): Promise<Buffer>
  /** A picture drawn before, under an address that may be of older facts. */
  drawn(path: string): Promise<Buffer | undefined>
}

const year = 365 * 86_400
const addressForm = /^\/og\/([a-z]{2})\/(home|material|author|post|hub)\/(0|[1-9]\d{0,14})-[\w-]{22}\.png$/

/** Pictures are set as a page and drawn by the child process that draws previews: text costs the web process nothing. */
export function createShareImages({
  documents,
  images,
  diskCaches,
}: Pick<Deps, 'documents' | 'images' | 'diskCaches'>): ShareImages {
  const flights = new Map<string, Promise<Buffer>>()
  const limit = createLimit(1)
  let fonts: ShareFonts | undefined

  // `path` fits `addressForm` or was made by `shareImagePath`: it cannot leave the folder.
  const nameOf = (path: string) => path.slice('/og/'.length)
  const drawn = (path: string) => diskCaches.og.read(nameOf(path))

  async function draw(path: string, facts: ShareFacts): Promise<Buffer> {
    fonts ??= loadShareFonts()
    const photo = facts.picture === null ? undefined : await images.serve(facts.picture, 'image/jpeg')
    const page = await drawShareImage(fonts, facts, photo?.body)
    const { cover } = await documents.render(page, { cover: true, previews: 0 })
    const body = await sharp(cover?.data)
      .resize({ ...shareSize, fit: 'fill' })
      .png({ palette: true, quality: 90, effort: 4 })
      .toBuffer()
    await diskCaches.og.keep(nameOf(path), body)
    return body
  }

  return {
    drawn,
    async picture(path, facts) {
      const running = flights.get(path)
      if (running) return running
      const flight = drawn(path)
        .then((body) => body ?? limit(() => draw(path, facts)))
        .finally(() => flights.delete(path))
      flights.set(path, flight)
      return flight
    },
  }
}

/**
 * GET /og/{world}/{kind}/{id}-{hash}.png. An address of older facts is answered with the picture drawn then, or leads
 * to today's: only what a page shows is ever drawn.
 */
export async function serveShareImage(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const address = readAddress(path)
  const headers = { ...securityHeaders(house.deps.env.siteUrl), 'Content-Security-Policy': bareContentPolicy }
  const refuse = (status: number) => {
    response.writeHead(status, { ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).end()
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  if (!address) return refuse(404)
  let body: Buffer | undefined
  try {
    const facts = await currentFacts(strangerContext(house.deps, address.world), address)
    if (!facts) return refuse(404)
    const current = shareImagePath(house.deps, address, facts)
    if (isSamePath(path, current)) body = await house.shareImages.picture(current, facts)
    else body = await house.shareImages.drawn(path)
    if (!body) {
      response.writeHead(302, { ...headers, Location: current, 'Cache-Control': 'no-store' }).end()
      return
    }
  } catch (error) {
    house.deps.log.warn({ err: error }, 'share image failed')
    return refuse(503)
  }
  response.writeHead(200, {
    ...headers,
    // Networks and chats fetch it from their own pages.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': 'image/png',
    'Content-Length': body.length,
    'Cache-Control': `public, max-age=${year}, immutable`,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function readAddress(path: string): ShareAddress | undefined {
  const [, world = '', kind, id] = addressForm.exec(path) ?? []
  if (kind === undefined || !isLiveWorld(world)) return undefined
  return { world, kind: kind as ShareKind, id: Number(id) }
}
