import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage } from '#platform/browser/fake-page.ts'
import { recentSearches, rememberSearch } from './recent-searches.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage('/de')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

test('the last four searches, the newest first, each once', () => {
  for (const query of ['Igel', 'Brüche', ' ', 'Uhr', 'igel ', 'Märchen', 'Wetter']) rememberSearch(query)
  expect(recentSearches()).toEqual(['Wetter', 'Märchen', 'igel', 'Uhr'])
})

test('what is stored by others is no search', () => {
  localStorage.setItem('recent-searches', '{"a":1}')
  expect(recentSearches()).toEqual([])
  localStorage.setItem('recent-searches', '["Uhr",3')
  expect(recentSearches()).toEqual([])
})
