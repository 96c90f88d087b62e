import { connect } from 'node:net'
import { type RouteName, routes } from '#routing/routes.ts'
import { localizedPath, url } from '#routing/url.ts'
import { liveWorlds } from '#routing/worlds.ts'
import { nastyTexts } from '../support/arbitrary.ts'
import { formsOf, type HtmlForm } from '../support/html-forms.ts'
import { type Answer, type Client, createClient, send } from '../support/http-client.ts'
import { expect, test } from './fixtures.ts'

/*
 * The enemy at the built product: odd addresses, forged headers, poisoned caches, every parameter of every page and
 * every field of every form. Whatever is sent, the house stands, answers below 500 and repeats nothing as markup.
 */

const de = { world: 'de' } as const
const mark = 'hostile-mark'
const markup = [
  `"><i ${mark}>`,
  `</script><i ${mark}>`,
  `'-alert(1)-'<i ${mark}>`,
  `--><i ${mark}>`,
  `</title><i ${mark}>`,
  `javascript:alert(1)//<i ${mark}>`,
]
const hostileTexts = [...nastyTexts.map((text) => text.toWellFormed().slice(0, 3000)), ...markup]

/** Whether the mark became an element: inside a quoted value it is only text. */
function isMarkup(html: string): boolean {
  return html.includes(mark) && html.replaceAll(/="[^"]*"/g, '=""').includes(`<i ${mark}`)
}

function expectHarmless(answer: Answer, what: string): void {
  expect(answer.status, what).toBeLessThan(500)
  expect(isMarkup(answer.text), `${what} is repeated as markup`).toBe(false)
  const { location } = answer.headers
  if (location !== undefined) expect(location, what).toMatch(/^\/(?![/\\])/)
}

/** Bytes to a socket, for what no client library would send. */
function raw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setTimeout(6000, () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
    // Not end(): a half-closed caller is hung up on before the answer.
    socket.write(text)
  })
}

test.describe('headers that lie', () => {
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
    test(`${Object.keys(headers)[0]}: ${Object.values(headers)[0]?.slice(0, 30)}`, async ({ client }) => {
      for (const path of [
        '/de',
        '/de/nothing-like-this',
        url('search', { ...de, query: { query: 'mathe' } }),
      ]) {
        const honest = await send(client.base, { path })
        const answer = await send(client.base, { path, headers })
        expect([path, answer.status]).toEqual([path, honest.status])
        expect(answer.text).not.toContain('evil.example')
        // Nothing of the header is in the page: who comes next gets the same one. (The demo still draws its covers, so
        // a page may change between two looks.)
        const later = await send(client.base, { path })
        expect([honest.text, later.text].includes(answer.text), path).toBe(true)
      }
    })
  }

  test('a foreign host, none, two, and an absolute address', async ({ client }) => {
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

  test('two lengths, both lengths, and a body that never was', async ({ client }) => {
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

test.describe('addresses that lie', () => {
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
    test(path, async ({ client }) => {
      const answer = await send(client.base, { path })
      expectHarmless(answer, path)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).not.toMatch(/root:.*:0:0:|DATABASE_URL=|ref: refs/)
    })
  }

  test('the page of a person is stored by nobody, however it is called', async ({ client }) => {
    const member = await loggedIn(client, 'buyer@aularium.example')
    for (const path of [`${account}/x.css`, `${account}.css`, `${account}/avatar.png`, `${account}?x.css`]) {
      const own = await member.get(path)
      expect(own.headers['cache-control'] ?? 'no-store', path).toMatch(/no-store|private/)
      const stranger = await send(client.base, { path })
      expect(stranger.text, path).not.toContain('buyer@aularium.example')
    }
    member.close()
  })

  test('a body with GET changes nothing, and is not the next visitor’s page', async ({ client }) => {
    const path = url('search', { ...de, query: { query: 'lesen' } })
    const honest = await send(client.base, { path })
    const fat = await send(client.base, {
      path,
      body: 'query=evil&subject=evil',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '23' },
    })
    expect([fat.status, fat.text]).toEqual([200, honest.text])
  })

  test('a flood of unknown parameters makes no new pages', async ({ client }) => {
    const path = url('home', de)
    await send(client.base, { path })
    const before = await rendersOf(client)
    for (let i = 0; i < 100; i++) await send(client.base, { path: `${path}?evil${i}=${i}&utm_source=${i}` })
    expect((await rendersOf(client)) - before).toBeLessThanOrEqual(30)
  })

  test('an address to go to after login stays in the house', async ({ client }) => {
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
        password: 'Aularium-2026!',
        next,
      })
      expectHarmless(answer, next)
      expect(answer.headers.location ?? '/de').toMatch(/^\/(de|es|fr|gr|it|en)?(\/|$|\?)/)
      expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('x=1')
    }
  })
})

/** How many pages were rendered since the start. Other journeys run beside this one. */
async function rendersOf(client: Client): Promise<number> {
  const { text } = await client.get('/metrics')
  return [...text.matchAll(/^aularium_renders_total\{route="home"\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

async function loggedIn(client: Client, email: string): Promise<Client> {
  const own = createClient(client.base)
  const answer = await own.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: email,
    password: 'Aularium-2026!',
  })
  expect(answer.status).toBe(200)
  return own
}

/** Parameters that any page might be asked with, beside those of its row. */
const common = ['page', 'query', 'after', 'sort', 'next', '__proto__', 'constructor', 'id[]', 'limit']
const worlds = liveWorlds()

test.describe('every parameter of every public page', () => {
  for (const [index, row] of routes.entries()) {
    if (row.access !== 'public' || row.words.de.includes('{')) continue
    test(row.name, async ({ client }) => {
      const { world } = worlds[index % worlds.length] ?? { world: 'de' as const }
      const path = localizedPath(row.name as RouteName, world)
      for (const name of new Set<string>([...row.queryKept, ...common])) {
        for (const [turn, text] of hostileTexts.entries()) {
          // Every text for the parameters the page reads, every seventh for those it should not.
          if (!(row.queryKept as readonly string[]).includes(name) && turn % 7 !== 0) continue
          const query = `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
          expectHarmless(await client.get(`${path}?${query}`), `${path}?${query.slice(0, 120)}`)
        }
        const twice = encodeURIComponent(name)
        expectHarmless(await client.get(`${path}?${twice}=1&${twice}=2&${twice}[]=3`), `${name} twice`)
      }
    })
  }
})

test.describe('every field of every form', () => {
  const addresses = routes
    .filter(({ words, access }) => !words.de.includes('{') && access !== 'admin' && access !== 'master')
    .map(({ name }) => localizedPath(name as RouteName, 'de'))

  for (const email of ['master@aularium.example', 'seller@aularium.example']) {
    test(`as ${email}`, async ({ client, published }) => {
      test.slow()
      const member = await loggedIn(client, email)
      const author = url('author', { ...de, id: 1 })
      const seen = new Set<string>()
      let sent = 0
      for (const address of [...addresses, published.url, author]) {
        const page = await member.get(address)
        if (page.status !== 200) continue
        for (const form of formsOf(page.text, address)) {
          const key = `${form.method} ${form.action.split('?')[0]} ${form.fields.map(({ name }) => name).join()}`
          if (seen.has(key) || isEnding(form)) continue
          seen.add(key)
          sent += await attack(member, form)
        }
      }
      expect(sent).toBeGreaterThan(100)
      member.close()
    })
  }
})

/** Logging out and paying end the round; they have tests of their own. */
function isEnding({ action, fields }: HtmlForm): boolean {
  return (
    action.includes('sandbox-payment') ||
    fields.some(({ name, value }) => /logout|password/i.test(`${name} ${value}`)) ||
    fields.some(({ name, value }) => name === 'action' && /delete|order|pay|checkout/i.test(value))
  )
}

async function attack(member: Client, form: HtmlForm): Promise<number> {
  const fillable = form.fields.filter(({ type }) => !['submit', 'file', 'checkbox', 'radio'].includes(type))
  let sent = 0
  for (const [turn, text] of hostileTexts.entries()) {
    // Each text visits one field at a time, the next text the next one, so that every field meets many of them.
    const victim = fillable[turn % Math.max(1, fillable.length)]
    if (victim === undefined) break
    const values: [string, string][] = form.fields.map(({ name, value, type }) => [
      name,
      name === victim.name ? text : value || (type === 'submit' ? '' : 'Ein ganz normaler Text'),
    ])
    const answer =
      form.method === 'post'
        ? await member.submit(form.action, values)
        : await member.get(`${form.action.split('?')[0]}?${new URLSearchParams(values)}`)
    expectHarmless(answer, `${form.method} ${form.action} ${victim.name}=${text.slice(0, 60)}`)
    sent += 1
  }
  const twice: [string, string][] = fillable.flatMap(({ name }) => [
    [name, '1'],
    [name, '2'],
    [`${name}[]`, '3'],
    [`${name}[__proto__]`, '4'],
  ])
  if (form.method === 'post') expectHarmless(await member.submit(form.action, twice), `${form.action} twice`)
  return sent
}

test('what the enemy wrote is text wherever it is shown', async ({ client, published }) => {
  for (const { world } of worlds) {
    for (const name of ['home', 'search'] as const) {
      expectHarmless(await client.get(url(name, { world })), `${world} ${name}`)
    }
  }
  expectHarmless(await client.get(published.url), published.url)
  for (const path of ['/de/feed.xml', '/llms.txt', '/api/v3/materials/amb?world=de']) {
    const answer = await client.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(isMarkup(answer.text), path).toBe(false)
  }
})
