import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translator } from '#i18n/translate.ts'
import { routes } from '#routing/routes.ts'
import { url } from '#routing/url.ts'
import { liveWorlds } from '#routing/worlds.ts'
import { maxAnswerMs } from '#shared/limits.ts'
import { openTestHouse, type TestHouse } from '../support/house.ts'
import { send } from '../support/http-client.ts'

const sheet = '/_astro/style.T1.css'
const state: { fault: 'none' | 'away' | 'slow' } = { fault: 'none' }
let house: TestHouse

/** Pages as short as can be, and a database that can be taken away from them. */
async function renderPage(path: string): Promise<Response> {
  const isError = path === '/404' || path === '/500'
  if (state.fault === 'away' && !isError)
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  if (state.fault === 'slow' && !isError) await pause(30_000, undefined, { ref: false })
  const lang = path.startsWith('/gr') ? 'el' : path.slice(1, 3)
  const font =
    '<link rel="preload" href="/_astro/f.woff2" as="font" type="font/woff2" crossorigin="anonymous">'
  return new Response(
    `<!doctype html><html lang="${lang}"><head>${font}<link rel="stylesheet" href="${sheet}"></head><body><main>${path}</main></body></html>`,
    {
      status: path === '/404' ? 404 : path === '/500' ? 500 : 200,
      headers: {
        'Content-Type': 'text/html',
        'Cache-Tag': 'test',
        'Content-Security-Policy': "style-src 'self'",
      },
    },
  )
}

beforeAll(async () => {
  house = await openTestHouse({ renderPage, environment: { ALLOWED_HOSTS: 'copy.example' } })
  const folder = join(house.deps.env.dataDir, 'client', '_astro')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(house.deps.env.dataDir, 'client', sheet), 'body{margin:0}.outage{color:red}')
})
afterAll(() => house.close())

describe('a database that is away', () => {
  test('stored pages are shown with what does not work; others are 503 until it is back', async () => {
    for (const world of ['de', 'gr'])
      expect((await send(house.base, { path: `/${world}` })).text).not.toContain('outage"')
    state.fault = 'away'
    const other = await send(house.base, { path: '/es' })
    expect(other.status).toBe(503)
    expect(Number(other.headers['retry-after'])).toBeGreaterThan(0)
    for (const world of ['de', 'gr'] as const) {
      const shown = await send(house.base, { path: `/${world}` })
      expect(shown.status).toBe(200)
      expect(shown.text).toContain(translator(world)('common:outage'))
      expect(shown.headers['cache-status']).toContain('database-away')
      expect(shown.headers['cdn-cache-control']).toBe('max-age=0, stale-while-revalidate=0')
    }
    state.fault = 'none'
    await expect
      .poll(async () => (await send(house.base, { path: '/de' })).text, { timeout: 8000 })
      .not.toContain('outage"')
    expect((await send(house.base, { path: '/es' })).status).toBe(200)
  })

  test('a slow one holds nobody longer than the limit', async () => {
    state.fault = 'slow'
    const started = performance.now()
    const answer = await send(house.base, { path: '/it' })
    expect(answer.status).toBe(503)
    expect(performance.now() - started).toBeLessThan(maxAnswerMs + 2000)
    state.fault = 'none'
  })
})

describe('what a page says before it is read', () => {
  test('103 with the fonts while a page is made, for navigations; none for a page that is ready', async () => {
    await send(house.base, { path: '/fr' })
    house.deps.pageCache.clear()
    expect(await hints('/fr', { 'Sec-Fetch-Mode': 'navigate' })).toContain(
      '</_astro/f.woff2>; rel=preload; as=font',
    )
    expect(await hints('/fr', { 'Sec-Fetch-Mode': 'navigate' })).toBe('')
    house.deps.pageCache.clear()
    expect(await hints('/fr', {})).toBe('')
  })

  test('styles of the first paint, allowed by hash; the sheet later; nothing that keeps a page out of the back cache', async () => {
    const { text, headers } = await send(house.base, { path: '/en' })
    expect(text).toContain('<style>body{margin:0}')
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[\w+/]+=*'/)
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['speculation-rules']).toBe('"/speculation-rules.json"')
    // The head says the same, and a page that has to be made says it by 103.
    expect(headers.link).toBeUndefined()
  })
})

describe('speculation rules', () => {
  test('only pages that are the same for everybody, by name; none for who saves data', async () => {
    const answer = await send(house.base, { path: '/speculation-rules.json' })
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
    const saving = await send(house.base, { path: '/speculation-rules.json', headers: { 'Save-Data': 'on' } })
    expect([saving.text, saving.headers.vary]).toEqual(['{}', 'Accept-Encoding, Save-Data'])
  })
})

test('under another host name nothing may be found', async () => {
  const answer = await send(house.base, { path: '/de', headers: { Host: 'copy.example' } })
  expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
  expect((await send(house.base, { path: '/de' })).headers['x-robots-tag']).toContain('index,follow')
})

test('a page for the service worker, in the world’s language, never indexed', async () => {
  const answer = await send(house.base, { path: '/offline/gr' })
  expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex'])
  expect((await send(house.base, { path: '/offline/xx' })).status).toBe(404)
})

/** The Link header of a 103, or nothing. */
function hints(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    let links = ''
    const asked = request(house.base + path, { headers })
    asked.on('information', (answer) => {
      links += String(answer.headers.link)
    })
    asked.on('response', (answer) => answer.resume().on('end', () => resolve(links)))
    asked.on('error', reject)
    asked.end()
  })
}
