import { createHash } from 'node:crypto'
import type { Encoding, PageCache, RenderedPage, StoredPage } from '../ports/page-cache.ts'
import { compress, compressHardest, decompress } from './page-encodings.ts'
import { createTagIndex } from './tag-index.ts'

const staleIfErrorMs = 86_400_000

/**
 * The CDN in front of Astro (architecture 7): least recently used, limited by bytes, invalidated by tag.
 * `now` in ms is a parameter for tests.
 */
export function createPageCache(options: { maxBytes: number; now?: () => number }): PageCache {
  const now = options.now ?? Date.now
  const pages = new Map<string, StoredPage>()
  const tagged = createTagIndex()
  const flights = new Map<string, Promise<StoredPage>>()
  // A render that began before an invalidation of one of its tags must not be stored afterwards.
  const invalidatedAt = new Map<string, number>()
  let sequence = 0
  let clearedAt = 0
  let bytes = 0

  function drop(key: string) {
    const stored = pages.get(key)
    if (!stored) return
    pages.delete(key)
    bytes -= stored.bytes
    for (const tag of stored.page.tags) tagged.remove(tag, key)
  }

  function store(key: string, stored: StoredPage, startedAt: number) {
    const { page } = stored
    if (options.maxBytes === 0 || page.cache === null || stored.bytes > options.maxBytes / 8) return
    if (clearedAt > startedAt || page.tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > startedAt)) return
    drop(key)
    pages.set(key, stored)
    bytes += stored.bytes
    stored.weigh = () => weigh(key, stored)
    for (const tag of page.tags) tagged.add(tag, key)
    makeRoom()
  }

  function makeRoom() {
    for (const oldest of pages.keys()) {
      if (bytes <= options.maxBytes) break
      drop(oldest)
    }
  }

  function weigh(key: string, stored: StoredPage) {
    if (pages.get(key) !== stored) return
    bytes -= stored.bytes
    stored.bytes = weightOf(stored)
    bytes += stored.bytes
    makeRoom()
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
        const before = pages.get(key)
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
      if (!stored || stored.freshUntil < now()) return undefined
      // Move to the young end of the map: that is the whole LRU.
      pages.delete(key)
      pages.set(key, stored)
      return stored
    },
    known(key) {
      const stored = pages.get(key)
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
      for (const key of keysChanged(tags)) age(pages.get(key))
    },
    expireAll() {
      sequence += 1
      clearedAt = sequence
      flights.clear()
      for (const stored of pages.values()) age(stored)
    },
    withdraw(tags) {
      for (const key of keysChanged(tags)) drop(key)
    },
    get bytes() {
      return bytes
    },
    get size() {
      return pages.size
    },
  }
}

/** Too old to be served while the product can make it anew. */
function age(stored: StoredPage | undefined): void {
  if (stored === undefined) return
  stored.freshUntil = Number.NEGATIVE_INFINITY
  stored.staleUntil = Number.NEGATIVE_INFINITY
}

/** A page asked for this often before it grew old is worth the smallest form. */
export const popularAfter = 4

/** What is made again and has not changed need not be compressed again; what was popular is popular still. */
function inherit(stored: StoredPage, before: StoredPage): void {
  if (stored.etag === before.etag) {
    stored.encoded = before.encoded
    stored.bytes = weightOf(stored)
    stored.sent = before.sent
  } else {
    stored.sent = Math.min(before.sent, popularAfter - 1)
  }
}

/** Wraps a rendered page with its validator and times (ms). */
export function storedPage({ body, ...page }: RenderedPage, time: number): StoredPage {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
  const maxAge = page.cache?.maxAge ?? 0
  const swr = page.cache?.swr ?? 0
  const stored: StoredPage = {
    page,
    etag,
    freshUntil: time + maxAge * 1000,
    staleUntil: time + (maxAge + swr) * 1000,
    usableUntil: time + (maxAge + swr) * 1000 + staleIfErrorMs,
    bytes: 0,
    encoded: { identity: alone(body) },
    pending: {},
    headerLists: new WeakMap(),
    sent: 0,
  }
  stored.bytes = weightOf(stored)
  return stored
}

/** Of the objects around a body, and of a tag with its place in the index. */
const objectBytes = 1024
const tagBytes = 128

function weightOf({ encoded, noticed, page }: StoredPage): number {
  const bodies = Object.values(encoded).reduce((sum, body) => sum + body.length, 0)
  const links = page.links?.reduce((sum, link) => sum + link.length, 0) ?? 0
  return bodies + (noticed?.bytes ?? 0) + objectBytes + tagBytes * page.tags.length + links
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
      keep(stored, encoding, body)
      delete stored.pending[encoding]
      return body
    })
  return stored.pending[encoding]
}

async function plainBody({ encoded }: StoredPage): Promise<Buffer> {
  return encoded.identity ?? (await decompress(encoded.br ?? Buffer.alloc(0)))
}

function keep(stored: StoredPage, encoding: Encoding, body: Buffer): void {
  stored.encoded[encoding] = body
  if (encoding === 'br') delete stored.encoded.identity
  stored.weigh?.()
}

/** Small buffers are parts of stocks of 64 kB, which live as long as the last part of them: what is stored lives long. */
function alone(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

/** An eighth smaller for thirty times the work: for pages that are asked for again and again. */
export async function compressHarder(stored: StoredPage): Promise<void> {
  keep(stored, 'br', alone(await compressHardest(await plainBody(stored))))
}
