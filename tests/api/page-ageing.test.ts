import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/http/cache/page-cache.ts'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

/*
 * Pages grow old, are dropped and make room while browsers ask for them. Each head says what the built ones say: fonts,
 * and a picture in several sizes.
 */

const browsers: Record<string, Record<string, string>> = {
  Chrome: {
    Accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Accept-Language': 'de-DE,de;q=0.9',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-User': '?1',
    'Upgrade-Insecure-Requests': '1',
  },
  'Firefox, by a link': {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Accept-Encoding': 'br, zstd',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'same-origin',
  },
  'before a click': {
    Accept: 'text/html,image/avif,image/webp,*/*;q=0.8',
    'Accept-Encoding': 'zstd',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Purpose': 'prefetch;prerender',
  },
}
const chrome = browsers.Chrome as Record<string, string>

const values = {
  id: '17',
  slug: 'brueche',
  school: 'grundschule',
  tab: 'blog',
  tool: 'bingo',
  document: 'terms',
}
const kinds = routes.filter(({ access, cache }) => access === 'public' && cache)
const pages = kinds.flatMap((route) => {
  const worlds = route.name === 'root-landing' ? liveWorlds().slice(-1) : liveWorlds()
  return worlds.map(({ world }) => ({
    kind: route.name,
    name: `${world} ${route.name}`,
    path: localizedPath(route.name, world, values),
    cache: route.cache || { maxAge: 0, swr: 0 },
  }))
})
const calls = pages.flatMap((page) =>
  Object.entries(browsers).map(([browser, headers]) => ({
    ...page,
    name: `${page.name} ${browser}`,
    headers,
  })),
)

const clock = { ms: 0 }
const state = { isAway: false, version: 1 }
let app: TestApp

async function renderPage(path: string): Promise<Response> {
  const isError = path === '/404' || path === '/500'
  if (state.isAway && !isError)
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const font =
    '<link rel="preload" href="/_astro/f.woff2" as="font" type="font/woff2" crossorigin="anonymous">'
  const sources = [160, 320, 640].map((width) => `/images/crop/card/${width}/x.avif ${width}w`).join(', ')
  const picture = `<img src="/images/crop/card/320/x.avif" srcset="${sources}" sizes="(min-width: 60rem) 16rem, 44vw" fetchpriority="high">`
  return new Response(
    `<!doctype html><html lang="de"><head>${font}<link rel="stylesheet" href="/_astro/style.T1.css"></head><body>${picture}<main>${path} ${state.version} ${'words '.repeat(200)}</main></body></html>`,
    {
      status: isError ? 500 : 200,
      headers: { 'Content-Type': 'text/html', 'Cache-Tag': `test,page:${path}` },
    },
  )
}

const ask = (path: string, headers: Record<string, string> = chrome, method = 'GET') =>
  send(app.base, { path, method, headers })
const renewed = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

beforeAll(async () => {
  app = await openTestApp({ renderPage })
  mkdirSync(join(app.deps.env.dataDir, 'client', '_astro'), { recursive: true })
  writeFileSync(join(app.deps.env.dataDir, 'client', '_astro/style.T1.css'), 'body{margin:0}')
})
afterAll(() => app.close())
beforeEach(() => {
  clock.ms = 1_000_000
  state.isAway = false
  app.deps.pageCache = createPageCache({ maxBytes: 64_000_000, now: () => clock.ms })
})

test('every public kind of page is here', () => {
  expect(kinds.length).toBeGreaterThan(25)
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
})

test.each(kinds.map(({ name }) => name))('%s at every age', async (asked) => {
  for (const { name, path, cache, headers } of calls.filter(({ kind }) => kind === asked)) {
    const statusOf = async (method: string, more = {}) => {
      const { status, body } = await ask(path, { ...headers, ...more }, method)
      return [name, status, method === 'HEAD' || status === 304 ? body.length : 0]
    }
    const { status, headers: given } = await ask(path, headers)
    const known = { 'If-None-Match': String(given.etag) }
    expect([name, status]).toEqual([name, 200])
    // Fresh.
    expect(await statusOf('GET')).toEqual([name, 200, 0])
    expect(await statusOf('GET', known)).toEqual([name, 304, 0])
    expect(await statusOf('HEAD')).toEqual([name, 200, 0])
    // Stale while it is made anew.
    clock.ms += (cache.maxAge + 1) * 1000
    const before = app.rendered.length
    expect(await statusOf('GET')).toEqual([name, 200, 0])
    await renewed()
    expect([name, app.rendered.length]).toEqual([name, before + 1])
    // Too old to be served.
    for (const method of ['GET', 'HEAD']) {
      clock.ms += (cache.maxAge + cache.swr + 60) * 1000
      expect(await statusOf(method)).toEqual([name, 200, 0])
    }
    clock.ms += (cache.maxAge + cache.swr + 60) * 1000
    expect(await statusOf('GET', known)).toEqual([name, 304, 0])
    // Changed, with all others; then withdrawn.
    app.deps.pageCache.expireAll()
    expect(await statusOf('HEAD')).toEqual([name, 200, 0])
    app.deps.pageCache.withdraw([`page:${app.rendered.at(-1)}`])
    expect(app.deps.pageCache.size).toBe(0)
    expect(await statusOf('GET')).toEqual([name, 200, 0])
    app.deps.pageCache.withdraw([`page:${app.rendered.at(-1)}`])
  }
})

test('with the database away each is shown for a day, with the notice; then it is 503', async () => {
  for (const { path } of pages) expect((await ask(path)).status).toBe(200)
  state.isAway = true
  for (const { name, path, cache } of pages) {
    clock.ms = 1_000_000 + (cache.maxAge + cache.swr + 60) * 1000
    const old = await ask(path)
    expect([name, old.status]).toEqual([name, 200])
    expect(old.headers['cache-status']).toContain('database-away')
    clock.ms += 86_400_000
    const late = await ask(path)
    expect([name, late.status]).toEqual([name, 503])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('pages that make room for others are made again', async () => {
  app.deps.pageCache = createPageCache({ maxBytes: 200_000, now: () => clock.ms })
  for (const round of [1, 2])
    for (const { name, path } of pages)
      expect([round, name, (await ask(path)).status]).toEqual([round, name, 200])
  expect(app.deps.pageCache.bytes).toBeLessThanOrEqual(200_000)
  expect(app.deps.pageCache.size).toBeLessThan(pages.length)
})

test('a new version reaches who asks with the old one’s validator', async () => {
  const etag = String((await ask('/de')).headers.etag)
  state.version += 1
  app.deps.pageCache.expire(['page:/de'])
  const changed = await ask('/de', { ...chrome, 'If-None-Match': etag })
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
})
