import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later } from '#platform/browser/fake-page.ts'

let page: FakePage

beforeEach(() => {
  vi.useFakeTimers()
  page = fakePage('/de')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(async () => {
  vi.useRealTimers()
  await page.leave()
  vi.unstubAllGlobals()
})

function answerTo(query: string | null) {
  return { data: { suggestions: [{ kind: 'keyword', text: `${query}!`, url: `/de/${query}` }] } }
}

test('asks 120 ms after the last key', async () => {
  page.routes['GET /v1/search/suggest'] = ({ query }) => answerTo(query.get('query'))
  const { askSuggestions, $suggestions } = await import('./suggestions.ts')
  for (const typed of ['br', 'bru', 'Bruch ']) {
    askSuggestions(typed)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(page.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(30)
  expect(page.calls.map(({ query }) => query.get('query'))).toEqual(['bruch'])
  expect($suggestions.get()).toMatchObject({ query: 'bruch', items: [{ text: 'bruch!' }] })
})

test('an answer that is overtaken is never shown', async () => {
  const gates = new Map([
    ['bru', later<ReturnType<typeof answerTo>>()],
    ['bruch', later<ReturnType<typeof answerTo>>()],
  ])
  page.routes['GET /v1/search/suggest'] = ({ query }) =>
    gates.get(query.get('query') ?? '')?.promise ?? 'offline'
  const { askSuggestions, $suggestions } = await import('./suggestions.ts')
  askSuggestions('bru')
  await vi.advanceTimersByTimeAsync(150)
  askSuggestions('bruch')
  await vi.advanceTimersByTimeAsync(150)
  gates.get('bruch')?.resolve(answerTo('bruch'))
  await vi.advanceTimersByTimeAsync(1)
  gates.get('bru')?.resolve(answerTo('bru'))
  await vi.advanceTimersByTimeAsync(1)
  expect(page.calls).toHaveLength(2)
  expect($suggestions.get().query).toBe('bruch')
})

test('known answers come at once; too short a text and no network show nothing', async () => {
  page.routes['GET /v1/search/suggest'] = ({ query }) => answerTo(query.get('query'))
  const { askSuggestions, clearSuggestions, $suggestions } = await import('./suggestions.ts')
  askSuggestions('bruch')
  await vi.advanceTimersByTimeAsync(150)
  clearSuggestions()
  expect($suggestions.get().items).toEqual([])
  askSuggestions('bruch')
  expect($suggestions.get().items).toHaveLength(1)
  expect(page.calls).toHaveLength(1)
  askSuggestions(' ')
  expect($suggestions.get().items).toEqual([])
  page.routes['GET /v1/search/suggest'] = () => 'offline'
  askSuggestions('dreieck')
  await vi.advanceTimersByTimeAsync(150)
  expect($suggestions.get().items).toEqual([])
})
