import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationTokenHours } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { unsealed } from '#shop/people/account-security/server/totp.ts'
import { castPassword, logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { totpCode } from '../support/totp.ts'

/** The second step of a login, recovery codes, passkeys, and what admins may before they have one. */

const page = '/de/konto/sicherheit'
let app: TestApp
/** What the pages were rendered with. */
const shown: {
  typed?: Record<string, string>
  form?: { problem: string; values: Record<string, string> }
}[] = []

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      shown.push(locals as (typeof shown)[number])
      return new Response('<!doctype html><title>x</title>')
    },
  })
})
afterAll(() => app.close())

async function isLoggedIn(client: Client): Promise<boolean> {
  return (await client.api('GET', '/v3/oauth2/validate')).status === 200
}

/** The code an app would show; `later`: of a later time step, because each works once. */
async function codeOf(person: Person, later = 0): Promise<string> {
  const { db, env } = app.deps
  const row = await db
    .selectFrom('totp')
    .where('account_id', '=', person.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return totpCode(unsealed(row.secret, env.secret), Math.floor(Date.now() / 30_000) + later)
}

/** A member with the second step on. @returns the recovery codes */
async function turnOn(person: Person): Promise<string[]> {
  await person.client.submit(page, { intent: 'start-two-factor' })
  const on = await person.client.submit(page, {
    intent: 'confirm-two-factor',
    code: await codeOf(person, -1),
  })
  expect(on.status).toBe(200)
  return (shown.at(-1)?.typed?.recoveryCodes ?? '').split(' ')
}

function authenticate(body: Record<string, string>) {
  return createClient(app.base).api('POST', '/v3/oauth2/authenticate', { grant_type: 'password', ...body })
}

const errorOf = (answer: { json: <T>() => T }) => answer.json<{ error: { code: string } }>().error.code

async function noticesTo(email: string): Promise<number> {
  const { db } = app.deps
  const rows = await db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('template', '=', 'security-notice')
    .select('id')
    .execute()
  return rows.length
}

describe('the second step', () => {
  test('counts once a code proves the app; then a password alone logs nobody in', async () => {
    const person = await member(app, 'careful')
    await person.client.submit(page, { intent: 'start-two-factor' })
    expect((await authenticate({ username: person.email, password: castPassword })).status).toBe(200)
    const wrong = await person.client.submit(page, { intent: 'confirm-two-factor', code: '000000' })
    expect(wrong.status).toBe(401)
    const codes = await turnOn(person)
    expect([codes.length, new Set(codes).size, await noticesTo(person.email)]).toEqual([10, 10, 1])

    const alone = await authenticate({ username: person.email, password: castPassword })
    expect([alone.status, errorOf(alone)]).toEqual([401, 'second_factor_required'])
    const code = await codeOf(person)
    const right = await authenticate({ username: person.email, password: castPassword, code })
    expect(right.status).toBe(200)
    const again = await authenticate({ username: person.email, password: castPassword, code })
    expect(errorOf(again)).toBe('second_factor_wrong')
    // A wrong password is told apart by nothing, whatever the code.
    const guess = await authenticate({ username: person.email, password: 'falsch geraten', code })
    expect(errorOf(guess)).toBe('invalid_credentials')
  })

  test('is asked for on the login page without JavaScript', async () => {
    const person = await member(app, 'two-forms')
    await turnOn(person)
    const client = createClient(app.base)
    const first = await client.submit('/de/login', {
      ...{ intent: 'log-in', grant_type: 'password', username: person.email, password: castPassword },
      next: '/de/merkliste',
    })
    const form = shown.at(-1)?.form
    expect([first.status, form?.problem, await isLoggedIn(client)]).toEqual([
      401,
      'second_factor_required',
      false,
    ])
    expect(JSON.stringify(form)).not.toContain(castPassword)
    const pending = form?.values.pending ?? ''
    const forged = `${pending.slice(0, -3)}xyz`
    const code = await codeOf(person)
    expect((await client.submit('/de/login', { intent: 'second-step', pending: forged, code })).status).toBe(
      410,
    )
    expect(
      (await client.submit('/de/login', { intent: 'second-step', pending, code: '111111' })).status,
    ).toBe(401)
    const done = await client.submit('/de/login', {
      intent: 'second-step',
      pending,
      code,
      next: '/de/merkliste',
    })
    expect([done.headers.location, await isLoggedIn(client)]).toEqual(['/de/merkliste', true])
  })

  test('a recovery code stands in for the app, once, and its owner hears of it', async () => {
    const person = await member(app, 'lost-phone')
    const [code = '', other = ''] = await turnOn(person)
    const log = (typed: string) =>
      authenticate({ username: person.email, password: castPassword, code: typed })
    expect((await log(code.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect([errorOf(await log(code)), await noticesTo(person.email)]).toEqual(['second_factor_wrong', 2])
    await person.client.submit(page, { intent: 'renew-recovery-codes' })
    expect(errorOf(await log(other))).toBe('second_factor_wrong')
    expect((await log(shown.at(-1)?.typed?.recoveryCodes?.split(' ')[0] ?? '')).status).toBe(200)
  })

  test('20 uses of one code at once log in once', async () => {
    const person = await member(app, 'code-race')
    const [code = ''] = await turnOn(person)
    const tries = Array.from({ length: 8 }, () =>
      authenticate({ username: person.email, password: castPassword, code }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('after ten wrong codes the right one waits, and the owner is warned', async () => {
    const person = await member(app, 'guessed')
    const [code = ''] = await turnOn(person)
    const before = await noticesTo(person.email)
    for (let i = 0; i < 10; i += 1)
      await authenticate({ username: person.email, password: castPassword, code: `00000${i}` })
    const late = await authenticate({ username: person.email, password: castPassword, code })
    expect([late.status, await noticesTo(person.email)]).toEqual([429, before + 1])
    // Who only knows the address keeps nobody out: the count begins after the right password.
    const other = await member(app, 'not-guessed')
    const [own = ''] = await turnOn(other)
    for (let i = 0; i < 11; i += 1)
      await authenticate({ username: other.email, password: `geraten ${i}`, code: '000000' })
    expect((await authenticate({ username: other.email, password: castPassword, code: own })).status).toBe(
      200,
    )
  })

  test('a registration with the right password is no way around it', async () => {
    const person = await member(app, 'round-about')
    await turnOn(person)
    const client = createClient(app.base)
    await client.api('POST', '/v1/user/register', {
      ...{ email: person.email, password: castPassword, publicName: 'Wer Anders', agb: true },
    })
    expect(await isLoggedIn(client)).toBe(false)
  })

  test('turned off, the password is enough again and the codes are worth nothing', async () => {
    const person = await member(app, 'turned-off')
    await turnOn(person)
    await person.client.submit(page, { intent: 'stop-two-factor' })
    expect((await authenticate({ username: person.email, password: castPassword })).status).toBe(200)
    const codes = await app.deps.db
      .selectFrom('recovery_code')
      .where('account_id', '=', person.id)
      .select('account_id')
      .execute()
    expect(codes).toEqual([])
  })
})

describe('passkeys', () => {
  async function withPasskey(name: string) {
    const person = await member(app, name)
    const phone = createAuthenticator(app.deps.env.siteUrl)
    const made = await person.client.api('POST', '/v1/passkeys/options', {})
    const { challenge } = made.json<{ challenge: string }>()
    const added = await person.client.api('POST', '/v1/passkeys', {
      name: 'Telefon',
      credential: phone.make(challenge),
    })
    expect(added.status, added.text).toBe(200)
    return { person, phone, challenge }
  }

  async function challengeFor(client: Client): Promise<string> {
    return (await client.api('POST', '/v1/passkeys/challenge', {})).json<{ challenge: string }>().challenge
  }

  test('one logs in, nothing typed; its signature works once', async () => {
    const { person, phone } = await withPasskey('key-owner')
    const client = createClient(app.base)
    const credential = phone.use(await challengeFor(client))
    const done = await client.api('POST', '/v1/passkeys/login', { credential })
    expect([done.status, done.json<{ oauth_user_id: number }>().oauth_user_id]).toEqual([200, person.id])
    expect(await isLoggedIn(client)).toBe(true)
    const replay = createClient(app.base)
    expect((await replay.api('POST', '/v1/passkeys/login', { credential })).status).toBe(401)
  })

  test('who has not confirmed the e-mail logs in by it as by password: until the first link is over', async () => {
    const { person, phone } = await withPasskey('key-unconfirmed')
    const logInAfter = async (hours: number) => {
      await app.deps.db
        .updateTable('account')
        .set({ email_confirmed_at: null, created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', person.id)
        .execute()
      const client = createClient(app.base)
      const credential = phone.use(await challengeFor(client))
      return (await client.api('POST', '/v1/passkeys/login', { credential })).status
    }
    expect([await logInAfter(1), await logInAfter(registrationTokenHours + 1)]).toEqual([200, 403])
  })

  test.each([
    ['a challenge of nobody', async () => ({ challenge: 'x'.repeat(43) })],
    [
      'the challenge of a registration',
      async (person: Person) =>
        (await person.client.api('POST', '/v1/passkeys/options', {})).json<{ challenge: string }>(),
    ],
    [
      'no finger, face or PIN',
      async () => ({ challenge: await challengeFor(createClient(app.base)), flags: 0x01 }),
    ],
  ] as const)('with %s it is refused', async (name, how) => {
    const { person, phone } = await withPasskey(`refused-${name.length}`)
    const { challenge, flags } = { flags: 0x05, ...(await how(person)) }
    const client = createClient(app.base)
    const answer = await client.api('POST', '/v1/passkeys/login', {
      credential: phone.use(challenge, { flags }),
    })
    expect([name, answer.status, await isLoggedIn(client)]).toEqual([name, 401, false])
  })

  test('one of another site is refused', async () => {
    const { phone: _phone } = await withPasskey('phished')
    const evil = createAuthenticator('https://evil.example')
    const person = await member(app, 'phished-too')
    const { challenge } = (await person.client.api('POST', '/v1/passkeys/options', {})).json<{
      challenge: string
    }>()
    const added = await person.client.api('POST', '/v1/passkeys', { credential: evil.make(challenge) })
    expect(added.status).toBe(401)
  })

  test('removed, it opens nothing, and nobody removes another one’s', async () => {
    const { person, phone } = await withPasskey('remover')
    const other = await member(app, 'not-the-remover')
    expect((await other.client.api('DELETE', `/v1/passkeys/${phone.id}`)).status).toBe(404)
    expect((await person.client.submit(page, { intent: 'remove-passkey', passkeyId: phone.id })).status).toBe(
      303,
    )
    const client = createClient(app.base)
    const answer = await client.api('POST', '/v1/passkeys/login', {
      credential: phone.use(await challengeFor(client)),
    })
    expect([answer.status, await noticesTo(person.email)]).toEqual([401, 2])
  })
})

describe('admins', () => {
  test('may nothing an admin may until they have a second step, and are led to it', async () => {
    const admin = await member(app, 'new-admin', { role: 'admin' })
    const client = createClient(app.base)
    await logIn(client, admin.email)
    const refused = await client.api('POST', '/v1/user/invite', { email: 'a@b.example', publicName: 'A B' })
    expect([refused.status, errorOf(refused)]).toEqual([403, 'second_factor_missing'])
    expect((await client.get('/de/login-as')).headers.location).toBe(`${page}#required`)
    await turnOn({ ...admin, client })
    expect(
      (await client.api('POST', '/v1/user/invite', { email: 'a@b.example', publicName: 'A B' })).status,
    ).toBe(202)
    expect((await client.get('/de/login-as')).status).toBe(200)
  })

  test.each([
    ['finance', '/v1/payout-queue', url('operator-tasks', { world: 'de' })],
    ['moderator', '/v1/moderation/cases', url('moderation', { world: 'de' })],
  ] as const)('and whoever works as %s, in calls and pages alike', async (role, call, address) => {
    const person = await member(app, `new-${role}`, { role })
    const client = createClient(app.base)
    await logIn(client, person.email)
    const refused = await client.api('GET', `${call}?world=de`)
    expect([refused.status, errorOf(refused)]).toEqual([403, 'second_factor_missing'])
    expect((await client.get(address)).headers.location).toBe(`${page}#required`)
    await turnOn({ ...person, client })
    expect([
      (await client.api('GET', `${call}?world=de`)).status,
      (await client.get(address)).status,
    ]).toEqual([200, 200])
  })

  test('with a passkey alone do not get in with the password alone', async () => {
    const admin = await member(app, 'key-admin', { role: 'admin' })
    const phone = createAuthenticator(app.deps.env.siteUrl)
    const { challenge } = (await admin.client.api('POST', '/v1/passkeys/options', {})).json<{
      challenge: string
    }>()
    await admin.client.api('POST', '/v1/passkeys', { credential: phone.make(challenge) })
    expect(errorOf(await authenticate({ username: admin.email, password: castPassword }))).toBe(
      'second_factor_required',
    )
    const client = createClient(app.base)
    const { challenge: toUse } = (await client.api('POST', '/v1/passkeys/challenge', {})).json<{
      challenge: string
    }>()
    await client.api('POST', '/v1/passkeys/login', { credential: phone.use(toUse) })
    expect((await client.get('/de/login-as')).status).toBe(200)
  })
})
