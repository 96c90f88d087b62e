import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

/* A stored page asked for by the site's own name goes a short way; written in capitals the name goes the long one. */

const short = 'main.example'
const long = 'MAIN.EXAMPLE'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({
    environment: { SITE_URL: `http://${short}`, ALLOW_SANDBOX_PAYMENTS: 'true' },
  })
  await ask('/de', short)
})
afterAll(() => app.close())

async function ask(path: string, host: string, method = 'GET', headers: Record<string, string> = {}) {
  const answer = await send(app.base, { path, method, headers: { Host: host, ...headers } })
  const { date: _date, ...said } = answer.headers
  return { status: answer.status, said, body: answer.body }
}

function counted(): [hits: number, answers: number] {
  const { pageHits, requestTimes } = app.deps.metrics
  const answers = /^aularium_requests_total\{kind="page",status="2xx"\} (\d+)$/m.exec(
    requestTimes.text(),
  )?.[1]
  return [pageHits.count, Number(answers)]
}

test.each(['br', 'gzip', 'identity', 'gzip, deflate, br, zstd', 'br;q=0, gzip'])(
  'both ways say the same to who takes %s',
  async (accepted) => {
    const headers = { 'Accept-Encoding': accepted }
    await ask('/de', long, 'GET', headers)
    const full = await ask('/de', short, 'GET', headers)
    expect(full).toEqual(await ask('/de', long, 'GET', headers))
    expect([full.status, full.said['x-content-type-options']]).toEqual([200, 'nosniff'])
    const head = await ask('/de', short, 'HEAD', headers)
    expect(head).toEqual({ ...full, body: Buffer.alloc(0) })
  },
)

test('both count hits and answers', async () => {
  const before = counted()
  await ask('/de', short)
  await ask('/de', long)
  await expect.poll(counted).toEqual(before.map((count) => count + 2))
})

test('what is known is not sent again', async () => {
  const { said } = await ask('/de', short)
  const again = await ask('/de', short, 'GET', { 'If-None-Match': String(said.etag) })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test('a stored page is nothing for other hosts, other methods and requests with two hosts', async () => {
  expect((await ask('/de', 'evil.example')).status).toBe(421)
  expect((await ask('/de', 'localhost')).said['x-robots-tag']).toContain('noindex')
  expect((await ask('/de', short, 'DELETE')).status).toBe(405)
  const socket = connect(Number(new URL(app.base).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`GET /de HTTP/1.1\r\nHost: ${short}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})
