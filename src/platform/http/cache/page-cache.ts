import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding, PageCache, RenderedPage, StoredPage } from '#platform/context/page-cache.ts'
import { createTagIndex } from './tag-index.ts'

const staleIfErrorMs = 86_400_000

/**
 * The CDN in front of Astro: least recently used, limited by bytes, invalidated by tag.
 * `now` in ms is a parameter for tests.
 */
export function createPageCache(options: { maxBytes: number; now?: () => number }): PageCache {
  const now = options.now ?? Date.now
  const tagged = createTagIndex()
  const pages = new LRUCache<string, StoredPage>({
    maxSize: Math.max(1, options.maxBytes),
    maxEntrySize: Math.max(1, Math.floor(options.maxBytes / 8)),
    sizeCalculation: weightOf,
    dispose: ({ page }, key) => {
      for (const tag of page.tags) tagged.remove(tag, key)
    },
  })
  const flights = new Map<string, Promise<StoredPage>>()
  // A render that began before an invalidation of one of its tags must not be stored afterwards.
  const invalidatedAt = new Map<string, number>()
  let sequence = 0
  let clearedAt = 0

  function store(key: string, stored: StoredPage, startedAt: number) {
    const { page } = stored
    if (page.cache === null || clearedAt > startedAt) return
    if (page.tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > startedAt)) return
    put(key, stored)
    // A compressed form came or a plain one went.
    stored.weigh = () => {
      if (pages.peek(key) === stored && pages.delete(key)) put(key, stored)
    }
  }

  function put(key: string, stored: StoredPage) {
    pages.set(key, stored)
    if (pages.has(key)) for (const tag of stored.page.tags) tagged.add(tag, key)
  }

  /** Renders under way for these tags will not be stored; the keys of what is. */
  function keysChanged(tags: readonly string[]): string[] {
    if (tags.length === 0) return []
    sequence += 1
    if (invalidatedAt.size > 100_000) {
      invalidatedAt.clear()
      clearedAt = sequence
    }
    for (const tag of tags) invalidatedAt.set(tag, sequence)
    // What they show is not known yet: who comes from now on does not wait for what may have been read before.
    flights.clear()
    return tags.flatMap(tagged.keysOf)
  }

  function flight(key: string, render: () => Promise<RenderedPage>): Promise<StoredPage> {
    const running = flights.get(key)
    if (running) return running
    const startedAt = sequence
    const started = render()
      .then((page) => {
        const stored = storedPage(page, now())
        const before = pages.peek(key)
        if (before) inherit(stored, before)
        store(key, stored, startedAt)
        return stored
      })
      .finally(() => {
        if (flights.get(key) === started) flights.delete(key)
      })
    flights.set(key, started)
    return started
  }

  return {
    peek(key) {
      const stored = pages.get(key)
      return stored && stored.freshUntil >= now() ? stored : undefined
    },
    known(key) {
      const stored = pages.peek(key)
      return stored && { links: stored.page.links ?? [], isServable: stored.staleUntil >= now() }
    },
    async fetch(key, render, isAway = () => false) {
      const stored = pages.get(key)
      const time = now()
      if (stored && stored.freshUntil >= time) return { stored, result: 'hit' }
      if (stored && stored.staleUntil >= time) {
        // A failed refresh keeps the stale page: it is tried again with the next visitor.
        flight(key, render).catch(() => undefined)
        return { stored, result: 'stale' }
      }
      const result = flights.has(key) ? 'joined' : 'miss'
      try {
        return { stored: await flight(key, render), result }
      } catch (error) {
        // What was withdrawn is no longer there: an old page is at most out of date.
        if (stored && time <= stored.usableUntil && isAway(error)) return { stored, result: 'stale' }
        throw error
      }
    },
    expire(tags) {
      for (const key of keysChanged(tags)) age(pages.peek(key))
    },
    expireAll() {
      sequence += 1
      clearedAt = sequence
      flights.clear()
      for (const stored of pages.values()) age(stored)
    },
    withdraw(tags) {
      for (const key of keysChanged(tags)) pages.delete(key)
    },
    get bytes() {
      return pages.calculatedSize
    },
    get size() {
      return pages.size
    },
  }
}

/** Too old to serve while it can be rendered again. */
function age(stored: StoredPage | undefined): void {
  if (stored === undefined) return
  stored.freshUntil = Number.NEGATIVE_INFINITY
  stored.staleUntil = Number.NEGATIVE_INFINITY
}

/** What is made again and has not changed need not be compressed again. */
function inherit(stored: StoredPage, before: StoredPage): void {
  if (stored.etag === before.etag) stored.encoded = before.encoded
}

/** Wraps a rendered page with its validator and times (ms). */
export function storedPage({ body, ...page }: RenderedPage, time: number): StoredPage {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
  const maxAge = page.cache?.maxAge ?? 0
  const swr = page.cache?.swr ?? 0
  return {
    page,
    etag,
    freshUntil: time + maxAge * 1000,
    staleUntil: time + (maxAge + swr) * 1000,
    usableUntil: time + (maxAge + swr) * 1000 + staleIfErrorMs,
    encoded: { identity: alone(body) },
    pending: {},
    headerLists: new WeakMap(),
  }
}

/** Of the objects around a body, and of a tag with its place in the index. */
const objectBytes = 1024
const tagBytes = 128

function weightOf({ encoded, noticed, page }: StoredPage): number {
  const bodies = Object.values(encoded).reduce((sum, body) => sum + body.length, 0)
  const links = page.links?.reduce((sum, link) => sum + link.length, 0) ?? 0
  return bodies + (noticed ? weightOf(noticed) : 0) + objectBytes + tagBytes * page.tags.length + links
}

const compress = {
  // Quality 11 would be 8 % smaller for forty times the work. The window just holds the body: tables grow with it.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 16)))),
      },
    }),
  zstd: (body: Buffer) => promisify(zstdCompress)(body),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** The body in one encoding: compressed at the first demand, then cached with the page; the plain one is not cached beside Brotli. */
export async function encodedBody(stored: StoredPage, encoding: Encoding): Promise<Buffer> {
  const ready = stored.encoded[encoding]
  if (ready) return ready
  if (encoding === 'identity') return await plainBody(stored)
  stored.pending[encoding] ??= plainBody(stored)
    .then(compress[encoding])
    .then((made) => {
      const body = alone(made)
      stored.encoded[encoding] = body
      if (encoding === 'br') delete stored.encoded.identity
      delete stored.pending[encoding]
      stored.weigh?.()
      return body
    })
  return stored.pending[encoding]
}

async function plainBody({ encoded }: StoredPage): Promise<Buffer> {
  return encoded.identity ?? (await promisify(brotliDecompress)(encoded.br ?? Buffer.alloc(0)))
}

/** Small buffers are parts of stocks of 64 kB, which live as long as the last part of them: what is stored lives long. */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
