import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { ProductError } from '#platform/errors.ts'
import type { DiskCache } from '../storage/disk-cache.ts'
import type { Storage } from '../storage/storage.ts'
import { createImageAddresses } from './address.ts'
import type { ImagePreset, ImageService, ServedImage } from './image-service.ts'
import { presets } from './presets.ts'

type Format = 'avif' | 'webp' | 'jpeg'

/** Far above any cover, far below what fills the memory. */
const maxInputPixels = 40_000_000
/** Pictures that can be taken back. */
const revocable: ReadonlySet<ImagePreset> = new Set(['preview', 'zoom', 'post'])
/** About 4 MB: three forms of each. */
const rememberedAddresses = 10_000
const memoryBytes = 24 * 1024 * 1024
/** What libvips may decode here. SVG runs code paths of its own, GIF may hide thousands of frames: both refused. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/**
 * Crops, resizes and converts stored images by fixed presets (specification 7). Results are cached in `cache`
 * while there is room and the hottest in memory; one image is made once however many ask for it.
 */
export function createImageService(options: {
  storage: Storage
  cache: DiskCache
  /** Signs addresses; changing it makes every old address unknown. */
  secret: string | Buffer
  /** How many images are made at the same time. */
  concurrency: number
}): ImageService {
  const { storage, cache } = options
  const addresses = createImageAddresses(options.secret)
  const hot = new LRUCache<string, ServedImage>({
    maxSize: memoryBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  /** By address: pictures that were served and cannot be taken back; `hot` holds them or has forgotten them. */
  const names = new LRUCache<string, string>({ max: rememberedAddresses })
  const flights = new Map<string, Promise<Buffer>>()
  const limit = pLimit(options.concurrency)
  // Parallel work comes from several images at once, not from several threads on one small image.
  sharp.concurrency(1)
  sharp.cache(false)

  function make(preset: ImagePreset, width: number, imageKey: string, format: Format): Promise<Buffer> {
    const name = cacheName(preset, width, imageKey, format)
    const running = flights.get(name)
    if (running) return running
    const flight = limit(async () => {
      const body = await render(await storage.readBuffer(imageKey), preset, width, format)
      await cache.keep(name, body)
      return body
    }).finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  async function find(preset: ImagePreset, width: number, imageKey: string, format: Format) {
    const name = cacheName(preset, width, imageKey, format)
    const known = hot.get(name)
    if (known) return known
    const stored = await cache.read(name)
    if (stored === undefined && format === 'avif') return undefined
    const body = stored ?? (await make(preset, width, imageKey, format))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const served = { body, mediaType: `image/${format}`, etag }
    hot.set(name, served)
    return served
  }

  return {
    image: addresses.image,
    address: addresses.address,
    async serve(pathname, accept) {
      const address = addresses.read(pathname)
      if (address === undefined) return undefined
      const { preset, width, imageKey } = address
      // Preview of a page its author hid: resized copies may be cached, the original is gone.
      if (revocable.has(preset) && (await storage.size(imageKey)) === undefined) return undefined
      try {
        const other = otherFormat(accept)
        const avif = wantsAvif(accept) && (await find(preset, width, imageKey, 'avif'))
        const served = avif || (await find(preset, width, imageKey, other))
        if (!revocable.has(preset)) {
          const format = avif ? 'avif' : other
          names.set(`${format} ${pathname}`, cacheName(preset, width, imageKey, format))
        }
        return served
      } catch (error) {
        if (error instanceof ProductError) return undefined
        throw error
      }
    },
    peek(pathname, accept) {
      // Where AVIF is wanted and not in memory, it may be there by now.
      const name = names.get(`${wantsAvif(accept) ? 'avif' : otherFormat(accept)} ${pathname}`)
      return name === undefined ? undefined : hot.get(name)
    },
    async prepare(preset, imageKey) {
      for (const width of presets[preset].widths) {
        const isThere = await cache.has(cacheName(preset, width, imageKey, 'avif'))
        if (isThere) continue
        try {
          await make(preset, width, imageKey, 'avif')
        } catch (error) {
          if (error instanceof ProductError) return
          throw error
        }
      }
    },
  }
}

function wantsAvif(accept: string): boolean {
  return accept.includes('image/avif')
}

function otherFormat(accept: string): Format {
  return accept.includes('image/webp') ? 'webp' : 'jpeg'
}

/** Throws ProductError('not_found') for bytes that are no whole image of an allowed kind. */
async function render(input: Buffer, preset: ImagePreset, width: number, format: Format): Promise<Buffer> {
  const { op, height, quality } = presets[preset]
  try {
    const image = sharp(input, { limitInputPixels: maxInputPixels, failOn: 'truncated', pages: 1 })
    const { format: kind } = await image.metadata()
    if (!readable.has(kind)) throw new Error(`images of kind ${kind} are refused`)
    image.rotate().resize({
      width,
      height: height(width),
      fit: op === 'crop' ? 'cover' : 'inside',
      // The head of a page is what one recognises it by.
      position: preset === 'card' ? 'top' : 'centre',
      withoutEnlargement: op === 'resize',
    })
    if (format === 'webp') return await image.webp({ quality: quality.webp, effort: 3 }).toBuffer()
    if (format === 'avif') return await image.avif({ quality: quality.avif, effort: 2 }).toBuffer()
    return await image
      .flatten({ background: '#fff' })
      .jpeg({ quality: quality.jpeg, mozjpeg: true })
      .toBuffer()
  } catch (cause) {
    throw new ProductError('not_found', { cause })
  }
}

/** A name that says nothing about the key and spreads over folders. */
function cacheName(preset: ImagePreset, width: number, imageKey: string, format: Format): string {
  const hash = createHash('sha256').update(imageKey).digest('hex').slice(0, 40)
  return join(preset, hash.slice(0, 2), `${hash.slice(2)}-${width}.${format}`)
}
