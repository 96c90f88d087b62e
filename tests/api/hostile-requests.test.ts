import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { castPassword, logIn, type TestApp } from '../support/app.ts'
import { openBuiltApp } from '../support/built-app.ts'
import { expectHarmless } from '../support/harmless.ts'
import { type Client, createClient, send } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

/*
 * The enemy at the real pages: odd addresses, forged headers, poisoned caches. Whatever is sent, the product stands,
 * answers below 500 and repeats nothing as markup.
 */

const de = { world: 'de' } as const
let app: TestApp
let client: Client

beforeAll(async () => {
  app = await openBuiltApp()
  client = createClient(app.base)
  // A page kind that is rendered for the first time is compiled; that is the start, not an attack.
  for (const path of ['/de', '/de/nothing-like-this', url('search', de), url('login', de)])
    await client.get(path)
})
afterAll(async () => {
  client.close()
  await app.close()
})
watchLoop()

/** Bytes to a socket, for what no client library would send. */
function raw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
    // Not end(): a half-closed caller is hung up on before the answer.
    socket.write(text)
  })
}

describe('headers that lie', () => {
  const forged: Record<string, string>[] = [
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Proto': 'http://evil.example/x' },
    { 'X-Forwarded-Proto': 'javascript' },
    { 'X-Forwarded-Port': '1337' },
    { Forwarded: 'host=evil.example;proto=https' },
    { 'X-Original-URL': '/de/konto' },
    { 'X-Rewrite-URL': '/de/konto' },
    { 'X-Astro-Path': '/de/account' },
    { 'X-Astro-Locals': '{"admin":true}' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Forwarded-For': Array.from({ length: 200 }, (_, index) => `10.0.0.${index}`).join(', ') },
    { 'X-Middleware-Subrequest': 'src/middleware' },
    { 'Accept-Language': '"><i x>' },
    { 'User-Agent': '</script><i x>', Referer: 'https://evil.example/"><i x>' },
  ]

  for (const headers of forged) {
    test(`${Object.keys(headers)[0]}: ${Object.values(headers)[0]?.slice(0, 30)}`, async () => {
      for (const path of [
        '/de',
        '/de/nothing-like-this',
        url('search', { ...de, query: { query: 'mathe' } }),
      ]) {
        const honest = await send(client.base, { path })
        const answer = await send(client.base, { path, headers })
        expect([path, answer.status]).toEqual([path, honest.status])
        expect(answer.text).not.toContain('evil.example')
        // Nothing of the header is in the page, and who comes next gets the same one.
        const later = await send(client.base, { path })
        expect([answer.text, later.text], path).toEqual([honest.text, honest.text])
      }
    })
  }

  test('a foreign host, none, two, and an absolute address', async () => {
    const { host } = new URL(client.base)
    for (const request of [
      `GET http://evil.example/de HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      'GET /de/not-there HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      'GET /de HTTP/1.1\r\nConnection: close\r\n\r\n',
      `GET /de HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      `GET //evil.example/de HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ]) {
      const answer = await raw(client.base, request)
      expect(answer.slice(0, 12), request.slice(0, 60)).toMatch(/^HTTP\/1\.1 [34]\d\d/)
      expect(answer).not.toMatch(/location: *(https?:)?\/\/evil/i)
    }
  })

  test('D2 41: two lengths, both lengths, and a body that never was', async () => {
    const { host } = new URL(client.base)
    const head = `POST /api/v1/cart/items HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\n`
    for (const request of [
      `${head}Content-Length: 4\r\nContent-Length: 40\r\n\r\n{}{}`,
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `${head}Content-Length: -1\r\n\r\n`,
    ]) {
      const answer = await raw(client.base, request)
      expect(answer === '' || /^HTTP\/1\.1 4\d\d/.test(answer)).toBe(true)
      expect(answer.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1)
    }
  })
})

describe('addresses that lie', () => {
  const account = url('account', de)
  const odd = [
    '/_image?href=//evil.example/600x400&w=1&f=svg',
    '/_image?href=http://169.254.169.254/latest/meta-data',
    '/_server-islands/Anything?e=file&p=&s=%7B%22a%22:%22%3Cimg%20onerror%3E%22%7D',
    '/_actions/anything',
    '/de/%2561ccount',
    '/%2564%2565/konto',
    '/de/konto%2f..%2f..',
    '/de/konto;x=1',
    '/de/konto%00.css',
    '/de/konto/..;/konto',
    '/\\evil.example/x',
    '/\\evil.example/x/',
    '/%5cevil.example',
    '//evil.example/',
    '/de//evil.example/..',
    '/de/login?next=%0d%0aSet-Cookie:%20x=1',
    '/%0d%0aLocation:%20https://evil.example',
    '/de/material/1%0d%0aX:%20y',
    '/.git/HEAD',
    '/.env',
    '/de/../../etc/passwd',
    '/images/../../../etc/passwd',
    '/_astro/../server/entry.mjs',
    '/_astro/%2e%2e/%2e%2e/server/entry.mjs',
    '/sw.js.map',
  ]

  for (const path of odd) {
    test(path, async () => {
      const answer = await send(client.base, { path })
      expectHarmless(answer, path)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).not.toMatch(/root:.*:0:0:|DATABASE_URL=|ref: refs/)
    })
  }

  test('the page of a person is stored by nobody, however it is called', async () => {
    const member = await loggedIn('buyer@aularium.example')
    for (const path of [`${account}/x.css`, `${account}.css`, `${account}/avatar.png`, `${account}?x.css`]) {
      const own = await member.get(path)
      expect(own.headers['cache-control'] ?? 'no-store', path).toMatch(/no-store|private/)
      const stranger = await send(client.base, { path })
      expect(stranger.text, path).not.toContain('buyer@aularium.example')
    }
    member.close()
  })

  test('a body with GET changes nothing, and is not the next visitor’s page', async () => {
    const path = url('search', { ...de, query: { query: 'lesen' } })
    const honest = await send(client.base, { path })
    const fat = await send(client.base, {
      path,
      body: 'query=evil&subject=evil',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '23' },
    })
    expect([fat.status, fat.text]).toEqual([200, honest.text])
  })

  test('a flood of unknown parameters makes no new pages', async () => {
    const path = url('home', de)
    await send(client.base, { path })
    const before = await rendersOf()
    for (let i = 0; i < 100; i++) await send(client.base, { path: `${path}?evil${i}=${i}&utm_source=${i}` })
    // Once, at most, because the page has grown old meanwhile.
    expect((await rendersOf()) - before).toBeLessThanOrEqual(1)
  })

  test('D2 42, 43: an address to go to after login stays in the product', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/de/\r\nSet-Cookie: x=1',
      'data:text/html,x',
      '/%2f/evil.example',
    ]) {
      const answer = await createClient(client.base).submit(url('login', { ...de, query: { next } }), {
        email: 'buyer@aularium.example',
        password: castPassword,
        next,
      })
      expectHarmless(answer, next)
      expect(answer.headers.location ?? '/de').toMatch(/^\/(de|es|fr|gr|it|en)?(\/|$|\?)/)
      expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('x=1')
    }
  })
})

/** How many pages were rendered since the start. */
async function rendersOf(): Promise<number> {
  const { text } = await client.get('/metrics')
  return [...text.matchAll(/^aularium_renders_total\{route="home"\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

async function loggedIn(email: string): Promise<Client> {
  const own = createClient(app.base)
  await logIn(own, email)
  return own
}
