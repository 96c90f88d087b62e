import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later, refusal } from '#platform/browser/fake-page.ts'

const list = 'POST /v3/elastic-indexer/anonymous-wishlist/query'
const on = 'POST /v3/subscriptions/anonymous/subscribe'
const off = 'POST /v3/subscriptions/anonymous/unsubscribe'

let page: FakePage
let known: Set<number>

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  known = new Set()
  page.routes[list] = ({ body }) => {
    const { limit, page: number } = body as { limit: number; page: number }
    const ids = [...known].slice((number - 1) * limit, number * limit)
    return { data: { items: ids.map((id) => ({ id })), _total: known.size } }
  }
  page.routes[on] = ({ body }) => change(body, (id) => known.add(id))
  page.routes[off] = ({ body }) => change(body, (id) => known.delete(id))
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

function change(body: unknown, act: (id: number) => unknown) {
  const { subjectId, subjectType, world } = body as { subjectId: number; subjectType: string; world: string }
  expect([subjectType, world]).toEqual(['material', 'de'])
  act(subjectId)
  return { data: { _total: known.size } }
}

async function stores() {
  return { ...(await import('./favorites.ts')), ...(await import('#platform/browser/toasts.ts')) }
}

test('a heart and the total change at once', async () => {
  known.add(9)
  const { loadFavorites, setFavorite, $favorites, $favoritesTotal } = await stores()
  await loadFavorites()
  const request = setFavorite(5, true)
  expect([$favorites.get().has(5), $favoritesTotal.get()]).toEqual([true, 2])
  await request
  expect([[...$favorites.get()], $favoritesTotal.get(), known.size]).toEqual([[9, 5], 2, 2])
})

test('is taken back with a Retry that works', async () => {
  page.routes[on] = () => 'offline'
  const { loadFavorites, setFavorite, $favorites, $favoritesTotal, $toasts } = await stores()
  await loadFavorites()
  await setFavorite(5, true)
  expect([$favorites.get().has(5), $favoritesTotal.get()]).toEqual([false, 0])
  expect($toasts.get()).toMatchObject([{ key: 'favoritesUnchanged', action: { key: 'retry' } }])
  page.routes[on] = ({ body }) => change(body, (id) => known.add(id))
  $toasts.get()[0]?.action?.run()
  await vi.waitFor(() => expect(known.has(5)).toBe(true))
  expect($favorites.get().has(5)).toBe(true)
})

test('a full list is told as such', async () => {
  page.routes[on] = () => refusal(422, 'invalid_input', { subjectId: 'too_long' })
  const { setFavorite, $toasts } = await stores()
  await setFavorite(5, true)
  expect($toasts.get()).toMatchObject([{ key: 'favoritesFull' }])
})

test('of many clicks only the last wish counts', async () => {
  const gate = later<void>()
  page.routes[on] = async ({ body }) => {
    await gate.promise
    return change(body, (id) => known.add(id))
  }
  const { setFavorite, loadFavorites, $favorites } = await stores()
  await loadFavorites()
  const first = setFavorite(5, true)
  void setFavorite(5, false)
  void setFavorite(5, true)
  void setFavorite(5, false)
  expect($favorites.get().has(5)).toBe(false)
  gate.resolve()
  await first
  expect(page.log().filter((line) => line !== list)).toEqual([on, off])
  expect([known.size, $favorites.get().size]).toEqual([0, 0])
})

test('Undo of a removal remembers it again', async () => {
  known.add(7)
  const { loadFavorites, setFavorite, $toasts, $favorites } = await stores()
  await loadFavorites()
  await setFavorite(7, false)
  expect($toasts.get()).toMatchObject([{ key: 'favoriteRemoved', action: { key: 'undo' } }])
  $toasts.get()[0]?.action?.run()
  await vi.waitFor(() => expect(known.has(7)).toBe(true))
  expect($favorites.get().has(7)).toBe(true)
})

test('a member’s calls go to the account; long lists are read page by page', async () => {
  page.cookies.set('logged_in', '1')
  const anonymous = page.routes[list]
  if (anonymous) page.routes['POST /v3/elastic-indexer/wishlist/query'] = anonymous
  for (let id = 1; id <= 450; id++) known.add(id)
  const { loadFavorites, $favorites, $favoritesTotal } = await stores()
  await Promise.all([loadFavorites(), loadFavorites()])
  expect([$favorites.get().size, $favoritesTotal.get(), page.calls.length]).toEqual([450, 450, 3])
})

test('another tab follows', async () => {
  const here = await stores()
  vi.resetModules()
  const there = await stores()
  await here.setFavorite(3, true)
  await vi.waitFor(() => expect(there.$favorites.get().has(3)).toBe(true))
})

test('a stranger who never had a list asks for none; no list is read where the page forbids it', async () => {
  page.cookies.clear()
  const { loadFavorites } = await stores()
  await loadFavorites()
  page.cookies.set('logged_in', '1')
  page.dataset.traits = 'no-favorites'
  await loadFavorites()
  expect(page.calls).toEqual([])
})

test('without network the number this browser knew is what stays', async () => {
  page.globals.localStorage && localStorage.setItem('favorites_count_stranger_de', '6')
  page.routes[list] = () => 'offline'
  page.routes[on] = () => 'offline'
  const { setFavorite, $favorites, $favoritesTotal } = await stores()
  const request = setFavorite(5, true)
  expect([$favorites.get().has(5), $favoritesTotal.get()]).toEqual([true, 7])
  await request
  expect([$favorites.get().has(5), $favoritesTotal.get()]).toEqual([false, undefined])
})
