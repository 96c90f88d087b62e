import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

const host = 'anna-lehrt.example'
let app: TestApp
let anna: Person
let other: Person
const ids = { own: 0, foreign: 0, draft: 0 }

/** What a page is told about where it stands. */
const html = ({ isMirror }: { isMirror?: true }) =>
  `<!doctype html><title>${isMirror ? 'mirror' : 'main'}</title><script type="application/ld+json">{}</script>`

beforeAll(async () => {
  app = await openTestApp({
    environment: { SITE_URL: 'https://main.example', ALLOW_SANDBOX_PAYMENTS: 'true' },
    renderPage: async (path, locals) => {
      const isError = path === '/404'
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Tag': 'test',
      }
      return new Response(isError ? 'not found' : html(locals), { status: isError ? 404 : 200, headers })
    },
  })
  anna = await member(app, 'anna', { isSeller: true, logsIn: false })
  other = await member(app, 'other', { isSeller: true, logsIn: false })
  ids.own = await materialRow(app, { authorId: anna.id })
  ids.foreign = await materialRow(app, { authorId: other.id })
  await app.deps.db.insertInto('author_domain').values({ host, world: 'de', author_id: anna.id }).execute()
  await vi.waitFor(() => expect(app.deps.authorDomains.find(host)).toBeDefined(), 3000)
})
afterAll(() => app.close())

const get = (path: string, Host = host, method = 'GET') => send(app.base, { path, method, headers: { Host } })

test('the shop and own materials are shown, without what only works on the main site', async () => {
  const answer = await get('/')
  expect(answer.status).toBe(200)
  expect(app.rendered.at(-1)).toBe(`/de/author-prefix/${anna.id}/anna`)
  expect(answer.text).toContain('<title>mirror')
  expect((await get('/materials')).status).toBe(200)
  expect((await get(`/material/${ids.own}/egal`)).status).toBe(200)
  expect(app.rendered.at(-1)).toBe(`/de/material/${ids.own}/brueche-addieren`)
})

test('links to own materials stay here', async () => {
  const own = await get(`/de/material/${ids.own}/egal`)
  expect([own.status, own.headers.location]).toEqual([301, `/material/${ids.own}/brueche-addieren`])
  const foreign = await get(`/de/material/${ids.foreign}/x`)
  expect([foreign.status, foreign.headers.location]).toEqual([
    301,
    `https://main.example/de/material/${ids.foreign}/x`,
  ])
})

test('a form that is posted leads to its page on the main site, and takes nothing along', async () => {
  const post = (path: string, headers: Record<string, string>) =>
    send(app.base, { path, method: 'POST', headers: { Host: host, ...headers }, body: 'material_id=1' })
  const fromShop = await post('/de/warenkorb', { Referer: `https://${host}/?query=x` })
  expect([fromShop.status, fromShop.headers.location]).toEqual([
    303,
    `https://main.example/de/autor/${anna.id}/anna`,
  ])
  const fromMaterial = await post('/de/warenkorb', { Referer: `https://${host}/material/${ids.own}/x` })
  expect(fromMaterial.headers.location).toBe(`https://main.example/de/material/${ids.own}/brueche-addieren`)
  const unknown = await post('/de/warenkorb', { Referer: 'https://elsewhere.example/' })
  expect(unknown.headers.location).toBe('https://main.example/de/warenkorb')
})

test('what belongs elsewhere is one redirect away, the rest is not found', async () => {
  const foreign = await get(`/material/${ids.foreign}/x`)
  expect([foreign.status, foreign.headers.location]).toEqual([
    301,
    `https://main.example/de/material/${ids.foreign}/brueche-addieren`,
  ])
  for (const status of ['deleted', 'draft'] as const) {
    const id = await materialRow(app, { authorId: other.id, status })
    const hidden = await get(`/material/${id}/x`)
    expect(hidden.headers.location).toBe(`https://main.example/de/material/${id}`)
  }
  const terms = await get('/de/agb?a=1')
  expect([terms.status, terms.headers.location]).toEqual([301, 'https://main.example/de/agb?a=1'])
  const english = await get('/de/terms')
  expect(english.headers.location).toBe('https://main.example/de/agb')
  const gone = [
    '/nothing',
    '/material/999999',
    '/material/x',
    '/api/v1/csrf',
    '/sitemap.xml',
    '/outbox',
    '/de/feed.xml',
  ]
  for (const path of gone) expect((await get(path)).status, path).toBe(404)
  expect((await get('/', host, 'PUT')).status).toBe(405)
})

test('it has its own robots.txt and names no sitemap', async () => {
  const answer = await get('/robots.txt')
  expect([answer.status, answer.text]).toEqual([200, 'User-agent: *\nAllow: /\n'])
})

test('hosts have their own pages in the cache; a forged one is refused as before', async () => {
  const before = app.rendered.length
  await get('/')
  const main = await get(`/de/autor/${anna.id}/anna`, 'main.example')
  expect(main.text).toContain('<title>main')
  expect((await get('/')).text).toContain('<title>mirror')
  expect(app.rendered.length).toBeLessThanOrEqual(before + 1)
  for (const forged of ['evil.example', `${host}.evil.example`, `x.${host}`, `${host}:81`])
    expect((await get('/', forged)).status, forged).toBe(421)
  expect((await get(`//${host}/de/autor/${anna.id}/anna?`, 'main.example')).text).not.toContain(
    '<title>mirror',
  )
})

test('a row taken away ends the domain at once', async () => {
  await app.deps.db.deleteFrom('author_domain').execute()
  await vi.waitFor(async () => expect((await get('/')).status).toBe(421), 3000)
})
