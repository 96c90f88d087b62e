import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later, refusal } from './fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(async () => {
  vi.useRealTimers()
  await page.leave()
  vi.unstubAllGlobals()
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
    for (const path of ['/v1/cart/view', '/v1/payments/options', '/v1/cartoons'])
      page.routes[`GET ${path}`] = () => ({ data: {} })
    const http = await client()
    for (const path of ['/v1/cart/view', '/v1/payments/options', '/v1/cartoons']) await http.get(path)
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
    expect(heard).toEqual([{ method: 'GET', path: '/v1/filters', over: expect.any(Promise) }])
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

  test('an answer that was cut off is none; one without content is', async () => {
    const http = await client()
    const json = { headers: { 'content-type': 'application/json; charset=utf-8' } }
    vi.stubGlobal('fetch', async () => new Response('{"items":[', json))
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unavailable' })
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    expect(await http.get('/v1/x')).toBeUndefined()
  })

  test('an aborted call rejects as a cancellation', async () => {
    page.routes['GET /v1/x'] = () => later<never>().promise
    const controller = new AbortController()
    const answer = (await client()).get('/v1/x', { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })
})

const validate = 'GET /v3/oauth2/validate'
const authenticate = 'POST /v3/oauth2/authenticate'
const full = { oauth_user_id: 7, oauth_access_token: 'fresh', expires_in: 900, scope: 'full' }
const bearers = () => page.calls.map(({ headers }) => headers.get('authorization'))
const times = (line: string) => page.log().filter((each) => each === line).length

function logIn(): void {
  page.cookies.set('logged_in', '1')
}

/** As in a tab that was just opened, or after a quarter of an hour. */
function forgetToken(): void {
  sessionStorage.removeItem('token')
}

/** A person at the question for the terms. */
function answerTerms(answer: boolean): { asked: boolean[] } {
  const seen = { asked: [] as boolean[] }
  document.addEventListener('aularium:terms-not-accepted', (event) => {
    const { isChange, respond } = (event as CustomEvent).detail
    seen.asked.push(isChange)
    respond(Promise.resolve(answer))
  })
  return seen
}

describe('specification 7: what a call carries', () => {
  beforeEach(() => {
    for (const path of ['/v1/x', '/v1/partner/x', '/health'])
      page.routes[`GET ${path}`] = () => ({ data: {} })
  })

  test('its credentials, always', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_input: string, init: RequestInit) => {
      sent.push(init.credentials)
      return Response.json({})
    })
    await (await client()).get('/v1/x')
    expect(sent).toEqual(['include'])
  })

  test('the world, unless it goes to a partner', async () => {
    const http = await client()
    for (const path of ['/v1/x', '/v1/partner/x', '/health']) await http.get(path)
    expect(page.calls.map(({ query }) => query.get('world'))).toEqual(['de', null, null])
  })

  test('the bearer, when it is valid', async () => {
    logIn()
    await (await client()).get('/v1/x')
    expect(bearers()).toEqual(['Bearer tab'])
  })

  test.each([
    ['too old', { value: 'tab', scope: 'full', validUntil: Date.now() + 1000 }],
    ['of a stranger', { value: 'tab', scope: 'public', validUntil: Date.now() + 900_000 }],
    ['not readable', { value: 'line\nbreak', scope: 'full', validUntil: Date.now() + 900_000 }],
  ])('no bearer that is %s: the session is looked at first', async (_name, token) => {
    logIn()
    sessionStorage.setItem('token', JSON.stringify(token))
    page.routes[validate] = () => ({ data: full })
    await (await client()).get('/v1/x')
    expect(page.log()).toEqual([validate, 'GET /v1/x'])
    expect(bearers()).toEqual([null, 'Bearer fresh'])
  })

  test('a member’s bearer never goes with a stranger’s call', async () => {
    await (await client()).get('/v1/x')
    expect(bearers()).toEqual([null])
  })

  test('a validation carries the bearer alone', async () => {
    logIn()
    page.routes[validate] = () => ({ data: full })
    await (await client()).get('/v3/oauth2/validate', { noValidate: true })
    expect([bearers(), page.calls[0]?.query.toString()]).toEqual([['Bearer tab'], ''])
  })

  test('files go up as a form, whose type the browser writes', async () => {
    page.routes['POST /v3/user-details/avatar'] = () => ({ data: {} })
    await (await client()).post('/v3/user-details/avatar', new FormData())
    expect(page.calls[0]?.headers.get('content-type')).toBeNull()
  })
})

describe('specification 4: calls wait until the session was validated', () => {
  test('one validation for all that come at once, and none again for a while', async () => {
    logIn()
    forgetToken()
    const gate = later<{ data: unknown }>()
    page.routes[validate] = () => gate.promise
    page.routes['GET /v1/a'] = page.routes['GET /v1/b'] = () => ({ data: {} })
    const http = await client()
    const both = Promise.all([http.get('/v1/a'), http.get('/v1/b')])
    await vi.waitFor(() => expect(page.log()).toEqual([validate]))
    gate.resolve({ data: full })
    await both
    await http.get('/v1/a')
    expect(page.log()).toEqual([validate, 'GET /v1/a', 'GET /v1/b', 'GET /v1/a'])
  })

  test('not an authentication, not what is flagged, not a stranger', async () => {
    logIn()
    forgetToken()
    page.routes[authenticate] = page.routes['GET /v1/x'] = () => ({ data: {} })
    const http = await client()
    await http.post('/v3/oauth2/authenticate', {})
    await http.get('/v1/x', { noValidate: true })
    page.cookies.delete('logged_in')
    await http.get('/v1/x')
    expect(times(validate)).toBe(0)
  })

  test('not once it is known that the terms are not accepted', async () => {
    logIn()
    forgetToken()
    answerTerms(false)
    page.routes[validate] = () => refusal(401, 'terms_not_accepted')
    page.routes['GET /v1/x'] = () => ({ data: {} })
    const http = await client()
    await http.get('/v1/x')
    await http.get('/v1/x')
    expect(times(validate)).toBe(1)
  })

  test('the page hears whose session it is', async () => {
    logIn()
    forgetToken()
    page.routes[validate] = () => ({ data: full })
    page.routes['GET /v1/x'] = () => ({ data: {} })
    const heard: unknown[] = []
    document.addEventListener('aularium:validated', (event) => heard.push((event as CustomEvent).detail))
    await (await client()).get('/v1/x')
    expect(heard).toEqual([7])
  })

  test('who cancels does not wait for it', async () => {
    logIn()
    forgetToken()
    page.routes[validate] = () => later<never>().promise
    const controller = new AbortController()
    const answer = (await client()).get('/v1/x', { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(page.log()).toEqual([validate])
  })
})

describe('specification 8, line by line', () => {
  test('terms_not_accepted on validation triggers the acceptance; accepted, the call goes out', async () => {
    logIn()
    forgetToken()
    const seen = answerTerms(true)
    const answers = [refusal(401, 'terms_not_accepted'), { data: full }]
    page.routes[validate] = () => answers.shift() ?? 'offline'
    page.routes['GET /v1/user'] = () => ({ data: { id: 7 } })
    expect(await (await client()).get('/v1/user')).toEqual({ id: 7 })
    expect(seen.asked).toEqual([false])
    expect(page.log()).toEqual([validate, validate, 'GET /v1/user'])
    expect([page.cookies.has('logged_in'), page.assigned]).toEqual([true, []])
  })

  test('terms that change while the page is open are asked for by the next call, which then is done', async () => {
    logIn()
    const seen = answerTerms(true)
    let isAccepted = false
    page.routes['POST /v1/x'] = () => {
      const answer = isAccepted ? { data: { done: true } } : refusal(403, 'terms_not_accepted')
      isAccepted = true
      return answer
    }
    page.routes[validate] = () => ({ data: full })
    expect(await (await client()).post('/v1/x')).toEqual({ done: true })
    expect(seen.asked).toEqual([true])
  })

  test('terms put off: the call is refused, the member stays logged in', async () => {
    logIn()
    answerTerms(false)
    page.routes['POST /v1/x'] = () => refusal(403, 'terms_not_accepted')
    await expect((await client()).post('/v1/x')).rejects.toMatchObject({ code: 'terms_not_accepted' })
    expect([times('POST /v1/x'), page.cookies.has('logged_in'), page.assigned]).toEqual([1, true, []])
  })

  test('any other failed validation: anonymous again, and nobody is logged out by a fault of the server', async () => {
    logIn()
    forgetToken()
    page.routes[validate] = () => refusal(500, 'server_error')
    page.routes[authenticate] = () => ({ data: { access_token: 'open', expires_in: 86_400 } })
    page.routes['GET /v1/x'] = () => ({ data: {} })
    await (await client()).get('/v1/x')
    expect(page.log()).toEqual([validate, authenticate, 'GET /v1/x'])
    expect(page.cookies.has('logged_in')).toBe(true)
  })

  test('if that fails, too: authError is kept and told', async () => {
    logIn()
    forgetToken()
    page.routes[validate] = page.routes[authenticate] = () => refusal(500, 'server_error')
    page.routes['GET /v1/x'] = () => ({ data: {} })
    const states: unknown[] = []
    document.addEventListener('aularium:session', (event) => states.push((event as CustomEvent).detail))
    await (await client()).get('/v1/x')
    expect(states).toEqual(['anonymous', 'auth_error'])
  })

  test('401 on validate while logged in: logged out, to the login, and the call is not done for a stranger', async () => {
    logIn()
    forgetToken()
    page.routes[validate] = () => refusal(401, 'unauthorized')
    await expect((await client()).post('/v1/cart/items')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.log()).toEqual([validate])
    expect(page.cookies.has('logged_in')).toBe(false)
    expect(page.assigned).toEqual(['/de/login?next=%2Fde%2Fmaterial%2F1%2Fbrueche'])
  })

  describe('401 on validate: a page that needs no member loses nobody (specification 2)', () => {
    /** A member whose session ended elsewhere, and what the page is told of it. */
    function ended(): unknown[] {
      logIn()
      forgetToken()
      page.routes[validate] = () => refusal(401, 'unauthorized')
      const heard: unknown[] = []
      document.addEventListener('aularium:session-ended', (event) =>
        heard.push((event as CustomEvent).detail),
      )
      return heard
    }

    test('a page for everybody stays and says it', async () => {
      const heard = ended()
      await expect((await client()).get('/v1/cart/view')).rejects.toMatchObject({ code: 'unauthorized' })
      expect([page.assigned, heard, page.cookies.has('logged_in')]).toEqual([[], ['told'], false])
    })

    test.each(['GET', 'POST'])('without the re-check it stays without a word: %s', async (method) => {
      page.dataset.traits = 'no-favorites no-session-check'
      const heard = ended()
      const http = await client()
      const call = method === 'GET' ? http.get('/v1/cart/view') : http.post('/v1/cart/items')
      await expect(call).rejects.toMatchObject({ code: 'unauthorized' })
      expect([page.assigned, heard, page.cookies.has('logged_in')]).toEqual([[], ['silent'], false])
    })

    test('a page of members leads to the login', async () => {
      page.dataset.access = 'member'
      const heard = ended()
      await expect((await client()).get('/v1/cart/view')).rejects.toMatchObject({ code: 'unauthorized' })
      expect([page.assigned.length, heard]).toEqual([1, []])
    })

    test('an address with a secret stands in no other address', async () => {
      page.dataset.access = 'member'
      page.dataset.traits = 'token'
      ended()
      await expect((await client()).post('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
      expect(page.assigned).toEqual(['/de/login'])
    })

    test('a press that joins a reading call under way leads to the login', async () => {
      const heard = ended()
      const http = await client()
      const all = await Promise.allSettled([http.get('/v1/cart/view'), http.post('/v1/cart/items')])
      expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      expect([page.assigned.length, heard]).toEqual([1, []])
    })
  })

  test('401 on validate with the reason terms_not_accepted: still logged in', async () => {
    logIn()
    forgetToken()
    answerTerms(false)
    page.routes[validate] = () => refusal(401, 'terms_not_accepted')
    page.routes['GET /v1/x'] = () => ({ data: {} })
    await (await client()).get('/v1/x')
    expect([page.cookies.has('logged_in'), page.assigned]).toEqual([true, []])
  })

  test('another 401 while logged in: one validation for all, without the refused token; then each is retried', async () => {
    logIn()
    let isValid = false
    page.routes['GET /v1/a'] = page.routes['GET /v1/b'] = () =>
      isValid ? { data: { ok: true } } : refusal(401, 'unauthorized')
    page.routes[validate] = () => {
      isValid = true
      return { data: full }
    }
    const http = await client()
    expect(await Promise.all([http.get('/v1/a'), http.get('/v1/b')])).toEqual([{ ok: true }, { ok: true }])
    expect(times(validate)).toBe(1)
    const sent = page.calls.map(({ path, headers }) => [path, headers.get('authorization')])
    expect(sent).toContainEqual(['/v3/oauth2/validate', null])
    expect(sent.at(-1)?.[1]).toBe('Bearer fresh')
  })

  test('if that validation fails with 401: logged out and to the login', async () => {
    logIn()
    page.dataset.access = 'member'
    page.routes['GET /v1/user'] = page.routes[validate] = () => refusal(401, 'unauthorized')
    await expect((await client()).get('/v1/user')).rejects.toMatchObject({ code: 'unauthorized' })
    expect([page.cookies.has('logged_in'), page.assigned.length]).toEqual([false, 1])
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  test('a validation that could not be asked leaves the member logged in', async () => {
    logIn()
    page.routes['GET /v1/user'] = () => refusal(401, 'unauthorized')
    page.routes[validate] = () => 'offline'
    await expect((await client()).get('/v1/user')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(page.cookies.has('logged_in')).toBe(true)
  })

  test('401 for a stranger: client credentials, then again with that token, also in later calls', async () => {
    page.routes['GET /v1/cart/view'] = ({ headers }) =>
      headers.has('authorization') ? { data: { ok: true } } : refusal(401, 'unauthorized')
    page.routes[authenticate] = ({ body }) => {
      expect(body).toEqual({
        client_id: 'aularium-web',
        grant_type: 'client_credentials',
        scopes: 'public',
        platform: 'web',
      })
      return { data: { access_token: 'open', expires_in: 86_400 } }
    }
    const http = await client()
    expect(await http.get('/v1/cart/view')).toEqual({ ok: true })
    await http.get('/v1/cart/view')
    expect(bearers()).toEqual([null, null, 'Bearer open', 'Bearer open'])
  })

  test('more than 5 in a row on one URL are given up; another answer starts anew; another URL has its own', async () => {
    page.routes['GET /v1/x'] = () => refusal(401, 'unauthorized')
    page.routes[authenticate] = () => ({ data: { access_token: 'open', expires_in: 86_400 } })
    const http = await client()
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(times('GET /v1/x')).toBe(6)
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(times('GET /v1/x')).toBe(7)
    await expect(http.get('/v1/x', { query: { page: 2 } })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(times('GET /v1/x')).toBe(13)
    page.routes['GET /v1/x'] = () => refusal(404, 'not_found')
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'not_found' })
    page.routes['GET /v1/x'] = () => refusal(401, 'unauthorized')
    page.calls.length = 0
    await expect(http.get('/v1/x')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(times('GET /v1/x')).toBe(6)
  })

  test.each(['/v3/oauth2/authenticate', '/v1/item-tags'])('401 on %s is rejected at once', async (path) => {
    page.routes[`POST ${path}`] = () => refusal(401, 'invalid_credentials')
    await expect((await client()).post(path)).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(page.calls).toHaveLength(1)
  })

  test('a login in another tab is followed before the next call', async () => {
    page.routes['GET /v1/x'] = () => ({ data: {} })
    page.routes[validate] = () => ({ data: full })
    const http = await client()
    forgetToken()
    await http.get('/v1/x')
    logIn()
    await http.get('/v1/x')
    expect(page.log()).toEqual(['GET /v1/x', validate, 'GET /v1/x'])
  })
})
