import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { encodeChoice } from '#platform/routing/choice.ts'
import { materialRow, member, openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp
/** What the error pages were given, in order. */
const shown: PageLocals[] = []

beforeAll(async () => {
  app = await openTestApp({
    async renderPage(path, locals) {
      const given = locals as PageLocals
      if (path === '/404') shown.push(given)
      if (path.startsWith('/de/material/')) given.stop = { code: 'gone' }
      return new Response(`<!doctype html><title>${path}</title>`, { status: path === '/404' ? 410 : 200 })
    },
  })
})
afterAll(() => app.close())

const root = (cookie?: string) =>
  send(app.base, { path: '/', headers: cookie === undefined ? {} : { Cookie: cookie } })

describe('the root', () => {
  test('is the landing for who has chosen nothing, cached for everybody', async () => {
    for (const answer of [await root(), await root('c_t=abc')]) {
      expect([answer.status, answer.headers.vary]).toEqual([200, 'Accept-Encoding, Cookie'])
      expect(answer.headers['cache-control']).toContain('public')
    }
  })

  test('leads to what was chosen, also when the landing lies in the cache; that answer is cached by nobody', async () => {
    await root()
    const answer = await root(`redirect_target=${encodeChoice('/de')}`)
    expect([answer.status, answer.headers.location]).toEqual([302, '/de'])
    expect([answer.headers['cache-control'], answer.headers.vary]).toEqual(['no-store', 'Cookie'])
  })

  test('never leads away, to itself or into nothing', async () => {
    for (const path of [
      '//evil.example',
      'https://evil.example',
      '/',
      '/?a=1',
      '/de/gibt-es-nicht',
      '/api/docs',
    ])
      expect((await root(`redirect_target=${encodeChoice(path)}`)).status).toBe(200)
  })

  test('a query asks for the landing itself', async () => {
    const cookie = `redirect_target=${encodeChoice('/de')}`
    expect((await send(app.base, { path: '/?utm_source=x', headers: { Cookie: cookie } })).status).toBe(200)
  })
})

test('beside a deleted material stands what others choose', async () => {
  const seller = await member(app, 'seller', { isSeller: true })
  const id = await materialRow(app, { authorId: seller.id, status: 'deleted' })
  const answer = await send(app.base, { path: `/de/material/${id}/brueche-addieren` })
  expect(answer.status).toBe(410)
  expect(shown.at(-1)?.problem).toBe('gone')
  expect(shown.at(-1)?.similar).toEqual([])
})
