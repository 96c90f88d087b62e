import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import { maxAnswerMs } from '#platform/limits.ts'
import { routes } from '#platform/routing/routes.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

const font = '</_astro/f.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin'
const state: { fault: 'none' | 'away' | 'slow' } = { fault: 'none' }
let app: TestApp

/** Pages as short as can be, and a database that can be taken away from them. */
async function renderPage(path: string, locals: { links?: string[] }): Promise<Response> {
  const isError = path === '/404' || path === '/500'
  if (state.fault === 'away' && !isError)
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  if (state.fault === 'slow' && !isError) await pause(120_000, undefined, { ref: false })
  const lang = path.startsWith('/gr') ? 'el' : path.slice(1, 3)
  locals.links?.push(font)
  return new Response(`<!doctype html><html lang="${lang}"><body><main>${path}</main></body></html>`, {
    status: path === '/404' ? 404 : path === '/500' ? 500 : 200,
    headers: {
      'Content-Type': 'text/html',
      'Cache-Tag': 'test',
      'Content-Security-Policy': "style-src 'self'",
    },
  })
}

beforeAll(async () => {
  app = await openTestApp({ renderPage, environment: { ALLOWED_HOSTS: 'copy.example' } })
})
afterAll(() => app.close())

describe('a database that is away', () => {
  test('stored pages are shown with what does not work; others are 503 until it is back', async () => {
    for (const world of ['de', 'gr'])
      expect((await send(app.base, { path: `/${world}` })).text).not.toContain('outage"')
    state.fault = 'away'
    const other = await send(app.base, { path: '/es' })
    expect(other.status).toBe(503)
    expect(Number(other.headers['retry-after'])).toBeGreaterThan(0)
    for (const world of ['de', 'gr'] as const) {
      const shown = await send(app.base, { path: `/${world}` })
      expect(shown.status).toBe(200)
      expect(shown.text).toContain(translator(world)('common:outage'))
      expect(shown.headers['cache-status']).toContain('database-away')
      expect(shown.headers['cdn-cache-control']).toBe('max-age=0, stale-while-revalidate=0')
    }
    state.fault = 'none'
    await expect
      .poll(async () => (await send(app.base, { path: '/de' })).text, { timeout: 120_000 })
      .not.toContain('outage"')
    expect((await send(app.base, { path: '/es' })).status).toBe(200)
  })

  test('a slow one holds nobody longer than the limit', async () => {
    state.fault = 'slow'
    const started = performance.now()
    const answer = await send(app.base, { path: '/it' })
    expect(answer.status).toBe(503)
    // Far from the limit on a busy machine, too, and farther from what the slow one takes.
    expect(performance.now() - started).toBeLessThan(maxAnswerMs * 6)
    state.fault = 'none'
  })
})

describe('what a page says before it is read', () => {
  test('103 with the fonts while a page is made, for navigations; none for a page that is ready', async () => {
    await send(app.base, { path: '/fr' })
    app.deps.pageCache.withdraw(['test'])
    expect(await hints('/fr', { 'Sec-Fetch-Mode': 'navigate' })).toContain(
      '</_astro/f.woff2>; rel=preload; as=font',
    )
    expect(await hints('/fr', { 'Sec-Fetch-Mode': 'navigate' })).toBe('')
    app.deps.pageCache.withdraw(['test'])
    expect(await hints('/fr', {})).toBe('')
  })

  test('the policy of the page itself; nothing that keeps a page out of the back cache', async () => {
    const { headers } = await send(app.base, { path: '/en' })
    expect(headers['content-security-policy']).toBe("style-src 'self'")
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['speculation-rules']).toBe('"/speculation-rules.json"')
    // The head says the same, and a page that has to be made says it by 103.
    expect(headers.link).toBeUndefined()
  })
})

describe('speculation rules', () => {
  test('only pages that are the same for everybody, by name; none for who saves data', async () => {
    const answer = await send(app.base, { path: '/speculation-rules.json' })
    expect(answer.headers['content-type']).toBe('application/speculationrules+json')
    const { prefetch, prerender } =
      answer.json<Record<string, { where: { and: { href_matches?: string[] }[] } }[]>>()
    const patterns = prefetch?.[0]?.where.and[0]?.href_matches ?? []
    expect(patterns).toContain('/de/material/*{/*}?')
    const open = new Set(patterns)
    for (const route of routes.filter(({ access, cache }) => access !== 'public' || !cache))
      for (const { world } of liveWorlds()) expect(open.has(`/${world}/${route.words[world]}`)).toBe(false)
    for (const name of ['cart', 'payment', 'login'] as const)
      expect(open.has(url(name, { world: 'de' }))).toBe(false)
    expect(prerender?.[0]?.where.and[0]?.href_matches).toHaveLength(liveWorlds().length)
    const saving = await send(app.base, { path: '/speculation-rules.json', headers: { 'Save-Data': 'on' } })
    expect([saving.text, saving.headers.vary]).toEqual(['{}', 'Accept-Encoding, Save-Data'])
  })
})

test('under another host name nothing may be found', async () => {
  const answer = await send(app.base, { path: '/de', headers: { Host: 'copy.example' } })
  expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
  expect((await send(app.base, { path: '/de' })).headers['x-robots-tag']).toContain('index,follow')
})

test('a page for the service worker, in the world’s language, never indexed', async () => {
  const answer = await send(app.base, { path: '/offline/gr' })
  expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex'])
  expect((await send(app.base, { path: '/offline/xx' })).status).toBe(404)
})

/** The Link header of a 103, or nothing. */
function hints(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    let links = ''
    const asked = request(app.base + path, { headers })
    asked.on('information', (answer) => {
      links += String(answer.headers.link)
    })
    asked.on('response', (answer) => answer.resume().on('end', () => resolve(links)))
    asked.on('error', reject)
    asked.end()
  })
}
