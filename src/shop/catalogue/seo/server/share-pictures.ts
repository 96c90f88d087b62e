import type { IncomingMessage, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import { isSameSecret } from '#platform/env/secrets.ts'
import { state } from '#platform/features/state.ts'
import { type Front, pathOf } from '#platform/http/access/handler.ts'
import { bareContentPolicy, securityHeaders } from '#platform/http/visitor/headers.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { drawShareImage, loadShareFonts, type ShareFonts, shareSize } from './share-drawing.ts'
import {
  currentFacts,
  type ShareAddress,
  type ShareFacts,
  type ShareKind,
  shareImagePath,
  shareKinds,
} from './share-image.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    shareImages: ShareImages
  }
}

/** Pictures that show what is behind an address. */
interface ShareImages {
  /** The picture of an address that is known to be ours: from the folder, or drawn once for all who wait. */
  picture(path: string, facts: ShareFacts): Promise<Buffer>
  /** A picture drawn before, under an address that may be of older facts. */
  drawn(path: string): Promise<Buffer | undefined>
}

const year = 365 * 86_400
const addressForm = new RegExp(
  `^/og/([a-z]{2})/(${shareKinds.join('|')})/(0|[1-9]\\d{0,14}|[a-z]+(?:-[a-z]+)*)-[\\w-]{22}\\.png$`,
)

/** What is being drawn, and the letters to draw it with. */
export const shareImagesState = state({ name: 'shareImages', make: createShareImages })

/** Pictures are set as a page and drawn by the child process that draws previews: text costs the web process nothing. */
function createShareImages({
  documents,
  images,
  diskCaches,
  env,
  log,
}: Pick<Deps, 'documents' | 'images' | 'diskCaches' | 'env' | 'log'>): ShareImages {
  const flights = new Map<string, Promise<Buffer>>()
  const limit = pLimit(1)
  let fonts: ShareFonts | undefined

  // `path` fits `addressForm` or was made by `shareImagePath`: it cannot leave the folder.
  const nameOf = (path: string) => path.slice('/og/'.length)
  const drawn = (path: string) => diskCaches.og.read(nameOf(path))

  function load(): ShareFonts {
    try {
      return loadShareFonts(env.shareFont)
    } catch (error) {
      log.error({ err: error, file: env.shareFont }, 'SHARE_FONT cannot be read: share images go without it')
      return loadShareFonts()
    }
  }

  async function draw(path: string, facts: ShareFacts): Promise<Buffer> {
    fonts ??= load()
    const photo = facts.picture === null ? undefined : await images.serve(facts.picture, 'image/jpeg')
    const page = await drawShareImage(fonts, facts, photo?.body)
    const { cover } = await documents.render(page, {
      owner: 'share images',
      isUrgent: true,
      cover: true,
      previews: null,
    })
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
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request)
  const address = readAddress(path)
  const headers = { ...securityHeaders(front.deps.env.siteUrl), 'Content-Security-Policy': bareContentPolicy }
  const refuse = (status: number) => {
    response.writeHead(status, { ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).end()
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  if (!address) return refuse(404)
  let body: Buffer | undefined
  try {
    const facts = await currentFacts(strangerContext(front.deps, address.world), address)
    if (!facts) return refuse(404)
    const current = shareImagePath(front.deps, address, facts)
    if (isSameSecret(path, current)) body = await front.deps.shareImages.picture(current, facts)
    else body = await front.deps.shareImages.drawn(path)
    if (!body) {
      response.writeHead(302, { ...headers, Location: current, 'Cache-Control': 'no-store' }).end()
      return
    }
  } catch (error) {
    front.deps.log.warn({ err: error }, 'share image failed')
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
  const [, world = '', kind, id = ''] = addressForm.exec(path) ?? []
  if (kind === undefined || !isLiveWorld(world)) return undefined
  return { world, kind: kind as ShareKind, id: /^\d/.test(id) ? Number(id) : (id as RouteName) }
}
