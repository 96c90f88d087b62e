import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loginAsMinutes } from '#platform/limits.ts'
import { permissions } from '#platform/permissions.ts'
import { url } from '#platform/routing/url.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** An admin acts in a member's name (specification 6). */

let app: TestApp
let target: Person
const rendered: { acting?: { publicName: string } }[] = []

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      rendered.push(locals as (typeof rendered)[number])
      return new Response('<!doctype html><title>x</title>')
    },
  })
  target = await member(app, 'target')
})
afterAll(() => app.close())

const reason = 'Anfrage 4711: Download öffnet sich nicht'

function start(person: Person, memberTyped: string, why = reason) {
  return person.client.submit('/de/login-as', { intent: 'login-as', member: memberTyped, reason: why })
}

/** An admin who acts as the target. */
async function acting(name: string): Promise<Person> {
  const admin = await member(app, name, { role: 'admin' })
  expect((await start(admin, target.email)).status).toBe(303)
  return admin
}

async function userOf(person: Person) {
  return (await person.client.api('GET', '/v1/user')).json<{ id: number; loggedInAsAnotherUser: boolean }>()
}

test('a name finds who may be meant, with what tells them apart, and nobody who runs the platform', async () => {
  const admin = await member(app, 'finder', { role: 'admin' })
  const [one, two] = [
    await member(app, 'namesake-one', { isSeller: true }),
    await member(app, 'namesake-two', { world: 'es' }),
  ]
  const staff = await member(app, 'namesake-three', { role: 'moderator' })
  await app.deps.db
    .updateTable('account')
    .set({ public_name: 'Frau Namensvetter' })
    .where('id', 'in', [one.id, two.id, staff.id])
    .execute()
  const answer = await start(admin, 'namensvetter', '')
  expect(answer.status).toBe(200)
  expect((rendered.at(-1) as { result?: unknown }).result).toEqual([
    { id: two.id, publicName: 'Frau Namensvetter', email: two.email, world: 'es', isSeller: false },
    { id: one.id, publicName: 'Frau Namensvetter', email: one.email, world: 'de', isSeller: true },
  ])
  // Who is clicked is sent beside the name that was typed, and is not opened without a reason.
  const choose = (why: string) =>
    admin.client.submit('/de/login-as', {
      ...{ intent: 'login-as', member: 'namensvetter', chosen: String(one.id), reason: why },
    })
  expect((await choose('')).status).toBe(422)
  expect((await choose(reason)).status).toBe(303)
  expect((await userOf(admin)).id).toBe(one.id)
})

describe('D2 51: who may', () => {
  test.each([
    ['a member', 'member'],
    ['a moderator', 'moderator'],
    ['support', 'support'],
  ] as const)('%s may not', async (_name, role) => {
    const person = await member(app, `no-${role}`, { role })
    const answer = await start(person, target.email)
    expect([answer.status, (await userOf(person)).id]).toEqual([403, person.id])
  })

  test('a stranger is sent to the login', async () => {
    const answer = await createClient(app.base).submit('/de/login-as', {
      intent: 'login-as',
      member: target.email,
      reason,
    })
    expect(answer.headers.location).toContain('/de/login')
  })

  test.each(['admin', 'moderator', 'finance'] as const)('D2 51: nobody acts as %s', async (role) => {
    const admin = await member(app, `admin-for-${role}`, { role: 'admin' })
    const victim = await member(app, `victim-${role}`, { role })
    expect([(await start(admin, victim.email)).status, (await userOf(admin)).id]).toEqual([422, admin.id])
  })

  test('a reason is needed', async () => {
    const admin = await member(app, 'no-reason', { role: 'admin' })
    expect((await start(admin, target.email, '')).status).toBe(422)
    expect((await start(admin, target.email, 'kurz')).status).toBe(422)
    expect((await start(admin, 'nobody@aularium.example')).status).toBe(422)
  })
})

test('a name is looked up, and the member is chosen by their number', async () => {
  const admin = await member(app, 'looks-up', { role: 'admin' })
  const helped = await member(app, 'looked-up')
  const moderator = await member(app, 'not-looked-up', { role: 'moderator' })
  for (const { id } of [helped, moderator])
    await app.deps.db
      .updateTable('account')
      .set({ public_name: 'Zoë Wißbegier' })
      .where('id', '=', id)
      .execute()
  rendered.length = 0
  const shown = await start(admin, 'zoe wissbegier')
  expect(shown.status).toBe(200)
  expect(rendered.at(-1)).toMatchObject({
    typed: { member: 'zoe wissbegier', reason },
    result: [{ id: helped.id, publicName: 'Zoë Wißbegier', world: 'de' }],
  })
  expect((await start(admin, 'Niemand heißt so')).status).toBe(422)
  expect((await start(admin, String(helped.id))).status).toBe(303)
  expect((await userOf(admin)).id).toBe(helped.id)
})

describe('while somebody acts', () => {
  test('D2 51: the product knows it, says so on every page, and the member hears of it', async () => {
    const admin = await acting('speaks')
    expect(await userOf(admin)).toMatchObject({ id: target.id, loggedInAsAnotherUser: true })
    for (const path of ['/de/konto', '/de', '/de/agb']) {
      rendered.length = 0
      expect((await admin.client.get(path)).status).toBe(200)
      expect([path, rendered.at(-1)?.acting]).toEqual([path, { publicName: 'target' }])
    }
    // The store of pages holds none of it, and others get none of it.
    rendered.length = 0
    await createClient(app.base).get('/de')
    expect(rendered.filter((page) => page.acting !== undefined)).toEqual([])
    const mails = await app.deps.db
      .selectFrom('mail')
      .where('recipient', '=', target.email)
      .select('template')
      .execute()
    expect(mails.map(({ template }) => template)).toContain('security-notice')
  })

  test('nobody else gets there by writing the cookie', async () => {
    const client = createClient(app.base)
    client.cookies.set('acting', '1')
    rendered.length = 0
    await client.get('/de')
    await client.get('/de')
    expect(rendered.length).toBeLessThanOrEqual(1)
  })

  test('D2 51: it is never nested', async () => {
    const admin = await acting('nests')
    const other = await member(app, 'nested-target')
    const answer = await start(admin, other.email)
    expect([answer.status, (await userOf(admin)).id]).toEqual([403, target.id])
  })

  test('D2 51: money, address, password, second step, data and account are closed', async () => {
    const admin = await acting('closed')
    const calls = [
      ['POST', '/v1/user/change-email', { email: 'thief@aularium.example' }],
      ['POST', '/v1/user/change-password', { currentPassword: 'x', password: 'Ein ganz neuer Satz' }],
      ['POST', '/v1/user/close', { isSure: true }],
      ['POST', '/v1/user/exports', {}],
      ['POST', '/v1/passkeys/options', {}],
      ['POST', '/v1/agb', {}],
      ['GET', '/v1/user/devices', undefined],
    ] as const
    for (const [method, path, body] of calls)
      expect([path, (await admin.client.api(method, path, body)).status]).toEqual([path, 403])
    const material = await materialRow(app, {
      authorId: (await member(app, 'seller', { isSeller: true })).id,
    })
    await admin.client.api('POST', '/v1/cart/items', { materialId: material })
    const paid = await admin.client.submit('/de/zahlung', {
      intent: 'place-order',
      country: 'DE',
      consent: '1',
    })
    expect(paid.status).not.toBe(303)
    expect(await app.deps.db.selectFrom('purchase_order').select('id').execute()).toEqual([])
  })

  test('the pages of the person alone are closed, those beside them open', async () => {
    const seller = await member(app, 'acted-seller', { isSeller: true })
    const admin = await member(app, 'admin-of-pages', { role: 'admin' })
    const pages = ['konto/sicherheit', 'konto/meine-daten', 'konto/bankdaten', 'konto/auszahlungen']
    const open = async (client: Person['client']) =>
      await Promise.all(pages.map(async (page) => (await client.get(`/de/${page}`)).status))
    expect(await open(seller.client)).toEqual([200, 200, 200, 200])
    await start(admin, seller.email)
    expect(await open(admin.client)).toEqual([403, 403, 403, 200])
  })

  test('D2 51: who acts for nobody has nothing to stop, and stays logged in', async () => {
    const plain = await member(app, 'stops-nothing')
    await plain.client.submit('/de/konto', { intent: 'stop-acting' })
    expect((await userOf(plain)).id).toBe(plain.id)
  })

  test('D2 51: nobody proves with the password of the member that it is them', async () => {
    const admin = await acting('proves')
    const guess = vi.spyOn(app.deps.rateLimits, 'guessPassword')
    const call = await admin.client.api('POST', '/v1/user/confirm-password', { passwordAgain: castPassword })
    const typed = { intent: 'change-email', email: 'thief@aularium.example', passwordAgain: castPassword }
    const form = await admin.client.submit(url('change-email', { world: 'de' }), typed)
    expect([call.status, form.status, guess.mock.calls]).toEqual([403, 403, []])
    guess.mockRestore()
  })

  test('what the table closes covers every action that decides about money or the account', () => {
    const open = Object.entries(permissions)
      .filter(([name]) =>
        /^(account\.(change|close|invite)|order\.place|own-data|two-factor|passkey\.(make|add|remove|prove)|device|login-as\.start|terms\.accept)/.test(
          name,
        ),
      )
      .filter(([, row]) => !('neverImpersonated' in row))
      .map(([name]) => name)
    expect(open).toEqual([])
  })

  test('D2 51: nothing is counted of it: no look, no cart, no download', async () => {
    const admin = await acting('uncounted')
    const author = await member(app, 'counts', { isSeller: true })
    const id = await materialRow(app, { authorId: author.id })
    const visitor = createClient(app.base)
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
    for (const client of [admin.client, visitor]) {
      await client.send({ path: `/de/material/${id}/brueche-addieren`, headers })
      expect((await client.api('POST', '/v1/cart/items?world=de', { materialId: id })).status).toBe(200)
    }
    await app.deps.tally.flush()
    const answer = await author.client.api('GET', '/v1/statistics?world=de')
    expect(answer.json()).toMatchObject({ totals: { views: 1, cartAdds: 1 } })
  })

  test('D2 51: each request leaves one row', async () => {
    const admin = await acting('recorded')
    const { id } = await app.deps.db
      .selectFrom('login_as')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await admin.client.get('/de/konto?geheim=1')
    await admin.client.api('GET', '/v1/user')
    await admin.client.submit('/de/konto', { intent: 'accept-terms' })
    await admin.client.get('/de')
    const rows = await app.deps.db
      .selectFrom('login_as_request')
      .where('login_as_id', '=', id)
      .select(['method', 'path'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { method: 'GET', path: '/de/konto' },
      { method: 'GET', path: '/api/v1/user' },
      { method: 'POST', path: '/de/konto' },
      { method: 'GET', path: '/de' },
    ])
    const log = await app.deps.db
      .selectFrom('login_as')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({ admin_id: admin.id, account_id: target.id, reason })
  })
})

describe('the end', () => {
  test('comes by the button, and gives the admin their own session back, no younger than it was', async () => {
    const admin = await member(app, 'stops', { role: 'admin' })
    const before = admin.client.cookies.get('session') ?? ''
    const { db } = app.deps
    const { authenticated_at } = await db
      .selectFrom('session')
      .where('account_id', '=', admin.id)
      .select('authenticated_at')
      .executeTakeFirstOrThrow()
    expect((await start(admin, target.email)).status).toBe(303)
    // The session that waits opens nothing, neither under its old secret nor under its new one.
    const waiting = admin.client.cookies.get('own_session') ?? ''
    const thief = createClient(app.base)
    thief.cookies.set('session', before)
    expect((await thief.api('GET', '/v1/user')).status).toBe(401)
    const done = await admin.client.submit('/de/konto', { intent: 'stop-acting' })
    expect(done.headers.location).toBe('/de/login-as')
    expect(await userOf(admin)).toMatchObject({ id: admin.id, loggedInAsAnotherUser: false })
    expect(['acting', 'own_session'].filter((name) => admin.client.cookies.has(name))).toEqual([])
    thief.cookies.set('session', waiting)
    expect((await thief.api('GET', '/v1/user')).status).toBe(401)
    const sessions = await db.selectFrom('session').where('account_id', '=', admin.id).selectAll().execute()
    expect(sessions.map((session) => session.authenticated_at)).toEqual([authenticated_at])
    // And it is one in which they may go on helping.
    expect((await start(admin, target.email)).status).toBe(303)
  })

  test('without the session that waited the browser is nobody then', async () => {
    const admin = await acting('stops-as-nobody')
    const other = await member(app, 'somebody-else')
    admin.client.cookies.set('own_session', other.client.cookies.get('session') ?? '')
    const done = await admin.client.submit('/de/konto', { intent: 'stop-acting' })
    expect(done.headers.location).toBe('/de/login')
    expect((await admin.client.api('GET', '/v1/user')).status).toBe(401)
    expect((await userOf(other)).id).toBe(other.id)
  })

  test('a logout ends both sessions', async () => {
    const admin = await acting('logs-out')
    expect((await admin.client.api('GET', '/v3/oauth2/logout')).status).toBe(200)
    const left = await app.deps.db
      .selectFrom('session')
      .where('account_id', '=', admin.id)
      .selectAll()
      .execute()
    expect([left, admin.client.cookies.has('own_session')]).toEqual([[], false])
  })

  test('comes by itself after an hour, and with the role', async () => {
    const { db } = app.deps
    const late = await acting('late')
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from session
      where impersonator_id = ${late.id}`.execute(db)
    expect(rows).toEqual([{ minutes: loginAsMinutes }])
    await sql`update session set expires_at = now() where impersonator_id = ${late.id}`.execute(db)
    expect((await late.client.api('GET', '/v1/user')).status).toBe(401)
    const fired = await acting('fired')
    await db.updateTable('account').set({ role: 'member' }).where('id', '=', fired.id).execute()
    expect((await fired.client.api('GET', '/v1/user')).status).toBe(401)
  })
})
