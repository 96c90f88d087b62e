import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient, send } from '../support/http-client.ts'

/*
 * Limits as people meet them. The client's address is what the one trusted proxy says, so that a test can come from
 * many networks.
 */

const password = 'Aularium-2026!'
const loginPath = url('login', { world: 'de' })
const registerPath = url('register', { world: 'de' })
let app: TestApp
let lea: Person

beforeAll(async () => {
  app = await openTestApp({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  lea = await member(app, 'lea')
})
afterAll(() => app.close())

/** A form posted from a network. */
function post(client: Client, path: string, fields: Record<string, string>, ip: string): Promise<Answer> {
  return client.send({
    method: 'POST',
    path,
    headers: {
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': ip,
    },
    body: new URLSearchParams(fields).toString(),
  })
}

const logIn = (client: Client, email: string, ip: string, secret = password) =>
  post(client, loginPath, { intent: 'log-in', grant_type: 'password', username: email, password: secret }, ip)

/** What somebody with a new browser gets, without cookies to keep. */
const tryFrom = (ip: string, secret: string) => logIn(createClient(app.base), lea.email, ip, secret)

test('a school of sixty people behind one address registers, typing errors included, and logs in', async () => {
  const started = performance.now()
  const people = Array.from({ length: 60 }, (_, i) => `kollegin${i}@schule.example`)
  const statuses = await Promise.all(
    people.map(async (email) => {
      const client = createClient(app.base)
      const fields = { intent: 'register', email, publicName: 'Kollegin Berger', password, agb: 'on' }
      const wrong = await post(client, registerPath, { ...fields, password: 'kurz' }, '192.0.2.1')
      const wrongAgain = await post(client, registerPath, { ...fields, email: 'x' }, '192.0.2.2')
      const right = await post(client, registerPath, fields, '192.0.2.3')
      const other = createClient(app.base)
      const mistyped = await logIn(other, email, '192.0.2.4', 'vertippt')
      const login = await logIn(other, email, '192.0.2.5')
      client.close()
      other.close()
      return [wrong, wrongAgain, right, mistyped, login].map(({ status }) => status)
    }),
  )
  for (const each of statuses) expect(each).toEqual([422, 422, 303, 401, 303])
  expect(performance.now() - started).toBeLessThan(120_000)
}, 180_000)

test('D2 21: a thousand wrong passwords of strangers do not keep the member out where they logged in before', async () => {
  const known = createClient(app.base)
  expect((await logIn(known, lea.email, '198.51.100.1')).status).toBe(303)
  expect(known.cookies.get('device')).toBeDefined()
  await post(known, url('account', { world: 'de' }), { intent: 'log-out' }, '198.51.100.1')
  expect(known.cookies.has('session')).toBe(false)

  // From the member's own network, too.
  const strangers = Array.from({ length: 1000 }, (_, i) => tryFrom(`198.51.100.${i % 250}`, `geraten ${i}`))
  const refused = await Promise.race(strangers.slice(500))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30)
  const started = performance.now()
  expect((await logIn(known, lea.email, '198.51.100.1')).status).toBe(303)
  expect(performance.now() - started).toBeLessThan(5000)

  const answers = await Promise.all(strangers)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(20)
}, 120_000)

test('D2 21: on a new device the member is slowed down and gets in', async () => {
  const wrong = Array.from({ length: 80 }, (_, i) => tryFrom(`203.0.${i % 10}.1`, `geraten ${i}`))
  await Promise.all(wrong)
  const started = performance.now()
  expect((await tryFrom('192.0.2.77', password)).status).toBe(303)
  const held = performance.now() - started
  expect(held).toBeGreaterThan(1000)
  expect(held).toBeLessThan(10_000)
}, 120_000)

test('D2 20: leaked pairs from many networks open nothing, and whoever is honest gets in meanwhile', async () => {
  const pairs = Array.from({ length: 90 }, (_, i) => ({
    email: i % 3 === 0 ? `kollegin${i % 60}@schule.example` : `geleakt${i}@mail.example`,
    ip: `10.${i % 45}.7.1`,
  }))
  const clients = pairs.map(() => createClient(app.base))
  const stuffed = pairs.map(({ email, ip }, i) => logIn(clients[i] as Client, email, ip, `Leck ${i} 2026!`))
  const honest = await logIn(createClient(app.base), 'kollegin1@schule.example', '192.0.2.90')
  expect(honest.status).toBe(303)
  const statuses = new Set((await Promise.all(stuffed)).map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([])
  expect(clients.filter(({ cookies }) => cookies.has('session'))).toEqual([])
  for (const client of clients) client.close()
}, 120_000)

test('a form that is refused says how long to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => tryFrom('203.0.113.50', 'geraten')))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
}, 120_000)

test('searches that have to be made share the allowance of the API; stored ones are free', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.99' }
  const search = (query: string) =>
    send(app.base, { path: url('search', { world: 'de', query: { query } }), headers })
  expect((await search('bruch')).status).toBe(200)
  let status = 200
  let tries = 0
  for (; status === 200 && tries < 700; tries++) status = (await search(`wort${tries}`)).status
  expect([status, tries]).toEqual([429, 600])
  const refused = await search('noch eines')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['cache-control']).toContain('no-store')
  expect((await send(app.base, { path: '/api/v1/search?query=x&world=de', headers })).status).toBe(429)
  expect((await search('bruch')).status).toBe(200)
  expect((await send(app.base, { path: '/de', headers })).status).toBe(200)
  const others = await send(app.base, {
    path: url('search', { world: 'de', query: { query: 'anderswo' } }),
    headers: { 'X-Forwarded-For': '192.0.2.200' },
  })
  expect(others.status).toBe(200)
}, 60_000)
