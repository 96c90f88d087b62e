import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listener } from '#platform/events/event.ts'
import { castPassword, logIn, materialRow, member, openTestApp, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { statementsOf } from '../support/statements.ts'

let app: TestApp
let materialId: number

beforeAll(async () => {
  app = await openTestApp()
  const seller = await member(app, 'session-seller', { isSeller: true })
  materialId = Number(await materialRow(app, { authorId: seller.id }))
})

afterAll(() => app.close())

const newcomer = { password: 'Ein ganz neuer Satz', publicName: 'Lea Berger', agb: true }

async function cartIds(client: Client): Promise<number[]> {
  const answer = await client.api('GET', '/v1/cart/view?world=de')
  const { items } = answer.json<{ items: { cart: { cartItems: { material: { id: number } }[] } } }>()
  return items.cart.cartItems.map(({ material }) => material.id)
}

async function linkTo(email: string): Promise<string> {
  const mail = await app.deps.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('template', '=', 'confirm-registration')
    .orderBy('id', 'desc')
    .select('text')
    .executeTakeFirstOrThrow()
  return /\/de\/registrieren\/bestaetigen\/[\w-]{43}/.exec(mail.text)?.[0] ?? ''
}

describe('by API', () => {
  test('a stranger with a cart registers, is logged in, keeps the cart and logs out', async () => {
    const client = createClient(app.base)
    await client.api('POST', '/v1/cart/items?world=de', { materialId })
    expect(await cartIds(client)).toEqual([materialId])
    const anonymousId = client.cookies.get('v_id')
    const answer = await client.api('POST', '/v1/user/register?world=de', {
      ...newcomer,
      email: 'cart@schule.example',
    })
    expect(answer.status).toBe(202)
    expect(answer.json()).toEqual({ status: 'accepted' })
    expect(client.cookies.get('logged_in')).toBe('1')
    expect(await cartIds(client)).toEqual([materialId])
    const session = client.cookies.get('session')
    expect((await client.api('GET', '/v1/user?world=de')).json()).toMatchObject({
      email: 'cart@schule.example',
    })
    expect((await client.api('GET', '/v3/oauth2/validate')).json()).toMatchObject({
      oauth_access_token: expect.not.stringContaining(session ?? ''),
    })
    expect((await client.api('GET', '/v3/oauth2/logout')).status).toBe(200)
    expect([...client.cookies.keys()].sort()).toEqual(['csrf', 'device', 'v_id'])
    expect(client.cookies.get('v_id')).not.toBe(anonymousId)
    expect(await cartIds(client)).toEqual([])
    client.cookies.set('session', session ?? '')
    expect((await client.api('GET', '/v1/user?world=de')).status).toBe(401)
  })

  test('D2 23: a known address gets the same words, and no cookie', async () => {
    await createClient(app.base).api('POST', '/v1/user/register', {
      ...newcomer,
      email: 'two@schule.example',
    })
    const client = createClient(app.base)
    const body = { ...newcomer, email: 'TWO@schule.example', password: 'ein anderer Satz' }
    const answer = await client.api('POST', '/v1/user/register', body)
    expect([answer.status, answer.json()]).toEqual([202, { status: 'accepted' }])
    expect(client.cookies.has('session')).toBe(false)
  })

  test('an app gets its token and no cookie, and uses it as a bearer without csrf', async () => {
    const client = createClient(app.base)
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({
      grant_type: 'password',
      username: 'session-seller@aularium.example',
      password: castPassword,
    })
    const answer = await client.send({ method: 'POST', path: '/api/v3/oauth2/authenticate', headers, body })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { access_token } = answer.json<{ access_token: string }>()
    const bearer = { Authorization: `Bearer ${access_token}` }
    const validated = await client.send({ path: '/api/v3/oauth2/validate', headers: bearer })
    expect(validated.json()).toMatchObject({ oauth_access_token: access_token, scope: 'full' })
    const accepted = await client.send({
      method: 'POST',
      path: '/api/v1/agb',
      headers: { ...headers, ...bearer },
    })
    expect(accepted.json()).toEqual({ isAgbAccepted: true })
  })

  test('a validation without a session is refused with its reason', async () => {
    const answer = await createClient(app.base).send({ path: '/api/v3/oauth2/validate' })
    expect([answer.status, answer.json()]).toMatchObject([401, { reason: 'unauthorized' }])
  })

  test('D2 38: a link on another site logs nobody out', async () => {
    const { client } = await member(app, 'session-victim')
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const answer = await client.send({ path: '/api/v3/oauth2/logout', headers })
    expect(answer.status).toBe(403)
    expect((await client.api('GET', '/v1/user?world=de')).status).toBe(200)
  })

  test('every wrong field is named', async () => {
    const client = createClient(app.base)
    const body = { email: 'x', password: 'password1', publicName: 'Lea', agb: false }
    const answer = await client.api('POST', '/v1/user/register?world=de', body)
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      error: {
        code: 'invalid_input',
        fields: { email: 'invalid', password: 'weak_password', agb: 'required' },
      },
    })
  })
})

describe('what a login brings about', () => {
  test('D2 25: a reaction that fails keeps nobody out and undoes nothing else', async () => {
    const { id, email } = await member(app, 'session-unlucky', { logsIn: false })
    const client = createClient(app.base)
    await client.api('GET', '/v1/csrf')
    const listeners = app.deps.listeners.get('account.signed-in') as Listener[]
    const failing: Listener = {
      event: 'account.signed-in',
      when: 'if-possible',
      name: 'test.out-of-order',
      handle: async (_context, _data, tx) => await sql`select 1 / 0`.execute(tx),
    }
    listeners.unshift(failing)
    await logIn(client, email)
    listeners.shift()
    const session = await app.deps.db
      .selectFrom('session')
      .select('impersonator_id')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(session.impersonator_id).toBeNull()
    expect((await client.api('GET', '/v1/user')).json()).toMatchObject({ loggedInAsAnotherUser: false })
  })

  test('reactions that have nothing to bring along ask the database nothing', async () => {
    const { email } = await member(app, 'session-plain', { logsIn: false })
    const body = JSON.stringify({ grant_type: 'password', username: email, password: castPassword })
    const headers = { 'Content-Type': 'application/json' }
    const path = '/api/v3/oauth2/authenticate'
    const logIn = () => createClient(app.base).send({ method: 'POST', path, headers, body })
    expect((await logIn()).status).toBe(200)
    // The account, its second step, the session between begin and commit, the token that renews it.
    expect(await statementsOf(logIn)).toBeLessThanOrEqual(6)
  })

  test('who acts in a member’s name is known by the session', async () => {
    const { id, client } = await member(app, 'session-helped')
    const admin = await member(app, 'session-admin', { role: 'admin', logsIn: false })
    await app.deps.db
      .updateTable('session')
      .set({ impersonator_id: admin.id })
      .where('account_id', '=', id)
      .execute()
    expect((await client.api('GET', '/v1/user')).json()).toMatchObject({ id, loggedInAsAnotherUser: true })
    const refused = await client.api('POST', '/v1/agb')
    expect(refused.json()).toMatchObject({ error: { code: 'forbidden' } })
  })
})

describe('without JavaScript', () => {
  test('register, confirm with the button, log out, log in and go on to where one wanted to go', async () => {
    const client = createClient(app.base)
    const email = 'form@schule.example'
    const typed = { email, password: newcomer.password, publicName: 'Lea', agb: 'on' }
    const fields = { intent: 'register', ...typed, next: '/de/zahlung' }
    const registered = await client.submit('/de/registrieren', fields)
    expect([registered.status, registered.headers.location]).toEqual([303, '/de/zahlung'])

    const link = await linkTo(email)
    await client.get(link)
    const before = await client.api('GET', '/v1/user?world=de')
    expect(before.json()).toMatchObject({ doubleOptIn: false })
    const stranger = createClient(app.base)
    const confirmed = await stranger.submit(link, { intent: 'confirm-address' })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/de/login?confirmed=1'])
    const again = await client.submit(link, { intent: 'confirm-address' })
    expect([again.status, again.headers.location]).toEqual([303, '/de/konto#confirmed'])
    expect((await client.api('GET', '/v1/user?world=de')).json()).toMatchObject({ doubleOptIn: true })

    const login = {
      ...{ intent: 'log-in', grant_type: 'password' },
      ...{ username: email, password: newcomer.password },
    }
    const evil = await stranger.submit('/de/login', { ...login, next: '//evil.example/de' })
    expect([evil.status, evil.headers.location]).toEqual([303, '/de/konto'])
    expect(stranger.cookies.get('session')).toMatch(/^[\w-]{43}$/)
  })

  test('a wrong password shows the form again and sets no session', async () => {
    const client = createClient(app.base)
    const answer = await client.submit('/de/login', {
      ...{ intent: 'log-in', grant_type: 'password' },
      username: 'session-seller@aularium.example',
      password: 'falsch geraten',
    })
    expect(answer.status).not.toBe(303)
    expect(answer.text).not.toContain('falsch geraten')
    expect(client.cookies.has('session')).toBe(false)
  })

  test('an unknown confirmation link is not confirmed', async () => {
    const client = createClient(app.base)
    const answer = await client.submit(`/de/registrieren/bestaetigen/${'A'.repeat(43)}`, {
      intent: 'confirm-address',
    })
    expect(answer.status).toBe(410)
  })
})

describe('whatever ends a session is seen by the next request, in every process', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await openTestApp({ environment: { DATABASE_URL: app.databaseUrl } })
  })
  afterAll(() => other.close())

  interface Ending {
    client: Client
    accountId: number
  }
  const change = (statement: RawBuilder<unknown>) => statement.execute(app.deps.db)

  const endings: [string, string, (ending: Ending) => Promise<unknown>][] = [
    ['logout', 'unauthorized', ({ client }) => client.api('GET', '/v3/oauth2/logout')],
    [
      'logout of all devices',
      'unauthorized',
      ({ accountId }) => change(sql`delete from session where account_id = ${accountId}`),
    ],
    [
      'its time',
      'unauthorized',
      ({ accountId }) => change(sql`update session set expires_at = now() where account_id = ${accountId}`),
    ],
    [
      'a ban',
      'unauthorized',
      ({ accountId }) => change(sql`update account set disabled_at = now() where id = ${accountId}`),
    ],
    ['erasure', 'unauthorized', ({ accountId }) => change(sql`delete from account where id = ${accountId}`)],
    [
      'new terms',
      'terms_not_accepted',
      ({ accountId }) => change(sql`update account set agb_accepted_version = 'old' where id = ${accountId}`),
    ],
  ]
  test.each(endings)('%s', async (name, reason, end) => {
    const { id, email } = await member(app, `ends-${name.replaceAll(' ', '-')}`)
    const client = createClient(app.base)
    await logIn(client, email)
    const elsewhere = createClient(other.base)
    for (const [cookie, value] of client.cookies) elsewhere.cookies.set(cookie, value)
    const both = async () => {
      const calls = [client, elsewhere].flatMap((each) =>
        Array.from({ length: 8 }, async () => {
          const answer = await each.api('GET', '/v3/oauth2/validate')
          return `${answer.status} ${answer.json<{ reason?: string }>().reason ?? 'in'}`
        }),
      )
      return [...new Set(await Promise.all(calls))]
    }
    const session = client.cookies.get('session') ?? ''
    expect(await both()).toEqual(['200 in'])
    await end({ client, accountId: id })
    client.cookies.set('session', session)
    expect(await both()).toEqual([`401 ${reason}`])
  })
})
