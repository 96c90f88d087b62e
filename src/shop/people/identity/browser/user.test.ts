import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, refusal } from '#platform/browser/fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  page.cookies.set('logged_in', '1')
  page.routes['GET /v1/user'] = () => ({
    data: {
      id: 7,
      userName: 'sommerfeld',
      isSeller: true,
      userImagePath: '/a.webp',
      details: { publicName: 'Frau Sommerfeld' },
    },
  })
  page.routes['GET /v3/oauth2/logout'] = () => ({ data: { success: true } })
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

async function stores() {
  return { ...(await import('./user.ts')), ...(await import('#platform/browser/toasts.ts')) }
}

test('a member is asked about once per tab', async () => {
  await (await stores()).loadUser()
  vi.resetModules()
  const { loadUser, $user } = await stores()
  await loadUser()
  expect($user.get()).toEqual({ id: 7, name: 'Frau Sommerfeld', isSeller: true, picture: '/a.webp' })
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

test('a load failure clears the token and what is kept of the session, and says so', async () => {
  page.routes['GET /v1/user'] = () => refusal(500, 'server_error')
  localStorage.setItem('account_id', '7')
  const { loadUser, $user, $toasts } = await stores()
  await loadUser()
  expect($user.get()).toBeNull()
  expect([sessionStorage.getItem('token'), sessionStorage.getItem('user')]).toEqual([null, null])
  expect([localStorage.getItem('account_id'), page.cookies.has('logged_in')]).toEqual([null, false])
  expect(page.log()).toContain('GET /v3/oauth2/logout')
  expect($toasts.get()).toMatchObject([{ key: 'loggedOut', action: { key: 'login' } }])
})

test('without network nobody is logged out by it', async () => {
  page.routes['GET /v1/user'] = () => 'offline'
  const { loadUser, $user, $toasts } = await stores()
  await loadUser()
  expect([$user.get(), page.cookies.has('logged_in'), $toasts.get()]).toEqual([undefined, true, []])
})

test('where the session stands: anonymous, logged in, terms pending, auth error', async () => {
  const { $session, $toasts } = await stores()
  expect($session.get()).toBe('logged_in')
  for (const state of ['terms_pending', 'anonymous', 'auth_error']) {
    document.dispatchEvent(new CustomEvent('aularium:session', { detail: state }))
    expect($session.get()).toBe(state)
  }
  expect($toasts.get()).toMatchObject([{ kind: 'error', key: 'authError' }])
})

describe('another account than this browser remembers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each(['GET /v1/user', 'a validation'])(
    'seen by %s: it is heard, and after a second the session ends',
    async (by) => {
      localStorage.setItem('account_id', '3')
      let heard = 0
      document.addEventListener('aularium:wrong-account', () => heard++)
      const { loadUser, $user } = await stores()
      if (by === 'a validation') document.dispatchEvent(new CustomEvent('aularium:validated', { detail: 7 }))
      else await loadUser()
      await vi.advanceTimersByTimeAsync(999)
      expect([heard, page.log().includes('GET /v3/oauth2/logout')]).toEqual([1, false])
      await vi.advanceTimersByTimeAsync(1)
      expect(page.log()).toContain('GET /v3/oauth2/logout')
      expect([$user.get(), page.cookies.has('logged_in'), localStorage.getItem('account_id')]).toEqual([
        null,
        false,
        null,
      ])
    },
  )

  test('the same account, or none remembered, stays', async () => {
    await (await stores()).loadUser()
    expect(localStorage.getItem('account_id')).toBe('7')
    document.dispatchEvent(new CustomEvent('aularium:validated', { detail: 7 }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(page.log()).toEqual(['GET /v1/user'])
  })
})

test('an admin who acts in a member’s name stays, and is remembered as who they are', async () => {
  localStorage.setItem('account_id', '148')
  page.cookies.set('acting', '1')
  let heard = 0
  document.addEventListener('aularium:wrong-account', () => heard++)
  const { loadUser, $user } = await stores()
  await loadUser()
  document.dispatchEvent(new CustomEvent('aularium:validated', { detail: 7 }))
  expect([$user.get()?.id, heard, localStorage.getItem('account_id')]).toEqual([7, 0, '148'])
})

describe('two tabs', () => {
  test('who logs in in one is known in the other', async () => {
    page.cookies.delete('logged_in')
    const here = await stores()
    await here.loadUser()
    expect([here.$user.get(), here.$session.get()]).toEqual([null, 'anonymous'])
    page.cookies.set('logged_in', '1')
    page.routes['GET /v3/oauth2/validate'] = () => ({
      data: { oauth_user_id: 7, oauth_access_token: 'fresh', expires_in: 900, scope: 'full' },
    })
    vi.resetModules()
    await (await stores()).loadUser()
    await vi.waitFor(() => expect(here.$user.get()?.id).toBe(7))
    expect(here.$session.get()).toBe('logged_in')
  })

  test('a private page asks the server again when the other tab logged out', async () => {
    page.dataset.access = 'member'
    const here = await stores()
    await here.loadUser()
    vi.resetModules()
    const there = await stores()
    await there.loadUser()
    await there.logOut({ isEverywhere: true })
    await vi.waitFor(() => expect(page.reloads).toBe(1))
    expect(page.calls.at(-1)?.query.get('all')).toBe('1')
  })

  test('terms accepted in one are accepted in the other', async () => {
    page.routes['POST /v1/agb'] = () => ({ data: { isAgbAccepted: true } })
    const here = await stores()
    document.dispatchEvent(new CustomEvent('aularium:session', { detail: 'terms_pending' }))
    vi.resetModules()
    const there = await stores()
    expect(await there.agreeToTerms()).toBe(true)
    await vi.waitFor(() => expect(here.$session.get()).toBe('logged_in'))
  })
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

test('a page without the session re-check says nothing of a logout elsewhere', async () => {
  page.dataset.traits = 'no-session-check'
  const here = await stores()
  await here.loadUser()
  page.cookies.delete('logged_in')
  const tab = new BroadcastChannel('session')
  tab.postMessage({ kind: 'logged-out' })
  await vi.waitFor(() => expect(here.$user.get()).toBeNull())
  expect([here.$toasts.get(), page.assigned, page.reloads]).toEqual([[], [], 0])
  tab.close()
})

test('logged out in another tab: it is said, and stays said', async () => {
  const here = await stores()
  await here.loadUser()
  vi.resetModules()
  const there = await stores()
  await there.loadUser()
  page.routes['GET /v3/oauth2/logout'] = () => {
    page.cookies.delete('logged_in')
    return { data: { success: true } }
  }
  await there.logOut()
  await vi.waitFor(() => expect(here.$isEnded.get()).toBe(true))
  expect(here.$user.get()).toBeNull()
  expect(here.$toasts.get()).toMatchObject([{ key: 'loggedOut', stays: true, action: { key: 'login' } }])
  expect([there.$isEnded.get(), there.$toasts.get()]).toEqual([false, []])
})
