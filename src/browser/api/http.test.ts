import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later, refusal } from '../fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function client() {
  return (await import('./client.ts')).http
}

describe('every call', () => {
  test('names the world on versioned paths only', async () => {
    page.routes['GET /v1/filters'] = page.routes['GET /health'] = () => ({ data: {} })
    const http = await client()
    await http.get('/v1/filters', { query: { a: 1 } })
    await http.get('/health')
    expect(page.calls.map(({ query }) => query.toString())).toEqual(['a=1&world=de', ''])
  })

  test('sends JSON in UTF-8 with the csrf token', async () => {
    page.routes['POST /v1/x'] = () => ({ data: {} })
    await (await client()).post('/v1/x', { name: 'Brüche' })
    const [call] = page.calls
    expect(call?.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(call?.headers.get('x-csrf-token')).toBe('token')
    expect(call?.body).toEqual({ name: 'Brüche' })
  })

  test('fetches a csrf token first when there is none', async () => {
    page.cookies.clear()
    page.routes['GET /v1/csrf'] = () => ({ data: { ready: true }, cookie: 'csrf=fresh' })
    page.routes['POST /v1/x'] = () => ({ data: {} })
    await (await client()).post('/v1/x')
    expect(page.log()).toEqual(['GET /v1/csrf', 'POST /v1/x'])
    expect(page.calls[1]?.headers.get('x-csrf-token')).toBe('fresh')
  })

  test('tries once more with the token that came with a csrf refusal, and only once', async () => {
    page.routes['POST /v1/x'] = () => ({ ...(refusal(403, 'csrf_failed') as object), cookie: 'csrf=newer' })
    await expect((await client()).post('/v1/x')).rejects.toMatchObject({ code: 'csrf_failed' })
    expect(page.calls.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['token', 'newer'])
  })

  test('carries the cart token on cart and payment-options calls only', async () => {
    page.cookies.set('c_t', 'cart-token')
    for (const path of ['/v1/cart/view', '/v1/payment-options', '/v1/cartoons'])
      page.routes[`GET ${path}`] = () => ({ data: {} })
    const http = await client()
    for (const path of ['/v1/cart/view', '/v1/payment-options', '/v1/cartoons']) await http.get(path)
    expect(page.calls.map(({ headers }) => headers.get('x-cart-token'))).toEqual([
      'cart-token',
      'cart-token',
      null,
    ])
  })

  test('equal reads under way are one request, later ones are not', async () => {
    page.routes['GET /v1/filters'] = () => ({ data: { n: page.calls.length } })
    const http = await client()
    const [one, two] = await Promise.all([http.get('/v1/filters'), http.get('/v1/filters')])
    expect(two).toBe(one)
    expect(await http.get('/v1/filters')).toEqual({ n: 2 })
  })

  test('is told to be slow at 3 s and not cut off', async () => {
    vi.useFakeTimers()
    const gate = later<{ data: unknown }>()
    page.routes['GET /v1/filters'] = () => gate.promise
    const heard: unknown[] = []
    document.addEventListener('aularium:slow-request', (event) => heard.push((event as CustomEvent).detail))
    const http = await client()
    const answer = http.get('/v1/filters')
    await vi.advanceTimersByTimeAsync(2999)
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toEqual([{ method: 'GET', path: '/v1/filters' }])
    gate.resolve({ data: { late: true } })
    expect(await answer).toEqual({ late: true })
  })
})

describe('what goes wrong', () => {
  test('the server’s code and fields arrive as ProductError', async () => {
    page.routes['POST /v1/x'] = () => refusal(422, 'invalid_input', { title: 'too_short' })
    await expect((await client()).post('/v1/x')).rejects.toMatchObject({
      name: 'ProductError',
      code: 'invalid_input',
      fields: { title: 'too_short' },
    })
  })

  test.each([
    [429, { error: { code: 'never heard of' } }, 'rate_limited'],
    [502, {}, 'unavailable'],
    [404, null, 'not_found'],
  ])('%i without a known code', async (status, data, code) => {
    page.routes['GET /v1/x'] = () => ({ status, data })
    await expect((await client()).get('/v1/x')).rejects.toMatchObject({ code })
  })

  test('no network, or a page of somebody else: unavailable', async () => {
    page.routes['GET /v1/x'] = () => 'offline'
    const http = await client()
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unavailable' })
    vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('an aborted call rejects as a cancellation', async () => {
    page.routes['GET /v1/x'] = () => later<never>().promise
    const controller = new AbortController()
    const answer = (await client()).get('/v1/x', { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('401', () => {
  const validate = 'GET /v3/oauth2/validate'
  const authenticate = 'POST /v3/oauth2/authenticate'

  test('a member is validated once for all calls, and each is retried', async () => {
    page.cookies.set('logged_in', '1')
    let isValid = false
    page.routes['GET /v1/a'] = page.routes['GET /v1/b'] = () =>
      isValid ? { data: { ok: true } } : refusal(401, 'unauthorized')
    page.routes[validate] = () => {
      isValid = true
      return { data: { scope: 'full' } }
    }
    const http = await client()
    const both = await Promise.all([http.get('/v1/a'), http.get('/v1/b')])
    expect(both).toEqual([{ ok: true }, { ok: true }])
    expect(page.log().filter((line) => line === validate)).toHaveLength(1)
  })

  test('a failed validation logs out and reloads', async () => {
    page.cookies.set('logged_in', '1')
    page.routes['GET /v1/user'] = page.routes[validate] = () => refusal(401, 'unauthorized')
    await expect((await client()).get('/v1/user')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.cookies.has('logged_in')).toBe(false)
    expect(page.reloads).toBe(1)
  })

  test('terms that are not accepted ask for them and keep the member logged in', async () => {
    page.cookies.set('logged_in', '1')
    page.routes['GET /v1/user'] = () => refusal(401, 'unauthorized')
    page.routes[validate] = () => refusal(403, 'terms_not_accepted')
    let asked = 0
    document.addEventListener('aularium:terms-not-accepted', () => asked++)
    await expect((await client()).get('/v1/user')).rejects.toMatchObject({ code: 'unauthorized' })
    expect([asked, page.cookies.has('logged_in'), page.reloads]).toEqual([1, true, 0])
  })

  test('a validation that could not be asked leaves the member logged in', async () => {
    page.cookies.set('logged_in', '1')
    page.routes['GET /v1/user'] = () => refusal(401, 'unauthorized')
    page.routes[validate] = () => 'offline'
    await expect((await client()).get('/v1/user')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.cookies.has('logged_in')).toBe(true)
  })

  test('a stranger gets a public session and is served', async () => {
    let isIn = false
    page.routes['GET /v1/cart/view'] = () => (isIn ? { data: { ok: true } } : refusal(401, 'unauthorized'))
    page.routes[authenticate] = (call) => {
      isIn = true
      expect(call.body).toEqual({ grant_type: 'client_credentials' })
      return { data: {} }
    }
    expect(await (await client()).get('/v1/cart/view')).toEqual({ ok: true })
  })

  test('more than five in a row on one path are given up; another answer starts anew', async () => {
    page.routes['GET /v1/x'] = () => refusal(401, 'unauthorized')
    page.routes[authenticate] = () => ({ data: {} })
    const http = await client()
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.log().filter((line) => line === 'GET /v1/x')).toHaveLength(6)
    page.routes['GET /v1/x'] = () => ({ data: {} })
    await http.get('/v1/x')
    page.calls.length = 0
    page.routes['GET /v1/x'] = () => refusal(401, 'unauthorized')
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.log().filter((line) => line === 'GET /v1/x')).toHaveLength(6)
  })

  test('calls wait for a session check under way', async () => {
    page.cookies.set('logged_in', '1')
    const gate = later<{ data: unknown }>()
    let isValid = false
    page.routes['GET /v1/a'] = () => (isValid ? { data: {} } : refusal(401, 'unauthorized'))
    page.routes['GET /v1/b'] = () => ({ data: {} })
    page.routes[validate] = () => gate.promise
    const http = await client()
    const first = http.get('/v1/a')
    await vi.waitFor(() => expect(page.log()).toContain(validate))
    const second = http.get('/v1/b')
    await Promise.resolve()
    expect(page.log()).not.toContain('GET /v1/b')
    isValid = true
    gate.resolve({ data: { scope: 'full' } })
    await Promise.all([first, second])
    expect(page.log().at(-1)).toMatch(/GET \/v1\/[ab]/)
  })
})
