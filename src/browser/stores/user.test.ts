import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, refusal } from '../fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  page.cookies.set('logged_in', '1')
  page.routes['GET /v1/user'] = () => ({
    data: { id: 7, userName: 'sommerfeld', isSeller: true, details: { publicName: 'Frau Sommerfeld' } },
  })
  page.routes['GET /v3/oauth2/logout'] = () => ({ data: { success: true } })
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

async function stores() {
  return { ...(await import('./user.ts')), ...(await import('./toasts.ts')) }
}

test('a member is asked about once per tab', async () => {
  await (await stores()).loadUser()
  vi.resetModules()
  const { loadUser, $user } = await stores()
  await loadUser()
  expect($user.get()).toEqual({ id: 7, name: 'Frau Sommerfeld', isSeller: true })
  expect(page.log()).toEqual(['GET /v1/user'])
})

test('a stranger costs no call, and nothing of a member before is kept', async () => {
  await (await stores()).loadUser()
  page.cookies.delete('logged_in')
  vi.resetModules()
  const { loadUser, $user } = await stores()
  await loadUser()
  expect($user.get()).toBeNull()
  expect(sessionStorage.getItem('user')).toBeNull()
  expect(page.calls).toHaveLength(1)
})

test('a load failure leaves nobody known', async () => {
  page.routes['GET /v1/user'] = () => refusal(500, 'server_error')
  const { loadUser, $user } = await stores()
  await loadUser()
  expect($user.get()).toBeUndefined()
})

test('logs out here and in the other tab; offline nothing is forgotten', async () => {
  const here = await stores()
  await here.loadUser()
  vi.resetModules()
  const there = await stores()
  await there.loadUser()
  const answer = page.routes['GET /v3/oauth2/logout']
  page.routes['GET /v3/oauth2/logout'] = () => 'offline'
  expect(await here.logOut()).toBe(false)
  expect([here.$user.get()?.id, page.cookies.has('logged_in')]).toEqual([7, true])
  expect(here.$toasts.get()).toMatchObject([{ key: 'unavailable', action: { key: 'retry' } }])
  if (answer) page.routes['GET /v3/oauth2/logout'] = answer
  expect(await here.logOut()).toBe(true)
  expect([here.$user.get(), page.cookies.has('logged_in')]).toEqual([null, false])
  await vi.waitFor(() => expect(there.$user.get()).toBeNull())
})
