import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later } from '#platform/browser/fake-page.ts'

const sync = 'POST /v3/folders/materials/5/sync'

let page: FakePage
let inServer: number[]

beforeEach(() => {
  page = fakePage('/de/merkliste')
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  page.cookies.set('logged_in', '1')
  inServer = [1]
  page.routes[sync] = ({ body }) => {
    const { folder_ids, folder_type } = body as { folder_ids: number[]; folder_type: string }
    expect(folder_type).toBe('favorite')
    inServer = folder_ids
    return { data: { ok: true } }
  }
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

async function stores() {
  return { ...(await import('./favorites-folders.ts')), ...(await import('#platform/browser/toasts.ts')) }
}

test('lies in its new folders at once, in the other tab too', async () => {
  const there = await stores()
  vi.resetModules()
  const { placeInFolders, $placed } = await stores()
  const request = placeInFolders(5, [1, 2], [1])
  expect($placed.get().get(5)).toEqual([1, 2])
  expect(await request).toBe(true)
  expect(inServer).toEqual([1, 2])
  await vi.waitFor(() => expect(there.$placed.get().get(5)).toEqual([1, 2]))
})

test('lies where it lay when the network is gone, and the Retry moves it', async () => {
  const answer = page.routes[sync]
  page.routes[sync] = () => 'offline'
  const { placeInFolders, $placed, $toasts } = await stores()
  expect(await placeInFolders(5, [2], [1])).toBe(false)
  expect($placed.get().get(5)).toEqual([1])
  if (answer) page.routes[sync] = answer
  $toasts.get()[0]?.action?.run()
  await vi.waitFor(() => expect(inServer).toEqual([2]))
  expect($placed.get().get(5)).toEqual([2])
})

test('of two moves the later is sent last; if it fails, the first one stands', async () => {
  const gate = later<void>()
  const answer = page.routes[sync]
  let sent = 0
  page.routes[sync] = async (call) => {
    sent += 1
    if (sent === 2) return 'offline'
    await gate.promise
    return answer?.(call) ?? 'offline'
  }
  const { placeInFolders, $placed } = await stores()
  const moves = [placeInFolders(5, [2], [1]), placeInFolders(5, [], [1])]
  expect($placed.get().get(5)).toEqual([])
  gate.resolve()
  expect(await Promise.all(moves)).toEqual([true, false])
  expect([$placed.get().get(5), inServer]).toEqual([[2], [2]])
})

test('tells when what was moved is stored', async () => {
  const gate = later<void>()
  const answer = page.routes[sync]
  page.routes[sync] = async (call) => {
    await gate.promise
    return answer?.(call) ?? 'offline'
  }
  const { placeInFolders, whenMoved } = await stores()
  expect(whenMoved()).toBeUndefined()
  const request = placeInFolders(5, [2], [1])
  const moved = whenMoved()
  gate.resolve()
  await moved
  expect(inServer).toEqual([2])
  await request
  expect(whenMoved()).toBeUndefined()
})
