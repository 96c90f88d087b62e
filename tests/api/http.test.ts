import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { maxApiBodyBytes, maxFormBodyBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient, send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let materialId: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  materialId = await materialRow(app, { authorId: seller.id })
})
afterAll(() => app.close())

interface ErrorBody {
  error: { code: ErrorCode; message: string; fields?: Record<string, string> }
}

const json = { 'Content-Type': 'application/json' }

function expectError(answer: Answer, status: number, code: ErrorCode, world: 'de' | 'es' | 'gr' = 'de') {
  expect([answer.status, answer.json<ErrorBody>().error.code]).toEqual([status, code])
  expect(answer.json<ErrorBody>().error.message).toBe(translator(world)(`errors:${code}`))
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toMatch(/no-store/)
}

describe('pages and their addresses', () => {
  test.each(liveWorlds())(
    '$world: the home page, cacheable, with every security header',
    async ({ world }) => {
      const answer = await send(app.base, { path: `/${world}` })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-robots-tag': expect.stringContaining('index'),
        'cdn-cache-control': 'max-age=60, stale-while-revalidate=3600',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^W\/".+"$/),
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )

  test.each([
    ['/de/search-results?query=Br%C3%BCche', '/de/suchergebnisse?query=Br%C3%BCche'],
    ['/it/material/7/frazioni', '/it/materiale/7/frazioni'],
    ['/gr/materiel/7/klasmata', '/gr/yliko/7/klasmata'],
    ['/fr/shopping-cart', '/fr/panier'],
    ['/DE', '/de'],
    ['/de/', '/de'],
    ['/de//login', '/de/login'],
    ['/de/Material/7', '/de/material/7'],
  ])('%s moves for ever to %s, in one step', async (from, to) => {
    const answer = await send(app.base, { path: from })
    expect([answer.status, answer.headers.location]).toEqual([301, to])
    expect((await send(app.base, { path: to })).status).not.toBe(301)
  })

  test.each([
    '/xx',
    '/fi',
    '/de/nothing-here',
    '/de/material/abc',
    '/de/material/0',
    '/de/material/99999999999999999999',
  ])('%s is nothing', async (path) => {
    const answer = await send(app.base, { path })
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toMatch(/no-store/)
    expect(answer.headers['x-robots-tag']).toContain('noindex')
    expect(answer.headers.etag).toBeUndefined()
  })

  test.each([
    '/de/%ff%fe',
    '/de/%00',
    '/de/material/7/%c3%28',
    '/de/..%2f..%2fetc',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/de/a;b=c',
    '/\\evil.example/x',
    '//evil.example/de',
  ])('the odd address %s neither breaks the product nor leads out of it', async (path) => {
    const answer = await send(app.base, { path })
    expect(answer.status).toBeLessThan(500)
    const { location } = answer.headers
    if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/)
  })

  test('unknown parameters and their order do not make another page', async () => {
    const before = app.rendered.length
    const first = await send(app.base, { path: '/es/resultados-busqueda?page=2&query=a' })
    const other = await send(app.base, { path: '/es/resultados-busqueda?query=a&page=2' })
    expect([other.status, other.headers.location]).toEqual([301, '/es/resultados-busqueda?page=2&query=a'])
    const again = await send(app.base, {
      path: '/es/resultados-busqueda?utm_source=x&page=2&query=a&fbclid=1',
    })
    expect(app.rendered.length - before).toBe(1)
    expect(again.headers.etag).toBe(first.headers.etag)
  })
})

describe('HTTP of cached pages', () => {
  test('HEAD answers like GET without a body', async () => {
    const get = await send(app.base, { path: '/fr' })
    const head = await send(app.base, { method: 'HEAD', path: '/fr' })
    expect(head.status).toBe(200)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers.etag).toBe(get.headers.etag)
  })

  test('304 for what the client has', async () => {
    const { headers } = await send(app.base, { path: '/de' })
    const etag = headers.etag ?? ''
    const answer = await send(app.base, { path: '/de', headers: { 'If-None-Match': etag } })
    expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag])
    const changed = await send(app.base, { path: '/de', headers: { 'If-None-Match': 'W/"other"' } })
    expect(changed.status).toBe(200)
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['zstd, gzip', 'zstd'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
  ])('Accept-Encoding: %s', async (accept, encoding) => {
    const answer = await send(app.base, { path: '/de', headers: { 'Accept-Encoding': accept } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
  })

  test('200 people who miss one page at once cause exactly one render', async () => {
    const path = '/it/risultati-della-ricerca?query=folla'
    const before = await rendersOf('search')
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(app.base, { path })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await rendersOf('search')) - before).toBe(1)
  })

  test('a cached page never knows its visitor', async () => {
    await seller.client.get('/de/agb')
    const answer = await seller.client.get('/de/agb')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  test('what changed is rendered anew', async () => {
    await send(app.base, { path: '/en/imprint' })
    const before = app.rendered.length
    app.deps.pageCache.expire(['test'])
    await send(app.base, { path: '/en/imprint' })
    expect(app.rendered.length - before).toBe(1)
  })

  test('personal pages are stored by nobody', async () => {
    const answer = await seller.client.get('/de/konto')
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers.etag).toBeUndefined()
    const stranger = await send(app.base, { path: '/de/konto' })
    expect([stranger.status, stranger.headers.location]).toEqual([303, '/de/login?next=%2Fde%2Fkonto'])
  })
})

describe('a page that sets a cookie, or fails, is never stored', () => {
  const stubborn: { status: number; headers: Record<string, string> }[] = [
    { status: 200, headers: { 'Set-Cookie': 'secret=1' } },
    { status: 404, headers: {} },
    { status: 500, headers: {} },
  ]

  test.each(stubborn)('$status $headers', async ({ status, headers }) => {
    const odd = await openTestApp({
      renderPage: async () =>
        new Response('<p>x</p>', { status, headers: { 'Content-Type': 'text/html', ...headers } }),
    })
    try {
      await send(odd.base, { path: '/de' })
      const answer = await send(odd.base, { path: '/de' })
      expect(odd.rendered.filter((path) => path.endsWith('/de')).length).toBe(2)
      expect(answer.headers['cache-control']).toMatch(/no-store/)
      expect(answer.headers['set-cookie']).toBeUndefined()
    } finally {
      await odd.close()
    }
  })
})

describe('requests that are refused before anybody looks at them', () => {
  test('a foreign Host', async () => {
    const answer = await send(app.base, { path: '/de', headers: { Host: 'evil.example' } })
    expect(answer.status).toBe(421)
    expect(answer.text).not.toContain('evil')
  })

  test('forwarded hosts are not believed', async () => {
    const answer = await send(app.base, {
      path: '/de/',
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' },
    })
    expect(answer.headers.location).toBe('/de')
  })

  test('an address without end', async () => {
    expect((await send(app.base, { path: `/de?query=${'a'.repeat(5000)}` })).status).toBe(414)
  })

  test.each(['PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'])('the method %s', async (method) => {
    const answer = await send(app.base, { method, path: '/de' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toContain('GET')
  })

  test('a method the page does not know', async () => {
    expect((await send(app.base, { method: 'DELETE', path: '/de' })).status).toBe(405)
    expect((await createClient(app.base).submit('/de', {})).status).toBe(405)
  })

  test('what is no HTTP', async () => {
    const socket = connect(Number(new URL(app.base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('GARBAGE\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    expect((await send(app.base, { path: '/health/ready' })).text).toBe('ready')
  })

  test('operators alone see metrics; a proxy is not the operator', async () => {
    expect((await send(app.base, { path: '/metrics' })).text).toContain('aularium_renders_total')
    const proxied = await send(app.base, {
      path: '/metrics',
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    })
    expect(proxied.status).toBe(404)
  })
})

describe('errors of the API speak the language of the world', () => {
  const client = () => createClient(app.base)

  test('an unknown address', async () => {
    expectError(await client().api('GET', '/v1/nothing?world=es'), 404, 'not_found', 'es')
  })

  test('an unknown id, a deleted material, a foreign world', async () => {
    expectError(await client().api('GET', '/v1/materials/987654?world=gr'), 404, 'not_found', 'gr')
    const deleted = await materialRow(app, { authorId: seller.id, status: 'deleted' })
    expect((await client().api('GET', `/v1/materials/${deleted}`)).status).toBeOneOf([404, 410])
    expectError(await client().api('GET', `/v1/materials/${materialId}?world=es`), 404, 'not_found', 'es')
  })

  test('an id that is no number', async () => {
    expectError(await client().api('GET', '/v1/materials/1%27%20or%201=1?world=de'), 404, 'not_found')
  })

  test('an unknown world', async () => {
    const answer = await client().api('GET', '/v1/cart/view?world=xx')
    expectError(answer, 422, 'invalid_input')
    expect(answer.json<ErrorBody>().error.fields).toEqual({ world: 'invalid' })
  })

  test('an unknown facet value, sort, page and cursor', async () => {
    for (const query of ['sort=bogus', 'page=0', 'page=41', 'page=x', 'price=1-x']) {
      expectError(await client().api('GET', `/v1/search?world=de&${query}`), 422, 'invalid_input')
    }
    for (const query of ['subject=unknown-subject', 'cursor=not-a-cursor', `query=${'a'.repeat(4001)}`]) {
      expect((await client().api('GET', `/v1/search?world=de&${query}`)).status).toBeOneOf([200, 422])
    }
  })

  test('a method the address does not know', async () => {
    const answer = await client().api('PUT', '/v1/cart/view?world=de')
    expectError(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test('another content type', async () => {
    const answer = await client().api('POST', '/v1/cart/items?world=es', undefined, {
      'Content-Type': 'text/plain',
    })
    expectError(answer, 415, 'unsupported_media_type', 'es')
  })

  test('a body that is too large', async () => {
    const answer = await client().api('POST', '/v1/cart/items?world=gr', {
      materialId,
      filler: 'x'.repeat(maxApiBodyBytes),
    })
    expectError(answer, 413, 'too_large', 'gr')
  })

  test.each([
    ['broken JSON', '{"materialId": 1'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s', async (_what, body) => {
    const visitor = client()
    const answer = await visitor.send({
      method: 'POST',
      path: '/api/v1/cart/items?world=de',
      headers: { ...json, Origin: app.base },
      body,
    })
    expectError(answer, 400, 'malformed_request')
  })

  test('fields that are wrong are named', async () => {
    const answer = await client().api('POST', '/v1/cart/items?world=de', {})
    expectError(answer, 422, 'invalid_input')
    expect(Object.keys(answer.json<ErrorBody>().error.fields ?? {})).toEqual(['materialId'])
  })

  test('a Bearer token that is none', async () => {
    const answer = await send(app.base, {
      path: '/api/v1/user',
      headers: { Authorization: 'Bearer nonsense' },
    })
    expect(answer.status).toBe(401)
  })

  test('HEAD is GET without a body', async () => {
    const answer = await send(app.base, {
      method: 'HEAD',
      path: `/api/v1/materials/${materialId}?world=de`,
    })
    expect([answer.status, answer.body.length]).toEqual([200, 0])
  })
})

describe('cross-site requests', () => {
  const path = '/api/v1/cart/items?world=de'
  const body = () => JSON.stringify({ materialId })

  test('a call without cookies has nothing to steal and passes', async () => {
    expect((await send(app.base, { method: 'POST', path, headers: json, body: body() })).status).toBe(200)
  })

  test.each([
    ['another site, as the browser says', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another site, by its origin', { Origin: 'https://evil.example' }],
    ['a sub-domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['an origin that hides', { Origin: 'null' }],
  ])('%s is refused, with and without cookies', async (_who, headers) => {
    const stranger = await send(app.base, {
      method: 'POST',
      path,
      headers: { ...json, ...headers },
      body: body(),
    })
    expectError(stranger, 403, 'csrf_failed')
    const csrf = seller.client.cookies.get('csrf') ?? ''
    const own = await seller.client.send({
      method: 'POST',
      path,
      headers: { ...json, 'X-CSRF-Token': csrf, ...headers },
      body: body(),
    })
    expectError(own, 403, 'csrf_failed')
  })

  test('D2 37: without the token, with a wrong one and with another person’s', async () => {
    const other = await member(app, 'csrf-other')
    const tokens = ['', 'wrong', other.client.cookies.get('csrf') ?? 'none']
    for (const token of tokens) {
      const answer = await seller.client.api(
        'POST',
        '/v1/cart/items?world=de',
        { materialId },
        { 'X-CSRF-Token': token },
      )
      expectError(answer, 403, 'csrf_failed')
    }
  })

  test('D2 36: a token planted by a neighbour does not fit the session', async () => {
    const other = await member(app, 'csrf-planter')
    const planted = other.client.cookies.get('csrf') ?? ''
    const session = seller.client.cookies.get('session') ?? ''
    const answer = await send(app.base, {
      method: 'POST',
      path,
      headers: {
        ...json,
        Origin: app.base,
        Cookie: `session=${session}; csrf=${planted}`,
        'X-CSRF-Token': planted,
      },
      body: body(),
    })
    expectError(answer, 403, 'csrf_failed')
  })

  test('D2 35: JSON in the clothes of a form', async () => {
    const answer = await seller.client.api(
      'POST',
      '/v1/cart/items?world=de',
      { materialId },
      { 'Content-Type': 'text/plain' },
    )
    expect(answer.status).toBe(415)
  })

  test('a form from another site, or from nowhere', async () => {
    const sources: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ]
    for (const headers of sources) {
      const answer = await seller.client.send({
        method: 'POST',
        path: url('cart', { world: 'de' }),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: `intent=add-to-cart&materialId=${materialId}`,
      })
      expect(answer.status).toBe(403)
    }
  })

  test('cookies are httpOnly where scripts need not read them, and never wider than the site', async () => {
    const visitor = createClient(app.base)
    const answer = await visitor.api('POST', '/v1/cart/items?world=de', { materialId })
    const csrf = await createClient(app.base).get('/api/v1/csrf')
    for (const line of [...(answer.headers['set-cookie'] ?? []), ...(csrf.headers['set-cookie'] ?? [])]) {
      expect(line).toMatch(/; Path=\//)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).not.toMatch(/; Domain=/i)
      if (/^(session|v_id)=/.test(line)) expect(line).toMatch(/; HttpOnly/)
    }
  })
})

describe('forms without JavaScript', () => {
  test('a material goes into the cart, the visitor is sent on with 303', async () => {
    const visitor = createClient(app.base)
    const answer = await visitor.submit(url('cart', { world: 'de' }), {
      intent: 'add-to-cart',
      materialId: String(materialId),
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toMatch(/^\/de\//)
    const view = await visitor.api('GET', '/v1/cart/view?world=de')
    expect(view.text).toContain(`"id":${materialId}`)
  })

  test('a form that is too large, of another type, or with an id that is none', async () => {
    const visitor = createClient(app.base)
    const cart = url('cart', { world: 'de' })
    expect((await visitor.submit(cart, { materialId: 'x'.repeat(maxFormBodyBytes + 1) })).status).toBe(413)
    const typed = await visitor.send({
      method: 'POST',
      path: cart,
      headers: { Origin: app.base, 'Content-Type': 'text/plain' },
      body: 'intent=add-to-cart&materialId=1',
    })
    expect(typed.status).toBe(415)
    for (const id of ['', 'abc', '-1', '1e3', '99999999999999999999']) {
      const answer = await visitor.submit(cart, { intent: 'add-to-cart', materialId: id })
      expect(answer.status, id).toBe(422)
    }
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/de\r\nSet-Cookie: x=1',
  ])('D2 43: login does not lead to %s', async (next) => {
    const visitor = createClient(app.base)
    const answer = await visitor.submit(`${url('login', { world: 'de' })}?next=${encodeURIComponent(next)}`, {
      ...{ intent: 'log-in', grant_type: 'password' },
      username: seller.email,
      password: 'Aularium-2026!',
      next,
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toMatch(/^\/de(\/|$|\?)/)
  })
})

describe('carts of others', () => {
  test('D2 55: a foreign, invented or overlong token leads to nobody’s cart', async () => {
    const owner = createClient(app.base)
    await owner.api('POST', '/v1/cart/items?world=de', { materialId })
    const thief = createClient(app.base)
    for (const token of ['AAAA', 'x'.repeat(500), `${owner.cookies.get('c_t')}x`]) {
      const view = await thief.api('GET', '/v1/cart/view?world=de', undefined, { 'X-Cart-Token': token })
      expect(view.status).toBe(200)
      expect(view.json<{ items: { cart: { cartItems: unknown[] } } }>().items.cart.cartItems).toEqual([])
    }
  })
})

async function rendersOf(route: string): Promise<number> {
  const { text } = await send(app.base, { path: '/metrics' })
  return Number(new RegExp(`aularium_renders_total\\{route="${route}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}
