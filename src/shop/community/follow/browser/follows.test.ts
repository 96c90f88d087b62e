import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage } from '#platform/browser/fake-page.ts'

let page: FakePage
let known: Set<number>

beforeEach(() => {
  page = fakePage('/de/autor/7/anna')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  known = new Set([3])
  const list = () => ({ data: { items: [...known].map((id) => ({ id })), _total: known.size } })
  page.routes['POST /v3/subscriptions/anonymous/list'] = list
  page.routes['GET /v1/subscriptions'] = list
  for (const prefix of ['', 'anonymous/']) {
    page.routes[`POST /v3/subscriptions/${prefix}subscribe`] = ({ body }) =>
      change(body, (id) => known.add(id))
    page.routes[`POST /v3/subscriptions/${prefix}unsubscribe`] = ({ body }) =>
      change(body, (id) => known.delete(id))
  }
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

function change(body: unknown, act: (id: number) => unknown) {
  const { subjectId, subjectType, world } = body as { subjectId: number; subjectType: string; world: string }
  expect([subjectType, world]).toEqual(['author', 'de'])
  act(subjectId)
  return { data: { _total: known.size } }
}

const stores = async () => ({
  ...(await import('./follows.ts')),
  ...(await import('#platform/browser/toasts.ts')),
})

test('a stranger follows at once, stops, and can take that back', async () => {
  const { loadFollows, setFollow, $follows, $toasts } = await stores()
  await loadFollows()
  const request = setFollow(7, true)
  expect([...$follows.get()]).toEqual([3, 7])
  await request
  await setFollow(7, false)
  expect([...known]).toEqual([3])
  expect($toasts.get()).toMatchObject([{ key: 'followRemoved', action: { key: 'undo' } }])
  $toasts.get()[0]?.action?.run()
  await vi.waitFor(() => expect(known.has(7)).toBe(true))
})

test('a double click is one wish', async () => {
  const { loadFollows, setFollow, $follows } = await stores()
  await loadFollows()
  await Promise.all([setFollow(7, true), setFollow(7, false), setFollow(7, true)])
  expect([$follows.get().has(7), known.has(7)]).toEqual([true, true])
  expect(page.log().filter((call) => call.endsWith('subscribe'))).toEqual([
    'POST /v3/subscriptions/anonymous/subscribe',
  ])
})

test('a member’s list is read from the account', async () => {
  page.cookies.set('logged_in', '1')
  const { loadFollows, $follows } = await stores()
  await loadFollows()
  expect([...$follows.get()]).toEqual([3])
  expect(page.log()).toEqual(['GET /v1/subscriptions'])
})
