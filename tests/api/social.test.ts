import { createHash, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SocialProvider } from '#platform/rules/contract/user.ts'
import { logIn, member, openTestApp, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient, send } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

const watch = watchLoop()

/** Another party, from npm, with keys of its own; it plays all four. */
const party = new OAuth2Server()
let app: TestApp
/** What the party says of whoever logs in there now. */
let person: Record<string, unknown>
/** Changes a token before it is signed. */
let spoil: ((payload: Record<string, unknown>, header: Record<string, unknown>) => void) | undefined
/** What the party was last sent for a code. */
let lastTokenRequest: Record<string, unknown> = {}

const audience = { google: 'google-web', apple: 'apple.web', microsoft: 'ms-web' } as const
type OpenId = keyof typeof audience
let current: OpenId = 'google'

beforeAll(async () => {
  await party.issuer.keys.generate('RS256')
  await party.start(0, 'localhost')
  const issuer = party.issuer.url ?? ''
  party.service.on(
    'beforeTokenSigning',
    (token: { payload: Record<string, unknown>; header: Record<string, unknown> }) => {
      Object.assign(token.payload, { aud: audience[current] }, person)
      spoil?.(token.payload, token.header)
    },
  )
  party.service.on('beforeResponse', (_answer: unknown, request: { body: Record<string, unknown> }) => {
    lastTokenRequest = request.body
  })
  playFacebook()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  app = await openTestApp({
    environment: {
      GOOGLE_CLIENT_ID: `${audience.google},google-ios`,
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_ISSUER: issuer,
      APPLE_CLIENT_ID: audience.apple,
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: privateKey
        .export({ type: 'pkcs8', format: 'pem' })
        .toString()
        .replaceAll('\n', '\\n'),
      APPLE_ISSUER: issuer,
      MICROSOFT_CLIENT_ID: audience.microsoft,
      MICROSOFT_CLIENT_SECRET: 'ms-secret',
      MICROSOFT_ISSUER: issuer,
      FACEBOOK_CLIENT_ID: 'fb-app',
      FACEBOOK_CLIENT_SECRET: 'fb-secret',
      FACEBOOK_GRAPH_URL: `${issuer}/graph`,
      FACEBOOK_DIALOG_URL: `${issuer}/authorize`,
    },
  })
  app.deps.env.siteUrl = app.base
})
beforeEach(() => {
  spoil = undefined
  current = 'google'
})
afterAll(async () => {
  await app.close()
  await party.stop()
})

/** Facebook's calls beside the login: tokens are `<app>.<user>`, people stand in `facebook`. */
const facebook = new Map<string, { id: string; name?: string; email?: string }>()
function playFacebook(): void {
  party.service.addRoute('POST', '/graph/oauth/access_token', (_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ access_token: 'fb-app.77', token_type: 'bearer', expires_in: 3600 }))
  })
  party.service.addRoute('GET', '/graph/debug_token', ({ query }, response) => {
    const [appId, userId] = String(query.input_token).split('.')
    const isValid = query.access_token === 'fb-app|fb-secret' && facebook.has(userId ?? '')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ data: { app_id: appId, is_valid: isValid, user_id: userId ?? '' } }))
  })
  party.service.addRoute('GET', '/graph/me', ({ query }, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(facebook.get(String(query.access_token).split('.')[1] ?? '') ?? {}))
  })
}

/** Through the party's login page and back to us: the address the browser is sent back to. */
async function wayBack(client: Client, provider: SocialProvider, query = ''): Promise<URL> {
  if (provider !== 'facebook') current = provider
  const started = await client.send({
    path: `/api/v3/oauth2/social/${provider}?world=de${query}`,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(started.status).toBe(303)
  const there = new URL(started.headers.location ?? '')
  const back = await send(there.origin, { path: there.pathname + there.search })
  return new URL(back.headers.location ?? '')
}

/** The same as a browser goes it. */
async function visit(client: Client, provider: SocialProvider, query = ''): Promise<Answer> {
  const back = await wayBack(client, provider, query)
  return await client.send({ path: back.pathname + back.search })
}

function tokenGrant(fields: Record<string, string>): Promise<Answer> {
  return createClient(app.base).send({
    method: 'POST',
    path: '/api/v3/oauth2/authenticate',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
}

async function mailsTo(email: string): Promise<{ text: string }[]> {
  return await app.deps.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('template', '=', 'social-link')
    .select('text')
    .orderBy('id')
    .execute()
}

async function linkIn(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1)
  return /\/de\/login\/bestaetigen\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function userOf(
  client: Client,
): Promise<{ id: number; email: string; isAgbAccepted: boolean; creationSource: string }> {
  return (await client.api('GET', '/v1/user?world=de')).json()
}

const signedIn = (client: Client) => client.cookies.has('session')

describe('the first time', () => {
  test('a verified e-mail that nobody has opens an account, without password, with the terms still to accept', async () => {
    person = { sub: 'g-1', email: 'Neu@Schule.example', email_verified: true, name: ' Nele\u200b  Neu ' }
    const client = createClient(app.base)
    const answer = await visit(client, 'google', '&next=%2Fde%2Fwarenkorb')
    expect([answer.status, answer.headers.location]).toEqual([303, '/de/warenkorb'])
    expect(signedIn(client)).toBe(true)
    const account = await app.deps.db
      .selectFrom('account')
      .where('email', '=', 'neu@schule.example')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      password_hash: null,
      public_name: 'Nele Neu',
      creation_source: 'google',
      agb_accepted_version: null,
    })
    expect(account.email_confirmed_at).not.toBeNull()
    expect((await client.api('GET', '/v3/oauth2/validate')).json()).toMatchObject({
      error: { code: 'terms_not_accepted' },
    })
    await client.api('POST', '/v1/agb')
    expect(await userOf(client)).toMatchObject({ id: account.id, isAgbAccepted: true })
    const again = createClient(app.base)
    await visit(again, 'google')
    expect((await userOf(again)).id).toBe(account.id)
  })

  test('D2 28: a verified e-mail of a member opens nothing before they follow the link of a mail', async () => {
    const { id, email } = await member(app, 'social-known')
    person = { sub: 'g-known', email, email_verified: true, name: 'Wer anders' }
    const client = createClient(app.base)
    const answer = await visit(client, 'google')
    expect(answer.headers.location).toBe('/de/login?problem=email_not_confirmed')
    expect(signedIn(client)).toBe(false)
    await visit(client, 'google')
    expect(await mailsTo(email)).toHaveLength(1)
    const link = await linkIn(email)
    const connected = await createClient(app.base).submit(link, { intent: 'connect' })
    expect([connected.status, connected.headers.location]).toEqual([303, '/de/login?connected=1'])
    await visit(client, 'google')
    expect((await userOf(client)).id).toBe(id)
    expect((await createClient(app.base).submit(link, { intent: 'connect' })).status).toBe(410)
    await logIn(createClient(app.base), email)
  })

  test('D2 28: an e-mail the party does not vouch for takes over nobody, and opens nothing by itself', async () => {
    const victim = await member(app, 'social-victim')
    for (const email of [victim.email, 'fremd@schule.example']) {
      person = { sub: `g-${email}`, email, email_verified: false }
      const client = createClient(app.base)
      expect((await visit(client, 'google')).headers.location).toBe('/de/login?problem=email_not_confirmed')
      expect(signedIn(client)).toBe(false)
    }
    const strangers = app.deps.db
      .selectFrom('account')
      .where('email', '=', 'fremd@schule.example')
      .select('id')
    expect(await strangers.execute()).toEqual([])
  })

  test('who registered an address first without proving it loses it to the owner of the mailbox', async () => {
    const email = 'spaet@schule.example'
    const thief = createClient(app.base)
    await thief.api('POST', '/v1/user/register', {
      email,
      password: 'Ein Satz des Diebes',
      publicName: 'Dieb',
      agb: true,
    })
    expect(signedIn(thief)).toBe(true)
    person = { sub: 'g-late', email, email_verified: true }
    const owner = createClient(app.base)
    await visit(owner, 'google')
    await createClient(app.base).submit(await linkIn(email), { intent: 'connect' })
    await visit(owner, 'google')
    expect(signedIn(owner)).toBe(true)
    expect((await thief.api('GET', '/v1/user')).status).toBe(401)
    await expect(logIn(createClient(app.base), email, 'Ein Satz des Diebes')).rejects.toThrow('401')
  })

  test('without an e-mail there is nobody to write to', async () => {
    person = { sub: 'g-mute', email: undefined }
    expect((await visit(createClient(app.base), 'google')).headers.location).toBe(
      '/de/login?problem=social_no_email',
    )
  })
})

describe('on the way', () => {
  test('D2 30: another browser cannot arrive, nor the same one twice, nor with another state', async () => {
    person = { sub: 'g-1' }
    const client = createClient(app.base)
    const back = await wayBack(client, 'google')
    const path = back.pathname + back.search
    const stranger = createClient(app.base)
    expect((await stranger.send({ path })).headers.location).toBe('/de/login?problem=social_failed')
    const cookie = client.cookies.get('social') ?? ''
    const wrong = path.replace(/state=[\w-]+/, 'state=mine')
    expect((await client.send({ path: wrong })).headers.location).toBe('/de/login?problem=social_failed')
    client.cookies.set('social', `${cookie.split('.')[0]}.${'x'.repeat(43)}`)
    expect((await client.send({ path })).headers.location).toBe('/de/login?problem=social_failed')
    client.cookies.set('social', cookie)
    expect((await client.send({ path })).headers.location).toBe('/de/konto')
    expect(client.cookies.has('social')).toBe(false)
    expect((await client.send({ path })).headers.location).toBe('/de/login?problem=social_failed')
  })

  test.each([
    [
      'another audience',
      (claims: Record<string, unknown>) => Object.assign(claims, { aud: 'somebody-else' }),
    ],
    [
      'another issuer',
      (claims: Record<string, unknown>) => Object.assign(claims, { iss: 'https://evil.example' }),
    ],
    ['another nonce', (claims: Record<string, unknown>) => Object.assign(claims, { nonce: 'mine' })],
    ['an old token', (claims: Record<string, unknown>) => Object.assign(claims, { exp: 1 })],
  ])('D2 27: a token with %s logs nobody in', async (_name, change) => {
    person = { sub: 'g-1' }
    spoil = change
    const client = createClient(app.base)
    expect((await visit(client, 'google')).headers.location).toBe('/de/login?problem=social_failed')
    expect(signedIn(client)).toBe(false)
  })

  test('new keys of the party are fetched when a token names one', async () => {
    await party.issuer.keys.generate('RS256')
    const [, fresh] = party.issuer.keys.toJSON()
    person = { sub: 'g-1' }
    const id_token = await party.issuer.buildToken({
      kid: fresh?.kid,
      scopesOrTransform: (_header, payload) => Object.assign(payload, { aud: 'google-ios', sub: 'g-1' }),
    })
    const bring = async () => (await tokenGrant({ grant_type: 'google', id_token })).status
    await expect.poll(bring, { timeout: 20_000, interval: 300 }).toBe(200)
  })

  test('who says no there, or comes from another site, is only led back', async () => {
    const client = createClient(app.base)
    await wayBack(client, 'google')
    const refused = await client.send({ path: '/api/v3/oauth2/callback/google?error=access_denied&state=x' })
    expect(refused.headers.location).toBe('/de/login')
    const forced = await client.send({
      path: '/api/v3/oauth2/social/google',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(forced.status).toBe(403)
  })

  test.each(['//evil.example', 'https://evil.example/de', 'javascript:alert(1)', '/de\r\nSet-Cookie: a=b'])(
    'afterwards nobody is led to %j (42, 43)',
    async (next) => {
      person = { sub: 'g-1' }
      const answer = await visit(createClient(app.base), 'google', `&next=${encodeURIComponent(next)}`)
      expect(answer.headers.location).toBe('/de/konto')
    },
  )
})

describe('each party has its ways', () => {
  test('Apple posts from its own site, without our cookies, and its secret is a letter we sign', async () => {
    person = { sub: 'a-1', email: 'relay@privaterelay.example', email_verified: 'true' }
    const client = createClient(app.base)
    const back = await wayBack(client, 'apple')
    const posted = await send(app.base, {
      method: 'POST',
      path: back.pathname,
      headers: {
        Origin: 'https://appleid.apple.com',
        'Sec-Fetch-Site': 'cross-site',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        ...Object.fromEntries(back.searchParams),
        user: JSON.stringify({ name: { firstName: 'Anna', lastName: 'Apfel' } }),
      }).toString(),
    })
    expect([posted.status, posted.headers['set-cookie']]).toEqual([303, undefined])
    expect(posted.headers['referrer-policy']).toBe('no-referrer')
    const answer = await client.send({ path: posted.headers.location ?? '' })
    expect([answer.headers.location, signedIn(client)]).toEqual(['/de/konto', true])
    const letter = decodeJwt(String(lastTokenRequest.client_secret))
    expect(letter).toMatchObject({ iss: 'TEAM', sub: audience.apple })
    const { public_name } = await app.deps.db
      .selectFrom('account')
      .where('email', '=', 'relay@privaterelay.example')
      .select('public_name')
      .executeTakeFirstOrThrow()
    expect(public_name).toBe('Anna Apfel')
  })

  test('Microsoft leads to the page of the world; a tenant’s own word about a mailbox counts for nothing', async () => {
    person = { sub: 'm-1', oid: 'o-1', tid: 't-1', email: 'ms@schule.example', email_verified: true }
    const client = createClient(app.base)
    const back = await wayBack(client, 'microsoft')
    expect(back.pathname).toBe('/de/microsoft-redirect')
    const arrived = await client.send({ path: `/api/v3/oauth2/callback/microsoft${back.search}` })
    expect(arrived.headers.location).toBe('/de/login?problem=email_not_confirmed')
    person = { ...person, email: 'ms-proven@schule.example', xms_edov: true, oid: 'o-2' }
    const proven = await wayBack(client, 'microsoft')
    await client.send({ path: `/api/v3/oauth2/callback/microsoft${proven.search}` })
    expect(signedIn(client)).toBe(true)
  })

  test('D2 26: Facebook is asked whose a token is; one for another app opens nothing', async () => {
    facebook.set('77', { id: '77', name: 'Fritz', email: 'fritz@schule.example' })
    const client = createClient(app.base)
    expect((await visit(client, 'facebook')).headers.location).toBe('/de/login?problem=email_not_confirmed')
    await createClient(app.base).submit(await linkIn('fritz@schule.example'), { intent: 'connect' })
    await visit(client, 'facebook')
    expect(signedIn(client)).toBe(true)
    const grant = (facebook_access_token: string) =>
      tokenGrant({ grant_type: 'facebook', facebook_access_token })
    expect((await grant('fb-app.77')).json()).toMatchObject({ scope: 'full', token_type: 'Bearer' })
    for (const token of ['other-app.77', 'fb-app.78', 'nonsense'])
      expect([(await grant(token)).status, (await grant(token)).json()]).toMatchObject([
        401,
        { error: { code: 'social_failed' } },
      ])
  })

  test('who has no keys is not offered', async () => {
    const bare = await openTestApp()
    const client = createClient(bare.base)
    expect((await client.send({ path: '/api/v3/oauth2/social/google' })).status).toBe(404)
    const answer = await client.api('POST', '/v3/oauth2/authenticate', {
      grant_type: 'google',
      id_token: 'x',
    })
    expect([answer.status, answer.json()]).toMatchObject([400, { error: 'unauthorized_client' }])
    expect(bare.deps.identityProviders.size).toBe(0)
    await bare.close()
  })
})

describe('tokens that apps bring', () => {
  const claims = { sub: 'g-1', email: 'neu@schule.example', email_verified: true }
  async function idToken(
    change: (payload: Record<string, unknown>, header: Record<string, unknown>) => void,
  ) {
    return await party.issuer.buildToken({
      scopesOrTransform(header, payload) {
        Object.assign(payload, claims, { aud: 'google-ios' })
        change(payload, header as unknown as Record<string, unknown>)
      },
    })
  }
  const bring = (id_token: string, more: Record<string, string> = {}) =>
    tokenGrant({ grant_type: 'google', id_token, platform: 'ios', ...more })

  test('one for our app logs in, with a token that can be renewed', async () => {
    const answer = await bring(await idToken(() => undefined))
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { scope: 'full', refresh_token: expect.any(String), oauth_user_id: expect.any(Number) },
    ])
  })

  test('D2 27: a nonce has to be brought along, in the clear or hashed as Apple wants it', async () => {
    const plain = await idToken((payload) => Object.assign(payload, { nonce: 'n-1' }))
    expect((await bring(plain)).status).toBe(401)
    expect((await bring(plain, { nonce: 'n-2' })).status).toBe(401)
    expect((await bring(plain, { nonce: 'n-1' })).status).toBe(200)
    const hashed = createHash('sha256').update('n-1').digest('hex')
    const second = await idToken((payload) => Object.assign(payload, { nonce: hashed }))
    expect((await bring(second, { nonce: 'n-1' })).status).toBe(200)
  })

  test.each([
    ['another audience', { aud: 'another-app' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no subject', { sub: undefined }],
    ['an end in the past', { exp: 1000 }],
    ['a beginning long ago', { iat: Math.floor(Date.now() / 1000) - 3600 }],
  ])('D2 27: %s: refused', async (_name, change) => {
    const answer = await bring(await idToken((payload) => Object.assign(payload, change)))
    expect([answer.status, answer.json()]).toMatchObject([401, { error: { code: 'social_failed' } }])
  })

  test('D2 27: no signature, a key of their own, a key that is a path, and no token at all', async () => {
    const payload = { ...claims, aud: 'google-ios', iss: party.issuer.url ?? '' }
    const unsigned = new UnsecuredJWT(payload).setIssuedAt().setExpirationTime('5m').encode()
    const secret = new TextEncoder().encode('x'.repeat(32))
    const forged = (header: { alg: string; kid?: string }) =>
      new SignJWT(payload).setProtectedHeader(header).setIssuedAt().setExpirationTime('5m').sign(secret)
    const { privateKey } = watch.aside(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
    const own = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: '../../etc/passwd' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    for (const token of [unsigned, await forged({ alg: 'HS256' }), own, 'a.b.c', 'x'])
      expect((await bring(token)).status, token.slice(0, 30)).toBe(401)
    expect((await tokenGrant({ grant_type: 'google' })).json()).toMatchObject({
      error: { fields: { id_token: 'required' } },
    })
  })
})

test('a party that does not answer is not the visitor’s fault', async () => {
  const away = await openTestApp({
    environment: {
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'x',
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
    },
  })
  const answer = await createClient(away.base).send({ path: '/api/v3/oauth2/social/google' })
  expect([answer.status, answer.json()]).toMatchObject([503, { error: { code: 'unavailable' } }])
  await away.close()
})
