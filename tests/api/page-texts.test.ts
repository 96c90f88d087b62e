import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageTexts } from '#platform/page-texts/rules/contract.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('each world says it in its own words, and browsers may keep them', async () => {
  const said = new Set<string>()
  for (const { world } of liveWorlds()) {
    const answer = await send(app.base, { path: `/api/v3/page-texts?world=${world}` })
    expect([answer.status, answer.headers['cache-control']]).toEqual([
      200,
      'public, max-age=3600, stale-while-revalidate=86400',
    ])
    const { toasts, languageHint } = answer.json<PageTexts>()
    said.add(languageHint.text)
    said.add(toasts.texts.unavailable ?? '')
    expect(Object.values(toasts.texts).every((text) => text.length > 5)).toBe(true)
  }
  expect(said.size).toBe(2 * liveWorlds().length)
  expect((await send(app.base, { path: '/api/v3/page-texts?world=xx' })).status).toBe(422)
})
