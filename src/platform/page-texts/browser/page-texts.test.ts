import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage } from '#platform/browser/fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage('/de')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

test('texts of a world are asked for once, and again when the network was away', async () => {
  let isAway = true
  page.routes['GET /v3/page-texts'] = ({ query }) =>
    isAway ? 'offline' : { data: { world: query.get('world') } }
  const { loadPageTexts } = await import('./page-texts.ts')
  await expect(loadPageTexts()).rejects.toThrow()
  isAway = false
  expect(await Promise.all([loadPageTexts(), loadPageTexts(), loadPageTexts('gr')])).toEqual([
    { world: 'de' },
    { world: 'de' },
    { world: 'gr' },
  ])
  expect(page.calls.map(({ query }) => query.get('world'))).toEqual(['de', 'de', 'gr'])
})
