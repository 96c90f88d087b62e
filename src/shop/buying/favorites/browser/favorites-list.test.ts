import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later } from '#platform/browser/fake-page.ts'
import type { FavoriteSort, FavoritesList } from '../rules/contract.ts'

const ids = 'POST /v3/elastic-indexer/wishlist/query'
const on = 'POST /v3/subscriptions/subscribe'
const off = 'POST /v3/subscriptions/unsubscribe'
const list = 'GET /v1/favorites'

let page: FakePage
/** Newest first, as the server remembers them. */
let known: number[]

beforeEach(() => {
  page = fakePage('/de/merkliste')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  page.cookies.set('logged_in', '1')
  known = [4, 3, 2, 1]
  page.routes[ids] = () => ({ data: { items: known.map((id) => ({ id })), _total: known.length } })
  page.routes[on] = ({ body }) => {
    const { subjectId } = body as { subjectId: number }
    known = [subjectId, ...known.filter((id) => id !== subjectId)]
    return { data: { _total: known.length } }
  }
  page.routes[off] = ({ body }) => {
    known = known.filter((id) => id !== (body as { subjectId: number }).subjectId)
    return { data: { _total: known.length } }
  }
  page.routes[list] = ({ query }) => ({ data: listOf(known, query.get('sort') as FavoriteSort) })
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

/** The fourth is owned; the others cost a hundred times their number. */
function listOf(of: readonly number[], sort: FavoriteSort = 'newest'): FavoritesList {
  const costs = (id: number) => (id === 4 ? 0 : 100 * id)
  const sorted = sort === 'newest' ? of : [...of].sort((left, right) => left - right)
  const items = sorted.map((id) => ({
    material: { id, title: `M${id}` },
    isOwned: id === 4,
    toPay: costs(id),
  })) as FavoritesList['items']
  const sum = of.reduce((total, id) => total + costs(id), 0)
  return { items, sum, sort, total: of.length, page: 1, pageCount: 1 }
}

async function stores() {
  const all = {
    ...(await import('./favorites-list.ts')),
    ...(await import('./favorites.ts')),
    ...(await import('#platform/browser/toasts.ts')),
  }
  all.seedFavorites(listOf(known), undefined)
  all.$favoritesList.subscribe(() => undefined)
  return all
}

type Stores = Awaited<ReturnType<typeof stores>>

/** Each line by its number, what was taken off in brackets; then number and sum. */
function shown({ $favoritesList }: Stores): string {
  const now = $favoritesList.get()
  const lines = now?.lines.map(({ material: { id }, isGone }) => (isGone ? `(${id})` : `${id}`)) ?? []
  return `${lines.join(' ')}, ${now?.total} for ${now?.sum}`
}

describe('a line that is taken off', () => {
  test('goes at once with its price and keeps its place, where Undo brings it back', async () => {
    const all = await stores()
    await all.loadFavorites()
    expect(shown(all)).toBe('4 3 2 1, 4 for 600')
    all.takeOff(3)
    expect(shown(all)).toBe('4 (3) 2 1, 3 for 300')
    await vi.waitFor(() => expect(known).toEqual([4, 2, 1]))
    expect(all.$toasts.get()).toEqual([])
    all.bringBack(3)
    expect(shown(all)).toBe('4 3 2 1, 4 for 600')
    await vi.waitFor(() => expect(known).toEqual([3, 4, 2, 1]))
  })

  test('two quick ones can both be undone, in any order', async () => {
    const all = await stores()
    await all.loadFavorites()
    all.takeOff(3)
    all.takeOff(2)
    expect(shown(all)).toBe('4 (3) (2) 1, 2 for 100')
    await vi.waitFor(() => expect(known).toEqual([4, 1]))
    all.bringBack(3)
    all.bringBack(2)
    expect(shown(all)).toBe('4 3 2 1, 4 for 600')
    await vi.waitFor(() => expect(known.toSorted()).toEqual([1, 2, 3, 4]))
  })

  test('works before the ids were read; what costs nothing changes no sum', async () => {
    const all = await stores()
    all.takeOff(4)
    expect(shown(all)).toBe('(4) 3 2 1, 3 for 600')
    await vi.waitFor(() => expect(known).toEqual([3, 2, 1]))
    expect(shown(all)).toBe('(4) 3 2 1, 3 for 600')
  })

  test('comes back where it was when the network is gone, and the Retry takes it off again', async () => {
    const answer = page.routes[off]
    page.routes[off] = () => 'offline'
    const all = await stores()
    await all.loadFavorites()
    all.takeOff(2)
    await vi.waitFor(() => expect(shown(all)).toBe('4 3 2 1, 4 for 600'))
    expect(all.$toasts.get()).toMatchObject([
      { kind: 'error', key: 'favoritesUnchanged', action: { key: 'retry' } },
    ])
    if (answer) page.routes[off] = answer
    all.$toasts.get()[0]?.action?.run()
    await vi.waitFor(() => expect(known).toEqual([4, 3, 1]))
    expect(shown(all)).toBe('4 3 (2) 1, 3 for 400')
  })

  test('removed, undone and removed again before the first answer is one removal', async () => {
    const gate = later<void>()
    const answer = page.routes[off]
    page.routes[off] = async (call) => {
      await gate.promise
      return answer?.(call) ?? 'offline'
    }
    const all = await stores()
    await all.loadFavorites()
    all.takeOff(3)
    all.bringBack(3)
    all.takeOff(3)
    gate.resolve()
    await vi.waitFor(() => expect(known).toEqual([4, 2, 1]))
    expect(page.log().filter((line) => line === on || line === off)).toEqual([off])
    expect(shown(all)).toBe('4 (3) 2 1, 3 for 300')
  })
})

describe('another order', () => {
  test('keeps what was taken off in its place, to be brought back with its price', async () => {
    const all = await stores()
    await all.loadFavorites()
    all.takeOff(3)
    await vi.waitFor(() => expect(known).toEqual([4, 2, 1]))
    await all.sortFavorites('price_asc')
    expect(shown(all)).toBe('1 (3) 2 4, 3 for 300')
    all.bringBack(3)
    expect(shown(all)).toBe('1 3 2 4, 4 for 600')
  })

  test('of two wishes the last counts, however their answers overtake', async () => {
    const gate = later<void>()
    page.routes[list] = async ({ query }) => {
      const sort = query.get('sort') as FavoriteSort
      if (sort === 'title') await gate.promise
      return { data: listOf(known, sort) }
    }
    const all = await stores()
    const first = all.sortFavorites('title')
    const second = all.sortFavorites('price_asc')
    expect(all.$sorting.get()).toBe('price_asc')
    await second
    gate.resolve()
    await first
    expect([all.$favoritesList.get()?.sort, all.$sorting.get()]).toEqual(['price_asc', undefined])
  })

  test('without network it stays as it was, with a Retry', async () => {
    page.routes[list] = () => 'offline'
    const all = await stores()
    await all.sortFavorites('title')
    expect([all.$sorting.get(), shown(all)]).toEqual([undefined, '4 3 2 1, 4 for 600'])
    expect(all.$toasts.get()).toMatchObject([{ kind: 'error', action: { key: 'retry' } }])
  })

  test('asks for the folder that is open, and for nothing that is there already', async () => {
    const all = await stores()
    await all.sortFavorites('newest')
    expect(page.log()).toEqual([])
    vi.resetModules()
    const inFolder = await import('./favorites-list.ts')
    inFolder.seedFavorites(listOf(known), '7')
    await inFolder.sortFavorites('title')
    expect(page.calls.at(-1)?.query.get('folder')).toBe('7')
  })
})

describe('two tabs', () => {
  async function twoTabs() {
    const here = await stores()
    await here.loadFavorites()
    vi.resetModules()
    const there = await stores()
    await there.loadFavorites()
    return { here, there }
  }

  test('a line taken off in one is taken off in the other, and brought back in both', async () => {
    const { here, there } = await twoTabs()
    here.takeOff(2)
    await vi.waitFor(() => expect(shown(there)).toBe('4 3 (2) 1, 3 for 400'))
    there.bringBack(2)
    await vi.waitFor(() => expect(shown(here)).toBe('4 3 2 1, 4 for 600'))
  })

  test('what is remembered in one appears in the other', async () => {
    const { here, there } = await twoTabs()
    await here.setFavorite(6, true)
    await vi.waitFor(() => expect(shown(there)).toBe('6 4 3 2 1, 5 for 1200'))
  })
})

test('of a member who is logged out nothing stays to be seen, nor to be brought back', async () => {
  const all = await stores()
  await all.loadFavorites()
  all.takeOff(2)
  document.dispatchEvent(new CustomEvent('aularium:logged-out'))
  expect(shown(all)).toBe(', 0 for 0')
})
