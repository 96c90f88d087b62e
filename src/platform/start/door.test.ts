import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sockets } from '#platform/realtime/sockets.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
beforeEach(async () => {
  door = await openDoor({ port: 0, host: '127.0.0.1', siteUrl: 'http://localhost:4321' })
})
afterEach(() => door.drain({ keepAliveMs: 0, answerMs: 100 }))

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

it('answers at once, and hands over to the product without a closed port between', async () => {
  const page = await ask('/de')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '4'])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain('<meta http-equiv="refresh" content="4">')
  // Nothing it shows is asked for elsewhere, where nobody answers yet.
  expect(page.text).not.toMatch(/<(?:script|link|img)\b|url\(|style="/)
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/health/ready')).status).toBe(503)
  const sockets = { wants: () => false, upgrade: () => {} } as Partial<Sockets> as Sockets
  door.enter((_request, response) => void response.end('open'), sockets)
  expect(await ask('/de')).toMatchObject({ status: 200, text: 'open' })
})

it('speaks the language of the visitor, and to programs as the API does', async () => {
  const languages = ['de-AT,de;q=0.9', 'es', 'fr-CA', 'el', 'it', 'en-US']
  const pages = await Promise.all(languages.map((language) => ask('/', { 'Accept-Language': language })))
  expect(pages.map(({ text }) => /<html lang="([a-z]+)/.exec(text)?.[1])).toEqual([
    ...['de', 'es', 'fr', 'el', 'it', 'en'],
  ])
  expect(new Set(pages.map(({ text }) => /<h1>([^<]+)/.exec(text)?.[1])).size).toBe(6)
  const { status, headers, text } = await ask('/api/v1/materials?world=fr')
  expect([status, headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8'])
  expect(JSON.parse(text).error.code).toBe('unavailable')
})
