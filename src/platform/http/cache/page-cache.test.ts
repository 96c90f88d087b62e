import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { RenderedPage, StoredPage } from '#platform/context/page-cache.ts'
import { writeStored } from '../page/send-body.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { createPageCache, encodedBody, storedPage } from './page-cache.ts'

function page(
  body: string,
  tags: string[] = [],
  cache: RenderedPage['cache'] = { maxAge: 60, swr: 600 },
): RenderedPage {
  return { status: 200, headers: {}, body: Buffer.from(body), tags, cache }
}

const bodyOf = (stored: StoredPage | undefined) => stored?.encoded.identity?.toString()

function cacheAt(maxBytes = 1_000_000) {
  const clock = { ms: 0 }
  return { clock, cache: createPageCache({ maxBytes, now: () => clock.ms }) }
}

describe('page cache', () => {
  it('renders once for 200 visitors who miss at the same time', async () => {
    const { cache } = cacheAt()
    let renders = 0
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        cache.fetch('/de', async () => {
          renders += 1
          await new Promise((resolve) => setTimeout(resolve, 5))
          return page('home')
        }),
      ),
    )
    expect(renders).toBe(1)
    expect(answers.filter(({ result }) => result === 'miss')).toHaveLength(1)
    expect(bodyOf(cache.peek('/de'))).toBe('home')
  })

  it('serves a stale page at once, renews it behind, and keeps it when the renewal fails', async () => {
    const { cache, clock } = cacheAt()
    await cache.fetch('/de', async () => page('old'))
    clock.ms = 61_000
    expect(cache.peek('/de')).toBeUndefined()
    const stale = await cache.fetch('/de', () => Promise.reject(new Error('database away')))
    expect([stale.result, bodyOf(stale.stored)]).toEqual(['stale', 'old'])
    await new Promise((resolve) => setImmediate(resolve))
    await cache.fetch('/de', async () => page('new'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(bodyOf(cache.peek('/de'))).toBe('new')
  })

  it('lets nobody who comes after a change wait for what was read before it', async () => {
    const { cache } = cacheAt()
    const before = Promise.withResolvers<RenderedPage>()
    const early = cache.fetch('/a', () => before.promise)
    cache.expire(['material:1'])
    const late = await cache.fetch('/a', async () => page('new', ['material:1']))
    before.resolve(page('old', ['material:1']))
    expect([bodyOf((await early).stored), bodyOf(late.stored)]).toEqual(['old', 'new'])
    expect(bodyOf(cache.peek('/a'))).toBe('new')
  })

  it('drops exactly the pages of a tag', async () => {
    const { cache } = cacheAt()
    await cache.fetch('/a', async () => page('a', ['material:1', 'world:de']))
    await cache.fetch('/b', async () => page('b', ['material:2', 'world:de']))
    cache.expire(['material:1'])
    expect(cache.peek('/a')).toBeUndefined()
    expect(cache.peek('/b')).toBeDefined()
  })

  it('does not store a page whose render began before its tag was invalidated', async () => {
    const { cache } = cacheAt()
    await cache.fetch('/a', async () => {
      cache.expire(['material:1'])
      return page('old price', ['material:1'])
    })
    expect(cache.peek('/a')).toBeUndefined()
  })

  it('stores nothing that says so, nothing huge, and never more bytes than allowed', async () => {
    const { cache } = cacheAt(100_000)
    await cache.fetch('/private', async () => page('secret', [], null))
    await cache.fetch('/huge', async () => page('x'.repeat(50_000)))
    expect(cache.size).toBe(0)
    for (let i = 0; i < 100; i++) await cache.fetch(`/${i}`, async () => page('y'.repeat(3000), [`t:${i}`]))
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.peek('/99')).toBeDefined()
    expect(cache.peek('/0')).toBeUndefined()
  })

  it('gives a failed render to everybody who waited, and stores nothing', async () => {
    const { cache } = cacheAt()
    const fail = () => Promise.reject(new Error('no'))
    const results = await Promise.allSettled([cache.fetch('/x', fail), cache.fetch('/x', fail)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await cache.fetch('/x', async () => page('fine'))).result).toBe('miss')
  })
})

describe('encodings', () => {
  it('chooses the best one accepted and respects q=0', () => {
    expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
    expect(chooseEncoding('gzip, zstd')).toBe('zstd')
    expect(chooseEncoding('br;q=0, gzip')).toBe('gzip')
    expect(chooseEncoding('BR')).toBe('br')
    expect(chooseEncoding(undefined)).toBe('identity')
    expect(chooseEncoding('identity;q=1, *;q=0')).toBe('identity')
  })

  it('compresses once and restores to the same bytes', async () => {
    const stored = storedPage(page('Bruchrechnung '.repeat(500)), 0)
    const original = bodyOf(stored)
    const [first, second] = await Promise.all([encodedBody(stored, 'br'), encodedBody(stored, 'br')])
    expect(first).toBe(second)
    expect(brotliDecompressSync(first).toString()).toBe(original)
    expect(gunzipSync(await encodedBody(stored, 'gzip')).toString()).toBe(original)
    expect(zstdDecompressSync(await encodedBody(stored, 'zstd')).toString()).toBe(original)
    expect((await encodedBody(stored, 'identity')).toString()).toBe(original)
  })

  it('what is cached of a page is counted as it is: the plain form goes when there is a small one', async () => {
    const text = Array.from({ length: 4000 }, (_, at) => `<li>${at * 7919}</li>`).join('')
    const { cache } = cacheAt(1_000_000)
    const { stored } = await cache.fetch('/de', async () => page(text))
    const plain = cache.bytes
    expect(plain).toBeGreaterThan(text.length)
    await encodedBody(stored, 'br')
    expect(Object.keys(stored.encoded)).toEqual(['br'])
    expect(cache.bytes).toBeLessThan(plain / 2)
    await encodedBody(stored, 'gzip')
    const both = cache.bytes
    await cache.fetch('/es', async () => page(text))
    expect(cache.bytes).toBe(both + plain)
    cache.withdraw([])
    cache.expireAll()
    expect(cache.bytes).toBe(both + plain)
  })

  it('a form that makes the cache too large sends the oldest page away', async () => {
    const noise = Array.from({ length: 2000 }, () => Math.random().toString(36)).join('')
    const { cache } = cacheAt(20 * noise.length)
    for (let at = 0; at < 19; at += 1) await cache.fetch(`/${at}`, async () => page(noise))
    const size = cache.size
    const young = cache.peek('/18')
    if (young === undefined) throw new Error('not kept')
    await encodedBody(young, 'gzip')
    await encodedBody(young, 'zstd')
    expect([cache.size < size, cache.peek('/0')]).toEqual([true, undefined])
    expect(cache.bytes).toBeLessThanOrEqual(20 * noise.length)
  })

  it('an unchanged page keeps its compressed forms', async () => {
    let time = 0
    const cache = createPageCache({ maxBytes: 1_000_000, now: () => time })
    const again = async (text: string) => {
      const { stored } = await cache.fetch('a', async () => page(text))
      return stored
    }
    const first = await again('one')
    const small = await encodedBody(first, 'br')
    time += 10_000_000
    const second = await again('one')
    expect(second).not.toBe(first)
    expect(second.encoded.br).toBe(small)
    time += 10_000_000
    const third = await again('two')
    expect(third.encoded.br).toBeUndefined()
  })

  it('holds no more memory than the bytes it counts', async () => {
    const stored = storedPage(page('a short page'), 0)
    await encodedBody(stored, 'gzip')
    await encodedBody(stored, 'br')
    const forms = Object.values(stored.encoded)
    expect(forms.map(({ buffer }) => buffer.byteLength)).toEqual(forms.map(({ length }) => length))
  })

  it('says the length of what it sends, also of a form that the version before asked for', async () => {
    let time = 0
    const cache = createPageCache({ maxBytes: 1_000_000, now: () => time })
    const again = async () => (await cache.fetch('a', async () => page('word '.repeat(3000)))).stored
    await encodedBody(await again(), 'br')
    time += 10_000_000
    const { said, sent } = lengths(await again())
    expect([said, sent > 0]).toEqual([sent, true])
  })
})

/** What is said of a page's Brotli form and what is sent. */
function lengths(stored: StoredPage): { said: number; sent: number } {
  const written = { said: 0, sent: 0 }
  const response = {
    hasHeader: () => false,
    writeHead(_status: number, headers: string[]) {
      written.said = Number(headers[headers.indexOf('Content-Length') + 1])
    },
    end(body: Buffer) {
      written.sent = body.length
    },
  }
  const body = stored.encoded.br ?? Buffer.alloc(0)
  const app = { deps: { env: { siteUrl: 'https://example.com' } } }
  writeStored(app as never, { method: 'GET' } as never, response as never, { stored, encoding: 'br', body })
  return written
}
