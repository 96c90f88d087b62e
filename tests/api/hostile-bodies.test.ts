import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxApiBodyBytes } from '#platform/limits.ts'
import { createLogger } from '#platform/metrics/log.ts'
import { url } from '#platform/routing/url.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart, type UploadPart } from '../support/http-client.ts'
import { longestTurn } from '../support/loop-turns.ts'
import { type RawConnection, rawConnection } from '../support/raw-socket.ts'

/** Bodies that are too large, too many, too slow, broken or never sent: refused at once, and nobody else notices. */

let app: TestApp
let seller: Person
let materialId: number
const logged: { level: number; msg: string }[] = []

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  materialId = await materialRow(app, { authorId: seller.id, status: 'draft' })
  await seller.client.get('/api/v1/csrf')
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(JSON.parse(chunk.toString('utf8')))
      done()
    },
  })
  Object.assign(app.deps, { log: createLogger('debug', lines) })
})
afterAll(() => app.close())

const uploadPage = `${url('upload', { world: 'de' })}?intent=upload-listing`
const profilePage = `${url('my-author-profile', { world: 'de' })}?intent=set-avatar`
const loginPage = url('login', { world: 'de' })

function own(headers: Record<string, string> = {}): Record<string, string> {
  const { cookies } = seller.client
  return {
    Host: new URL(app.base).host,
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    Origin: new URL(app.base).origin,
    'Sec-Fetch-Site': 'same-origin',
    'X-CSRF-Token': cookies.get('csrf') ?? '',
    ...headers,
  }
}

function post(path: string, body: Buffer | string, type: string, method = 'POST'): Promise<Answer> {
  const headers = own({ 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) })
  return seller.client.send({ method, path, body, headers })
}

const urlencoded = 'application/x-www-form-urlencoded'
const json = 'application/json'
const marks = '\u0301\u0316'

describe('no body blocks the loop', () => {
  const many = (count: number, name: string, value: string): UploadPart[] =>
    Array.from({ length: count }, () => ({ name, value }))
  const cases: [string, () => Promise<Answer>][] = [
    ...['/api/v1/materials?world=de', '/api/v3/user-details/avatar', uploadPage, profilePage].flatMap(
      (path): [string, () => Promise<Answer>][] =>
        (
          [
            ['295 keyword fields of 65 kB', many(295, 'keywords', 'a,'.repeat(32_500))],
            ['20,000 fields', many(20_000, 'keywords', 'a')],
            ['a field of commas', many(1, 'keywords', ','.repeat(65_000))],
            ['a field of accents', many(1, 'title', marks.repeat(15_000))],
          ] as const
        ).map(([name, parts]) => [
          `${path}: ${name}`,
          () => {
            const { body, contentType } = multipart(parts)
            return post(path, body, contentType)
          },
        ]),
    ),
    [
      'D2 70: a boundary of 8 kB that nearly matches everywhere',
      () =>
        post(
          '/api/v1/materials',
          Buffer.alloc(2_000_000, '\r\n--'.padEnd(8000, '-')),
          `multipart/form-data; boundary=${'-'.repeat(8000)}x`,
        ),
    ],
    ['30,000 form fields', () => post(loginPage, 'a&'.repeat(30_000), urlencoded)],
    [
      'an e-mail address of accents',
      () => post(loginPage, `username=${marks.repeat(14_000)}&password=${marks.repeat(100)}`, urlencoded),
    ],
    [
      'a password of accents',
      () => post(loginPage, `username=a%40b.example&password=${marks.repeat(14_000)}`, urlencoded),
    ],
    [
      'a description of accents',
      () =>
        post(
          `/api/v1/materials/${materialId}?world=de`,
          JSON.stringify({ description: marks.repeat(45_000) }),
          json,
          'PUT',
        ),
    ],
    [
      'lists in lists in lists',
      () =>
        post(
          `/api/v1/materials/${materialId}?world=de`,
          '['.repeat(120_000) + ']'.repeat(120_000),
          json,
          'PUT',
        ),
    ],
    [
      '60,000 keywords',
      () =>
        post(
          `/api/v1/materials/${materialId}?world=de`,
          JSON.stringify({ keywords: Array(60_000).fill('a') }),
          json,
          'PUT',
        ),
    ],
  ]

  test('each is answered, and warm then', async () => {
    const statuses: number[] = []
    for (const [, call] of cases) statuses.push((await call()).status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  test.each(cases)('%s', async (_, call) => {
    let answer: Answer | undefined
    const { longest, limit } = await longestTurn(async () => {
      answer = await call()
    })
    expect(answer?.status).toBeLessThan(500)
    expect(longest).toBeLessThanOrEqual(limit)
  })

  test('three at once are refused, too', async () => {
    const { body, contentType } = multipart(many(295, 'keywords', 'a,'.repeat(32_500)))
    const { longest, limit } = await longestTurn(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => post('/api/v1/materials', body, contentType)))
      expect(answers.map(({ status }) => status)).toEqual([413, 413, 413])
    })
    expect(longest).toBeLessThanOrEqual(limit)
  })
})

interface Refusal {
  name: string
  method?: string
  path: string
  headers?: Record<string, string>
  body: string
  status: number
}

const form = (parts: readonly UploadPart[]) => multipart(parts).body.toString('latin1')
const formType = { 'Content-Type': multipart([]).contentType }
const large = 'x'.repeat(maxApiBodyBytes * 2)

const refusals = (): Refusal[] => [
  {
    name: 'JSON that is too large',
    path: '/api/v1/orders',
    headers: { 'Content-Type': json },
    body: large,
    status: 413,
  },
  {
    name: 'JSON that is none',
    path: '/api/v1/orders',
    headers: { 'Content-Type': json },
    body: '{',
    status: 400,
  },
  {
    name: 'another type',
    path: '/api/v1/orders',
    headers: { 'Content-Type': 'text/x' },
    body: large,
    status: 415,
  },
  {
    name: 'a form that is too large',
    path: loginPage,
    headers: { 'Content-Type': urlencoded },
    body: large,
    status: 413,
  },
  {
    name: 'a form of another type',
    path: loginPage,
    headers: { 'Content-Type': 'text/x' },
    body: large,
    status: 415,
  },
  {
    name: 'a form from elsewhere',
    path: loginPage,
    headers: { 'Content-Type': urlencoded, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    body: large,
    status: 403,
  },
  {
    name: 'multipart with too many bytes of fields',
    path: '/api/v1/materials',
    headers: formType,
    body: form(Array.from({ length: 10 }, () => ({ name: 'a', value: 'x'.repeat(60_000) }))),
    status: 413,
  },
  {
    name: 'multipart that is broken',
    path: '/api/v1/materials',
    headers: formType,
    body: form([{ name: 'a', value: 'b' }]).replace('Content-Disposition', 'Content\nDisposition'),
    status: 400,
  },
  {
    name: 'multipart without an end',
    path: '/api/v1/materials',
    headers: formType,
    body: form([{ name: 'a', value: large }]).slice(0, -50),
    status: 400,
  },
  {
    name: 'multipart of the profile that is broken',
    path: profilePage,
    headers: formType,
    body: large,
    status: 400,
  },
  {
    name: 'no multipart at all',
    path: '/api/v1/materials',
    headers: { 'Content-Type': 'text/x' },
    body: large,
    status: 415,
  },
  { name: 'a webhook that is too large', path: '/api/v1/payments/webhook/sandbox', body: large, status: 413 },
  { name: 'a webhook of nobody', path: '/api/v1/payments/webhook/nobody', body: large, status: 404 },
  { name: 'an address that is none', path: '/api/nothing', body: large, status: 404 },
  { name: 'a page that is none', path: '/de/nothing-here', body: large, status: 404 },
  { name: 'a page read with a body', method: 'GET', path: '/de', body: large, status: 200 },
  { name: 'an API call read with a body', method: 'GET', path: '/api/v1/csrf', body: large, status: 200 },
  {
    name: 'a stranger',
    path: '/api/v1/materials',
    headers: { ...formType, Cookie: '' },
    body: large,
    status: 401,
  },
  { name: 'another method', method: 'PATCH', path: '/de', body: large, status: 405 },
]

function head({ method = 'POST', path, headers = {} }: Refusal, length: number): string {
  const all = { ...own(headers), 'Content-Length': String(length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const second = () => `GET /health/live HTTP/1.1\r\nHost: ${new URL(app.base).host}\r\n\r\n`

/** Either the connection says that it closes, and does, or it answers the next request. */
async function expectUsableOrClosed(connection: RawConnection, status: number, isSent = false) {
  const [answer] = await connection.answers(1)
  expect(answer?.status).toBe(status)
  if (/connection: close/.test(answer?.head ?? '')) {
    expect(await connection.ends(5000)).toBe(true)
    expect(await connection.answers(2)).toHaveLength(1)
    return
  }
  if (!isSent) connection.send(second())
  expect((await connection.answers(2, 3000))[1]?.status).toBe(200)
}

describe('D2 70: a refused body never blocks its connection', () => {
  const names = refusals().map(({ name }) => name)
  const named = (name: string) => refusals().find((each) => each.name === name) as Refusal

  test.each(names)('%s: sent whole, then the next request', async (name) => {
    const refusal = named(name)
    const connection = rawConnection(app.base)
    connection.send(head(refusal, Buffer.byteLength(refusal.body)) + refusal.body)
    await expectUsableOrClosed(connection, refusal.status)
    connection.close()
  })

  test.each(names)('%s: with the next request behind it', async (name) => {
    const refusal = named(name)
    const connection = rawConnection(app.base)
    connection.send(head(refusal, Buffer.byteLength(refusal.body)) + refusal.body + second())
    await expectUsableOrClosed(connection, refusal.status, true)
    connection.close()
  })

  test('small bodies that nobody reads cost no connection', async () => {
    const connection = rawConnection(app.base)
    for (let n = 1; n <= 3; n += 1) {
      connection.send(`${head({ ...named('an address that is none'), body: '' }, 5)}a=b&c`)
      const answers = await connection.answers(n)
      expect(answers[n - 1]?.head).not.toContain('connection: close')
    }
    connection.close()
  })

  test.each(['an address that is none', 'a page read with a body', 'another type', 'a stranger'])(
    '%s: begun and never finished, the answer comes and then the end',
    async (name) => {
      const refusal = named(name)
      const connection = rawConnection(app.base)
      connection.send(head(refusal, 50_000_000) + 'x'.repeat(1000))
      const [answer] = await connection.answers(1, 2000)
      expect(answer?.status).toBe(refusal.status)
      expect(answer?.head).toContain('connection: close')
      expect(await connection.ends(5000)).toBe(true)
      connection.close()
    },
  )

  test('Expect: 100-continue is answered as a whole', async () => {
    const refusal = named('JSON that is too large')
    const connection = rawConnection(app.base)
    connection.send(
      head({ ...refusal, headers: { ...refusal.headers, Expect: '100-continue' } }, large.length),
    )
    await pause(50)
    connection.send(large)
    await expectUsableOrClosed(connection, 413)
    connection.close()
  })
})

test('pain 11: no clock ends a whole upload, and heads still have theirs', () => {
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([0, 15_000])
})

describe('what clients break is no error of ours', () => {
  const errorLines = () => logged.filter(({ level }) => level >= 50)

  test.each([
    ['JSON', '/api/v1/orders', json],
    ['a form', loginPage, urlencoded],
    ['an upload', '/api/v1/materials', multipart([]).contentType],
    ['an upload form', uploadPage, multipart([]).contentType],
    ['a picture', '/api/v3/user-details/avatar', multipart([]).contentType],
    ['a webhook', '/api/v1/payments/webhook/sandbox', json],
  ])('%s that breaks off in the middle', async (_, path, type) => {
    logged.length = 0
    const beginning = form([
      {
        name: 'files',
        value: { fileName: 'a.pdf', mediaType: 'application/pdf', body: Buffer.alloc(100_000) },
      },
    ]).slice(0, 60_000)
    for (const isHard of [true, false]) {
      const connection = rawConnection(app.base)
      const refusal = { name: '', path, headers: { 'Content-Type': type }, body: '', status: 0 }
      connection.send(head(refusal, 500_000) + (type.startsWith('multipart') ? beginning : '{"a":'))
      await pause(100)
      if (isHard) connection.reset()
      else connection.close()
      await pause(100)
    }
    expect(errorLines()).toEqual([])
  })

  test('and every refusal of this file was none either', async () => {
    logged.length = 0
    for (const refusal of refusals()) {
      const connection = rawConnection(app.base)
      connection.send(head(refusal, Buffer.byteLength(refusal.body)) + refusal.body)
      await connection.answers(1)
      connection.close()
    }
    expect(errorLines()).toEqual([])
  })
})
