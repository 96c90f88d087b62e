import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxUrlLength } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { type Call, send } from '../support/http-client.ts'

/* What the front controller says to requests that are wrong in themselves, and to clients that break off. */

let app: TestApp

async function renderPage(path: string): Promise<Response> {
  if (path.includes('search')) await pause(100)
  return new Response(`<!doctype html><title>${path}</title>${'words '.repeat(400_000)}`, {
    status: path === '/404' ? 404 : 200,
    headers: { 'Content-Type': 'text/html', 'Cache-Tag': 'test' },
  })
}

beforeAll(async () => {
  app = await openTestApp({ renderPage })
})
afterAll(() => app.close())

describe('methods', () => {
  const readOnly = [
    '/images/crop/card/320/x.avif',
    '/files/abc',
    '/videos/abc.mp4',
    '/og/de/home/0.png',
    '/robots.txt',
    '/sitemap.xml',
    '/speculation-rules.json',
    '/favicon.svg',
    '/_astro/style.css',
    '/health/live',
    '/metrics',
    '/outbox',
    '/offline/de',
    '/de/feed.xml',
  ]

  test.each(readOnly)('%s is read and nothing else', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS']) {
      const { status, headers } = await send(app.base, { method, path })
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect((await send(app.base, { method: 'HEAD', path })).status).not.toBe(405)
  })
})

describe('the API in its own form', () => {
  const wrong: [string, Call, number, string][] = [
    ['PATCH', { method: 'PATCH', path: '/api/v1/cart/view' }, 405, 'method_not_allowed'],
    ['TRACE', { method: 'TRACE', path: '/api/v1/cart/view' }, 405, 'method_not_allowed'],
    ['PROPFIND', { method: 'PROPFIND', path: '/api' }, 405, 'method_not_allowed'],
    ['a method of another row', { method: 'DELETE', path: '/api/v1/search' }, 405, 'method_not_allowed'],
    ['a long address', { path: `/api/v1/search?query=${'x'.repeat(maxUrlLength)}` }, 414, 'uri_too_long'],
    [
      'a foreign host',
      { path: '/api/v1/search', headers: { Host: 'elsewhere.example' } },
      421,
      'misdirected',
    ],
    ['too long for Node', { path: `/api/v1/search?query=${'x'.repeat(20_000)}` }, 431, 'uri_too_long'],
    ['long headers', { path: '/api/v1/search', headers: { X: 'x'.repeat(20_000) } }, 431, 'uri_too_long'],
  ]

  test.each(wrong)('%s', async (_, call, status, code) => {
    const answer = await send(app.base, call)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ error: { code, message: expect.stringMatching(/\S/) } })
    if (status === 405) expect(answer.headers.allow).toContain('GET')
  })

  test('in the language of the world that the address names', async () => {
    const refused = await send(app.base, { method: 'PATCH', path: '/api/v1/search?world=fr' })
    const german = await send(app.base, { method: 'PATCH', path: '/api/v1/search' })
    expect(refused.text).not.toBe(german.text)
  })

  test('pages keep their plain answers', async () => {
    const answer = await send(app.base, { path: `/de/${'x'.repeat(20_000)}` })
    expect([answer.status, answer.text]).toEqual([431, ''])
    expect((await send(app.base, { method: 'PATCH', path: '/de' })).text).toBe('Method not allowed')
  })
})

describe('clients that break off', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Sends, waits, and cuts the line. */
  async function breakOff(text: string, waitMs: number, how: 'reset' | 'end' = 'reset'): Promise<void> {
    const socket = connect(Number(new URL(app.base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(text)
    await pause(waitMs)
    if (how === 'reset') socket.resetAndDestroy()
    else socket.destroy()
    await pause(150)
  }

  const host = 'Host: 127.0.0.1\r\n'
  const form = `${host}Origin: http://127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=x`
  const json = `${host}Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 1000\r\n\r\n{"a"`
  const cases: [string, string][] = [
    ['in the middle of a page', `GET /de HTTP/1.1\r\n${host}\r\n`],
    ['before a page is made', `GET ${url('search', { world: 'de' })}?query=x HTTP/1.1\r\n${host}\r\n`],
    ['in the middle of a form', `POST ${url('login', { world: 'de' })} HTTP/1.1\r\n${form}`],
    ['in the middle of a call', `POST /api/v3/oauth2/authenticate HTTP/1.1\r\n${json}`],
    ['in the middle of the sandbox’ form', `POST /sandbox-payment/x HTTP/1.1\r\n${form}`],
    ['in the middle of the headers', 'GET /de HTTP/1.1\r\nHost: 127'],
    ['asking for a picture', `GET /images/x HTTP/1.1\r\n${host}\r\n`],
    ['asking for a file', `GET /files/x HTTP/1.1\r\n${host}\r\n`],
  ]

  test.each(cases)('%s are no error of ours, and no outage', async (_, text) => {
    const { log } = app.deps
    const complaints = (['warn', 'error', 'fatal'] as const).map((level) => vi.spyOn(log, level))
    for (const how of ['reset', 'end'] as const) {
      await breakOff(text, 5, how)
      await breakOff(text, 60, how)
    }
    for (const spy of complaints) expect(spy.mock.calls).toEqual([])
    const after = await send(app.base, { path: '/de' })
    expect([after.status, after.headers['cache-status']]).toEqual([200, undefined])
  })
})
