import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { htmlProblems } from '../html/validate.ts'
import { castPassword, member, type Person, type TestApp } from '../support/app.ts'
import { openBuiltApp } from '../support/built-app.ts'
import { createClient } from '../support/http-client.ts'

/** The authorization page as it is built: what a member reads there, and where it leads whom. */

let app: TestApp
let buyer: Person

beforeAll(async () => {
  app = await openBuiltApp()
  app.deps.env.siteUrl = app.base
  buyer = await member(app, 'oauth-page')
  await app.deps.db
    .insertInto('oauth_client')
    .values([
      { id: 'notes', name: 'Stunden <b>Notizen</b>', redirect_uris: ['https://notes.example:8443/cb'] },
      { id: 'native', name: 'App', redirect_uris: ['example.notes:/cb'] },
    ])
    .execute()
}, 600_000)
afterAll(() => app.close())

function search(changes: Record<string, string> = {}): string {
  return `?${new URLSearchParams({
    response_type: 'code',
    client_id: 'notes',
    redirect_uri: 'https://notes.example:8443/cb',
    state: 's',
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`
}

test.each(liveWorlds().map(({ world }) => world))(
  'in %s it says who asks, for whom, what for and where it leads',
  async (world) => {
    const t = translator(world)
    const answer = await buyer.client.get(`/${world}/authorize${search()}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(
      t('login:authorize.heading', { program: 'Stunden &lt;b&gt;Notizen&lt;/b&gt;' }),
    )
    expect(answer.text).toContain(buyer.email)
    expect(answer.text).toContain(t('login:authorize.leads', { host: 'notes.example:8443' }))
    expect(await htmlProblems(answer.text)).toEqual([])
  },
)

test('D2 40: nobody can frame it, keep it or read where it was asked for from; its form leads to the program alone (40)', async () => {
  const { headers } = await buyer.client.get(`/de/authorize${search()}`)
  const policy = headers['content-security-policy']
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' https://notes.example:8443;")
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  const native = await buyer.client.get(
    `/de/authorize${search({ client_id: 'native', redirect_uri: 'example.notes:/cb' })}`,
  )
  expect(native.headers['content-security-policy']).toContain("form-action 'self' example.notes:;")
})

describe('where it leads', () => {
  test('a stranger logs in first and comes back with everything that was asked', async () => {
    const client = createClient(app.base)
    const long = search({ state: 'x'.repeat(700) })
    const asked = await client.get(`/de/authorize${long}`)
    const login = new URL(asked.headers.location ?? '', app.base)
    expect([asked.status, login.pathname]).toEqual([303, '/de/login'])
    const next = login.searchParams.get('next') ?? ''
    const done = await client.submit('/de/login', {
      intent: 'log-in',
      grant_type: 'password',
      username: buyer.email,
      password: castPassword,
      next,
    })
    const back = await client.get(done.headers.location ?? '')
    expect([back.status, back.text.includes('x'.repeat(700))]).toEqual([200, true])
  })

  test.each([
    ['an unknown program', { client_id: 'nobody' }],
    ['another address', { redirect_uri: 'https://evil.example/cb' }],
    ['a scheme that runs', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s: a page of ours, nobody is sent anywhere', async (_name, changes) => {
    const answer = await buyer.client.get(`/de/authorize${search(changes)}`)
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
    expect(answer.text).toContain(translator('de')('login:authorize.unusableHeading'))
  })

  test.each([
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['too much', { scope: 'admin' }, 'invalid_scope'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['no question allowed', { prompt: 'none' }, 'consent_required'],
  ])('%s: the program hears of it, with its state and who we are', async (_name, changes, error) => {
    const answer = await buyer.client.get(`/de/authorize${search(changes)}`)
    const back = new URL(answer.headers.location ?? '')
    expect([answer.status, back.origin + back.pathname]).toEqual([302, 'https://notes.example:8443/cb'])
    expect(Object.fromEntries(back.searchParams)).toEqual({ error, state: 's', iss: app.base })
  })

  test('a parameter that comes twice is none', async () => {
    const answer = await buyer.client.get(`/de/authorize${search()}&scope=full&scope=public`)
    expect(new URL(answer.headers.location ?? '').searchParams.get('error')).toBe('invalid_request')
    const twice = await buyer.client.get(`/de/authorize${search()}&redirect_uri=https%3A%2F%2Fevil.example`)
    expect([twice.status, twice.headers.location]).toEqual([400, undefined])
  })
})

test('the link that connects accounts says so when it is over', async () => {
  const answer = await createClient(app.base).get(`/de/login/bestaetigen/${'x'.repeat(43)}`)
  expect([answer.status, answer.headers['referrer-policy']]).toEqual([410, 'no-referrer'])
  expect(answer.text).toContain(translator('de')('login:connect.over'))
})

test('Microsoft’s page hands on what it was sent, and nothing stays in an address somebody could be told', async () => {
  const answer = await createClient(app.base).get('/it/microsoft-redirect?code=c&state=s')
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    '/api/v3/oauth2/callback/microsoft?code=c&state=s',
  ])
  expect(answer.headers['referrer-policy']).toBe('no-referrer')
})
