import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { materialRow, member, openTestHouse, type Person, type TestHouse } from '../support/house.ts'
import { send } from '../support/http-client.ts'

const host = 'anna-lehrt.example'
let house: TestHouse
let anna: Person
let other: Person
const ids = { own: 0, foreign: 0, draft: 0 }

const html = `<!doctype html><form class="x" method="post" action="/de/warenkorb"><button name="material_id" value="1">x
</button></form><form action="/de/suchergebnisse"></form><a href="/de/material/7/brueche">m</a><a href="/de/agb">t</a>
<a href="#reviews">r</a><a href="https://x.example/de/y">o</a><img src="/images/crop/a.webp"><link href="/_astro/a.css">
<script type="module" src="/_astro/page.js"></script><script type="application/ld+json">{"@id":"x"}</script>`

beforeAll(async () => {
  house = await openTestHouse({
    environment: { SITE_URL: 'https://main.example', ALLOW_SANDBOX_PAYMENTS: 'true' },
    renderPage: async (path) => {
      const isError = path === '/404'
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Tag': 'test',
        'Content-Security-Policy': "default-src 'self';form-action 'self'",
      }
      return new Response(isError ? 'not found' : html, { status: isError ? 404 : 200, headers })
    },
  })
  anna = await member(house, 'anna', { isSeller: true, logsIn: false })
  other = await member(house, 'other', { isSeller: true, logsIn: false })
  ids.own = await materialRow(house, { authorId: anna.id })
  ids.foreign = await materialRow(house, { authorId: other.id })
  await house.deps.db.insertInto('author_domain').values({ host, world: 'de', author_id: anna.id }).execute()
  await vi.waitFor(() => expect(house.deps.authorDomains.find(host)).toBeDefined(), 3000)
})
afterAll(() => house.close())

const get = (path: string, Host = host, method = 'GET') =>
  send(house.base, { path, method, headers: { Host } })

test('the shop and own materials are shown, everything leads to the main site', async () => {
  const answer = await get('/')
  expect(answer.status).toBe(200)
  expect(house.rendered.at(-1)).toBe(`/de/author-prefix/${anna.id}/anna`)
  const { text } = answer
  expect(text).toContain(
    `<form class="x" method="get" action="/de/autor/${anna.id}/anna">`.replace(
      '="/',
      '="https://main.example/',
    ),
  )
  expect(text).toContain('<form action="https://main.example/de/suchergebnisse">')
  expect(text).toContain('href="/material/7/brueche"')
  expect(text).toContain('href="https://main.example/de/agb"')
  for (const kept of [
    'href="#reviews"',
    'href="https://x.example/de/y"',
    'src="/images/',
    'href="/_astro/a.css"',
  ])
    expect(text).toContain(kept)
  expect(text).not.toContain('type="module"')
  expect(text).toContain('application/ld+json')
  expect(answer.headers['content-security-policy']).toContain("form-action 'self' https://main.example")
  expect((await get('/materials')).status).toBe(200)
  expect((await get(`/material/${ids.own}/egal`)).status).toBe(200)
  expect(house.rendered.at(-1)).toBe(`/de/material/${ids.own}/brueche-addieren`)
})

test('what belongs elsewhere is one redirect away, the rest is not found', async () => {
  const foreign = await get(`/material/${ids.foreign}/x`)
  expect([foreign.status, foreign.headers.location]).toEqual([
    301,
    `https://main.example/de/material/${ids.foreign}/brueche-addieren`,
  ])
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
  expect((await get('/', host, 'POST')).status).toBe(405)
})

test('it has its own robots.txt and names no sitemap', async () => {
  const answer = await get('/robots.txt')
  expect([answer.status, answer.text]).toEqual([200, 'User-agent: *\nAllow: /\n'])
})

test('hosts have their own pages in the cache; a forged one is refused as before', async () => {
  const before = house.rendered.length
  await get('/')
  const main = await get(`/de/autor/${anna.id}/anna`, 'main.example')
  expect(main.text).toContain('method="post"')
  expect((await get('/')).text).toContain('method="get"')
  expect(house.rendered.length).toBeLessThanOrEqual(before + 1)
  for (const forged of ['evil.example', `${host}.evil.example`, `x.${host}`, `${host}:81`])
    expect((await get('/', forged)).status, forged).toBe(421)
  expect((await get(`//${host}/de/autor/${anna.id}/anna?`, 'main.example')).text).not.toContain(
    'method="get"',
  )
})

test('a row taken away ends the domain at once', async () => {
  await house.deps.db.deleteFrom('author_domain').execute()
  await vi.waitFor(async () => expect((await get('/')).status).toBe(421), 3000)
})
