import { createHash, randomBytes } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPassword, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient, send } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

watchLoop()

let app: TestApp
let buyer: Person

/** A program without a secret, and one that keeps one. */
const notes = { id: 'lesson-notes', redirectUri: 'http://127.0.0.1:9/notes/cb' }
const school = {
  id: 'school.sync',
  redirectUri: 'https://school.example/cb?from=aularium',
  secret: 's3cret+/% 7',
}

beforeAll(async () => {
  app = await openTestApp()
  // What programs see of us is our own address.
  app.deps.env.siteUrl = app.base
  buyer = await member(app, 'oauth-buyer')
  await app.deps.db
    .insertInto('oauth_client')
    .values([
      { id: notes.id, name: 'Stundennotizen', redirect_uris: [notes.redirectUri] },
      {
        id: school.id,
        name: 'Schulabgleich',
        redirect_uris: [school.redirectUri],
        secret_hash: createHash('sha256').update(school.secret).digest(),
      },
    ])
    .execute()
})
afterAll(() => app.close())

const verifier = 'v'.repeat(20) + randomBytes(24).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

function request(changes: Record<string, string> = {}): Record<string, string> {
  return {
    response_type: 'code',
    client_id: notes.id,
    redirect_uri: notes.redirectUri,
    scope: 'full',
    state: 'back here & now',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
}

/** The member presses the button of the authorization page. */
async function allow(fields: Record<string, string>, person = buyer): Promise<Answer> {
  return await person.client.submit('/de/authorize', { ...fields, intent: 'allow' })
}

async function codeFor(changes: Record<string, string> = {}): Promise<string> {
  const { location } = (await allow(request(changes))).headers
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

function token(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return createClient(app.base).send({
    method: 'POST',
    path: '/api/v3/oauth2/authenticate',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

function exchange(code: string, changes: Record<string, string> = {}): Promise<Answer> {
  const { id: client_id, redirectUri: redirect_uri } = notes
  const usual = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier: verifier, code }
  return token({ ...usual, ...changes })
}

function refresh(refresh_token: string, client_id = notes.id): Promise<Answer> {
  return token({ grant_type: 'refresh_token', client_id, refresh_token })
}

async function mayIn(accessToken: string): Promise<boolean> {
  const answer = await createClient(app.base).send({
    path: '/api/v1/user?world=de',
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  return answer.status === 200
}

interface TokenAnswer {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

describe('clients that nobody here wrote', () => {
  test('openid-client: discovery, PKCE, state, iss, refresh', async () => {
    const config = await openid.discovery(new URL(app.base), notes.id, {}, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const asked = openid.buildAuthorizationUrl(config, {
      redirect_uri: notes.redirectUri,
      scope: 'full',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    expect(asked.pathname).toBe('/authorize')
    const led = await buyer.client.send({
      path: asked.pathname + asked.search,
      headers: { 'Accept-Language': 'fr' },
    })
    expect([led.status, led.headers.location]).toEqual([302, `/fr/authorize${asked.search}`])
    const { location } = (await allow(Object.fromEntries(asked.searchParams))).headers
    const tokens = await openid.authorizationCodeGrant(config, new URL(location ?? ''), {
      pkceCodeVerifier,
      expectedState,
    })
    expect(await mayIn(tokens.access_token)).toBe(true)
    expect(tokens.oauth_user_id).toBe(buyer.id)
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await mayIn(again.access_token)).toBe(true)
    expect(await mayIn(tokens.access_token)).toBe(false)
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await mayIn(again.access_token)).toBe(false)
  })

  test('D2 30: oauth4webapi: every answer is one that its checks take, the mix-up check of `iss` among them', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(app.base)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    expect(server.code_challenge_methods_supported).toEqual(['S256'])
    const client: oauth.Client = { client_id: school.id }
    const { location } = (await allow(request({ client_id: school.id, redirect_uri: school.redirectUri })))
      .headers
    const back = new URL(location ?? '')
    const parameters = oauth.validateAuthResponse(server, client, back, 'back here & now')
    const elsewhere = { ...server, issuer: 'https://evil.example' }
    expect(() => oauth.validateAuthResponse(elsewhere, client, back, 'back here & now')).toThrow()
    const authentication = oauth.ClientSecretBasic(school.secret)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      school.redirectUri,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
    expect(await mayIn(tokens.access_token)).toBe(true)
    const wrong = await oauth.refreshTokenGrantRequest(server, client, authentication, 'unknown', insecure)
    await expect(oauth.processRefreshTokenResponse(server, client, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('simple-oauth2: a secret in the header and in the body, refresh, client credentials', async () => {
    for (const authorizationMethod of ['header', 'body'] as const) {
      const config = {
        client: { id: school.id, secret: school.secret },
        auth: { tokenHost: app.base, tokenPath: '/api/v3/oauth2/authenticate' },
        options: { authorizationMethod },
      }
      const client = new AuthorizationCode({
        ...config,
        auth: { ...config.auth, authorizePath: '/authorize' },
      })
      const asked = new URL(
        client.authorizeURL({
          redirect_uri: school.redirectUri,
          scope: 'full',
          state: 's',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        } as Parameters<typeof client.authorizeURL>[0]),
      )
      const { location } = (await allow(Object.fromEntries(asked.searchParams))).headers
      const back = new URL(location ?? '')
      expect([back.host, back.searchParams.get('from'), back.searchParams.get('iss')]).toEqual([
        'school.example',
        'aularium',
        app.base,
      ])
      const got = await client.getToken({
        code: back.searchParams.get('code') ?? '',
        redirect_uri: school.redirectUri,
        code_verifier: verifier,
      } as Parameters<typeof client.getToken>[0])
      expect(got.expired()).toBe(false)
      expect(await mayIn(String(got.token.access_token))).toBe(true)
      const fresh = await got.refresh()
      expect(await mayIn(String(fresh.token.access_token))).toBe(true)
      const open = await new ClientCredentials(config).getToken({ scope: 'public' })
      expect(open.token.scope).toBe('public')
    }
  })
})

describe('who may ask a member (quality.md D2, 29 and 30)', () => {
  test.each([
    ['a path that goes up', 'http://127.0.0.1:9/notes/../evil'],
    ['an ending', `${notes.redirectUri}.evil.example`],
    ['a user part', 'http://127.0.0.1:9@evil.example/notes/cb'],
    ['another scheme', 'javascript://127.0.0.1:9/notes/cb'],
    ['another port', 'http://127.0.0.1:10/notes/cb'],
    ['a fragment', `${notes.redirectUri}#x`],
    ['other letters', 'http://127.0.0.1:9/notes/CB'],
    ['one more parameter', `${notes.redirectUri}?x=1`],
  ])('D2 29: %s is no address of the program: nobody is sent there', async (_name, redirect_uri) => {
    const answer = await allow(request({ redirect_uri }))
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
  })

  test.each([
    ['no PKCE', { code_challenge: '' }],
    ['PKCE in the clear', { code_challenge_method: 'plain' }],
    ['a token at once', { response_type: 'token' }],
    ['more than there is', { scope: 'admin' }],
    ['an unknown program', { client_id: 'nobody' }],
    ['the product itself', { client_id: 'aularium-web' }],
  ])('D2 30: %s: no code', async (_name, changes) => {
    const answer = await allow(request(changes))
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
  })

  test('a stranger and another site let nobody in', async () => {
    const stranger = await createClient(app.base).submit('/de/authorize', { ...request(), intent: 'allow' })
    expect(stranger.headers.location ?? '').not.toContain('code=')
    const answer = await buyer.client.send({
      method: 'POST',
      path: '/de/authorize',
      headers: {
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...request(), intent: 'allow' }).toString(),
    })
    expect(answer.status).toBe(403)
  })

  test('who says no is led back with that, and the state', async () => {
    const answer = await buyer.client.submit('/de/authorize', { ...request(), intent: 'deny' })
    const back = new URL(answer.headers.location ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'back here & now',
      iss: app.base,
    })
  })

  test('a program cannot let the next one in', async () => {
    const { access_token } = (await exchange(await codeFor())).json<TokenAnswer>()
    const answer = await createClient(app.base).send({
      method: 'POST',
      path: '/de/authorize',
      headers: {
        Origin: app.base,
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...request(), intent: 'allow' }).toString(),
    })
    expect(answer.headers.location ?? '').not.toContain('code=')
  })
})

describe('codes', () => {
  test('a code opens a session for the program, not fresh enough for what needs the password', async () => {
    const answer = await exchange(await codeFor())
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'full',
        oauth_user_id: buyer.id,
      },
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('D2 30: a second use ends what the first opened', async () => {
    const code = await codeFor()
    const { access_token } = (await exchange(code)).json<TokenAnswer>()
    expect(await mayIn(access_token)).toBe(true)
    const replay = await exchange(code)
    expect([replay.status, replay.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await mayIn(access_token)).toBe(false)
  })

  test('D2 30: twenty uses at once are one, and then none', async () => {
    const code = await codeFor()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    const right = answers.filter(({ status }) => status === 200)
    expect(right).toHaveLength(1)
    expect(await mayIn(right[0]?.json<TokenAnswer>().access_token ?? '')).toBe(false)
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['another address', { redirect_uri: school.redirectUri }],
    ['an unknown code', { code: randomBytes(32).toString('base64url') }],
    ['nonsense', { code: "'; drop table" }],
  ])('D2 30: %s: nothing', async (_name, changes) => {
    const answer = await exchange(await codeFor(), changes)
    expect([answer.status, answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  test('another program cannot use it, and it stays good for its own', async () => {
    const code = await codeFor()
    const basic = `Basic ${Buffer.from(`${school.id}:${encodeURIComponent(school.secret)}`).toString('base64')}`
    const stolen = await token(
      { grant_type: 'authorization_code', code, redirect_uri: notes.redirectUri, code_verifier: verifier },
      { Authorization: basic },
    )
    expect([stolen.status, stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await exchange(code)).status).toBe(200)
  })

  test('is too old after a minute', async () => {
    const code = await codeFor()
    await app.deps.db
      .updateTable('authorization_code')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('code_hash', '=', createHash('sha256').update(code).digest())
      .execute()
    expect((await exchange(code)).status).toBe(400)
  })
})

describe('areas', () => {
  const call = async (accessToken: string, method: string, path: string) => {
    const answer = await send(app.base, { method, path, headers: { Authorization: `Bearer ${accessToken}` } })
    return [answer.status, answer.json<{ error?: { code: string } }>().error?.code]
  }
  const library = '/api/v1/bought-materials?world=de'

  test('a program gets what the member let it do, and its renewed token no more', async () => {
    const { location } = (await allow(request({ scope: 'library' }))).headers
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const first = (await exchange(code)).json<TokenAnswer>()
    const second = (await refresh(first.refresh_token)).json<TokenAnswer>()
    expect([first.scope, second.scope]).toEqual(['library', 'library'])
    expect((await call(second.access_token, 'GET', library))[0]).toBe(200)
    for (const path of ['/api/v1/user?world=de', '/api/v1/invoices?world=de', '/api/v1/statistics?world=de'])
      expect(await call(second.access_token, 'GET', path), path).toEqual([403, 'insufficient_scope'])
  })

  test('who asks for nothing gets to know who the member is', async () => {
    const { scope: _scope, ...rest } = request() as Record<string, string>
    const { location } = (await allow(rest)).headers
    const answer = await exchange(new URL(location ?? '').searchParams.get('code') ?? '')
    const { access_token, scope } = answer.json<TokenAnswer>()
    expect(scope).toBe('profile')
    expect(await mayIn(access_token)).toBe(true)
    expect(await call(access_token, 'GET', library)).toEqual([403, 'insufficient_scope'])
  })

  test('with every area there is, no program sees or ends the member’s devices', async () => {
    const { access_token } = (await exchange(await codeFor())).json<TokenAnswer>()
    const before = await buyer.client.get('/api/v1/user/devices?world=de')
    expect(await call(access_token, 'GET', '/api/v1/user/devices?world=de')).toEqual([
      403,
      'insufficient_scope',
    ])
    expect(await call(access_token, 'POST', '/api/v1/user/devices/end-others?world=de')).toEqual([
      403,
      'insufficient_scope',
    ])
    expect((await buyer.client.get('/api/v1/user/devices?world=de')).text.length).toBe(before.text.length)
  })
})

describe('giving back (RFC 7009)', () => {
  const revoke = (token: string, more: object = { client_id: notes.id }) =>
    send(app.base, {
      method: 'POST',
      path: '/api/v3/oauth2/revoke',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, ...more }).toString(),
    })

  test.each(['access_token', 'refresh_token'] as const)('an %s ends both', async (kind) => {
    const tokens = (await exchange(await codeFor())).json<TokenAnswer>()
    expect((await revoke(tokens[kind])).status).toBe(200)
    expect(await mayIn(tokens.access_token)).toBe(false)
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('unknown ones and those of other programs are answered alike, and nothing ends', async () => {
    const { access_token } = (await exchange(await codeFor())).json<TokenAnswer>()
    const foreign = { client_id: school.id, client_secret: school.secret }
    for (const [given, more] of [
      ['unknown', undefined],
      [access_token, foreign],
      [access_token, {}],
    ] as const)
      expect((await revoke(given, more)).status).toBe(200)
    expect(await mayIn(access_token)).toBe(true)
    const wrong = await revoke(access_token, { client_id: school.id, client_secret: 'wrong' })
    expect([wrong.status, wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
  })

  test('the metadata say where', async () => {
    const metadata = await send(app.base, { path: '/.well-known/oauth-authorization-server' })
    expect(metadata.json<object>()).toMatchObject({
      revocation_endpoint: `${app.base}/api/v3/oauth2/revoke`,
      scopes_supported: expect.arrayContaining(['public', 'full', 'library']),
    })
  })
})

describe('refresh (quality.md D2, 31)', () => {
  test('D2 31: each token works once; the second use of one ends the family, in whoever’s hands', async () => {
    const first = (await exchange(await codeFor())).json<TokenAnswer>()
    const second = (await refresh(first.refresh_token)).json<TokenAnswer>()
    const third = (await refresh(second.refresh_token)).json<TokenAnswer>()
    expect([await mayIn(second.access_token), await mayIn(third.access_token)]).toEqual([false, true])
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect(await mayIn(third.access_token)).toBe(false)
    expect((await refresh(third.refresh_token)).status).toBe(400)
  })

  test('another program gets nothing for it, and it stays good', async () => {
    const { refresh_token } = (await exchange(await codeFor())).json<TokenAnswer>()
    expect((await token({ grant_type: 'refresh_token', refresh_token })).status).toBe(400)
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('an app of our own renews its token, too; logging out everywhere ends it', async () => {
    const person = await member(app, 'oauth-app')
    const login = {
      grant_type: 'password',
      username: person.email,
      password: castPassword,
      client_id: 'aularium-web',
    }
    const first = (await token({ ...login, platform: 'ios', scopes: 'public full' })).json<TokenAnswer>()
    expect(first.expires_in).toBe(3600)
    const second = (
      await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    ).json<TokenAnswer>()
    expect(await mayIn(second.access_token)).toBe(true)
    expect((await person.client.api('GET', '/v3/oauth2/logout?all=1')).status).toBe(200)
    expect(await mayIn(second.access_token)).toBe(false)
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(
      400,
    )
  })

  test('a disabled account renews nothing', async () => {
    const person = await member(app, 'oauth-gone')
    const answer = await allow(request(), person)
    const code = new URL(answer.headers.location ?? '').searchParams.get('code') ?? ''
    const { refresh_token } = (await exchange(code)).json<TokenAnswer>()
    await app.deps.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', person.id)
      .execute()
    expect((await refresh(refresh_token)).status).toBe(400)
  })
})

describe('who is who', () => {
  const login = () => ({ grant_type: 'password', username: buyer.email, password: castPassword })

  test.each([
    ['a program of others', { client_id: notes.id }, 400, 'unauthorized_client'],
    ['an unknown program', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a program without its secret', { client_id: school.id }, 401, 'invalid_client'],
    ['a wrong secret', { client_id: school.id, client_secret: 'x' }, 401, 'invalid_client'],
    ['a secret where there is none', { client_id: notes.id, client_secret: 'x' }, 401, 'invalid_client'],
    ['a secret of the product', { client_id: 'aularium-web', client_secret: 'x' }, 401, 'invalid_client'],
  ])('the password grant is not for %s', async (_name, who, status, error) => {
    const answer = await token({ ...login(), ...who })
    expect([answer.status, answer.json()]).toMatchObject([status, { error }])
  })

  test('D2 33: client credentials never give more than public, and open nothing of a member', async () => {
    expect((await token({ grant_type: 'client_credentials', scopes: 'full' })).status).toBe(422)
    expect((await token({ grant_type: 'client_credentials', client_id: notes.id })).json()).toMatchObject({
      error: 'unauthorized_client',
    })
    const open = (await token({ grant_type: 'client_credentials' })).json<TokenAnswer>()
    expect(open).not.toHaveProperty('refresh_token')
    expect(await mayIn(open.access_token)).toBe(false)
  })

  test.each([
    ['an unknown platform', { platform: 'toaster' }, 'platform'],
    ['an unknown scope', { scopes: 'admin' }, 'scopes'],
    ['an unknown grant', { grant_type: 'implicit' }, 'grant_type'],
  ])('%s is said', async (_name, changes, field) => {
    const answer = await token({ ...login(), ...changes })
    expect([answer.status, answer.json()]).toMatchObject([422, { error: { fields: { [field]: 'invalid' } } }])
  })

  test('Basic that cannot be read, or names somebody else than the body', async () => {
    const grant = { grant_type: 'client_credentials' }
    expect((await token(grant, { Authorization: 'Basic %%%' })).json()).toMatchObject({
      error: 'invalid_client',
    })
    const basic = `Basic ${Buffer.from(`${school.id}:x`).toString('base64')}`
    expect((await token({ ...grant, client_id: notes.id }, { Authorization: basic })).json()).toMatchObject({
      error: 'invalid_request',
    })
  })
})

describe('the token of a browser’s scripts', () => {
  test('is never the cookie’s, opens what the session opens, and ends with it', async () => {
    const person = await member(app, 'oauth-scripts')
    const answer = await person.client.api('GET', '/v3/oauth2/validate')
    const { oauth_access_token, expires_in, oauth_user_id } = answer.json<{
      oauth_access_token: string
      expires_in: number
      oauth_user_id: number
    }>()
    expect(oauth_access_token).not.toContain(person.client.cookies.get('session') ?? '')
    expect([expires_in, oauth_user_id]).toEqual([900, person.id])
    expect(await mayIn(oauth_access_token)).toBe(true)
    expect(await mayIn(`${oauth_access_token.slice(0, -2)}xx`)).toBe(false)
    await person.client.api('GET', '/v3/oauth2/logout')
    expect(await mayIn(oauth_access_token)).toBe(false)
  })

  test('is too old when its time is over, and cannot be given more', async () => {
    const { client } = await member(app, 'oauth-old')
    const { oauth_access_token } = (await client.api('GET', '/v3/oauth2/validate')).json<{
      oauth_access_token: string
    }>()
    const [session, , signature] = oauth_access_token.split('.')
    const later = Math.floor(Date.now() / 1000 + 9999).toString(36)
    expect(await mayIn(`${session}.${later}.${signature}`)).toBe(false)
  })

  test('new terms are asked for before it is given', async () => {
    const { client, id } = await member(app, 'oauth-terms')
    const setTerms = (version: string) =>
      app.deps.db.updateTable('account').set({ agb_accepted_version: version }).where('id', '=', id).execute()
    await setTerms('2020-01-01')
    const refused = await client.api('GET', '/v3/oauth2/validate')
    expect([refused.status, refused.json()]).toMatchObject([
      401,
      { error: { code: 'terms_not_accepted', reason: 'terms_not_accepted' }, reason: 'terms_not_accepted' },
    ])
    // Specification 3 and 4: the account itself says what is missing, everything else is closed.
    expect((await client.api('GET', '/v1/user')).json()).toMatchObject({ id, isAgbAccepted: false })
    expect((await client.api('GET', '/v1/credits')).status).toBe(403)
    await setTerms(app.deps.termsVersion('de'))
    expect((await client.api('GET', '/v3/oauth2/validate')).status).toBe(200)
  })
})

describe('the programs of a member', () => {
  const programsOf = async ({ client }: Person) =>
    (await client.api('GET', '/v1/user/programs')).json<{ programs: { id: string; name: string }[] }>()
      .programs

  test('are listed once, not among the devices, and for as long as they can renew their token', async () => {
    const person = await member(app, 'program-owner')
    const codes = [0, 1].map(async () => {
      const { location } = (await allow(request(), person)).headers
      return new URL(location ?? '').searchParams.get('code') ?? ''
    })
    for (const code of await Promise.all(codes)) expect((await exchange(code)).status).toBe(200)
    const ids = async () => (await programsOf(person)).map(({ id, name }) => [id, name])
    expect(await ids()).toEqual([[notes.id, 'Stundennotizen']])
    const { devices } = (await person.client.api('GET', '/v1/user/devices')).json<{ devices: unknown[] }>()
    expect(devices).toHaveLength(1)
    await app.deps.db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', person.id)
      .where('client_id', '=', notes.id)
      .execute()
    expect(await ids()).toEqual([[notes.id, 'Stundennotizen']])
  })

  test('lose every token and every code at once, of this member and this program alone', async () => {
    const [person, other] = [await member(app, 'program-ender'), await member(app, 'program-keeper')]
    const tokens = async (who: Person) => {
      const { location } = (await allow(request(), who)).headers
      const code = new URL(location ?? '').searchParams.get('code') ?? ''
      return (await exchange(code)).json<TokenAnswer>()
    }
    const [mine, theirs] = [await tokens(person), await tokens(other)]
    const { location } = (await allow(request(), person)).headers
    const waiting = new URL(location ?? '').searchParams.get('code') ?? ''
    const ended = await person.client.submit('/de/konto/sicherheit', {
      intent: 'end-program',
      programId: notes.id,
    })
    expect([ended.status, ended.headers.location]).toEqual([303, '/de/konto/sicherheit#changed'])
    expect([await mayIn(mine.access_token), await mayIn(theirs.access_token)]).toEqual([false, true])
    expect((await refresh(mine.refresh_token)).status).toBe(400)
    expect((await exchange(waiting)).status).toBe(400)
    expect(await programsOf(person)).toEqual([])
    expect((await person.client.api('DELETE', `/v1/user/programs/${notes.id}`)).status).toBe(404)
  })

  test('are no business of a program', async () => {
    const { access_token } = (await exchange(await codeFor())).json<TokenAnswer>()
    for (const [method, path] of [
      ['GET', '/api/v1/user/programs?world=de'],
      ['DELETE', `/api/v1/user/programs/${school.id}?world=de`],
    ] as const) {
      const headers = { Authorization: `Bearer ${access_token}` }
      expect((await createClient(app.base).send({ method, path, headers })).status).toBe(403)
    }
  })
})
