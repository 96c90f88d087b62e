import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshLoginMinutes } from '#platform/limits.ts'
import { castPassword, logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

/** A forgotten password, another address, another password, an account opened for somebody, one that is closed. */

const newPassword = 'Ein ganz neuer Satz'
let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function mailsTo(email: string, template: string) {
  const { db } = app.deps
  const query = db.selectFrom('mail').where('recipient', '=', email).where('template', '=', template)
  return await query.selectAll().orderBy('id').execute()
}

/** The path of the newest mail's link. */
async function linkTo(email: string, template: string): Promise<string> {
  const mail = (await mailsTo(email, template)).at(-1)
  const [, path = ''] = /https?:\/\/[^/\s]+(\/de\/\S+\/[\w-]{43})/.exec(mail?.text ?? '') ?? []
  return path
}

async function mayLogIn(email: string, password: string): Promise<boolean> {
  return await logIn(createClient(app.base), email, password).then(
    () => true,
    () => false,
  )
}

async function isLoggedIn(client: Client): Promise<boolean> {
  return (await client.api('GET', '/v3/oauth2/validate')).status === 200
}

async function makeStale(person: Person): Promise<void> {
  await app.deps.db
    .updateTable('session')
    .set({
      created_at: sql<Date>`now() - make_interval(mins => ${freshLoginMinutes + 1})`,
      authenticated_at: null,
    })
    .where('account_id', '=', person.id)
    .execute()
}

describe('a forgotten password', () => {
  test('D2 24: the link sets a new one, once; every session and every other link is over', async () => {
    const person = await member(app, 'forgetful')
    const stranger = createClient(app.base)
    const asked = await stranger.submit('/de/passwort-vergessen', {
      intent: 'forgot-password',
      email: ' Forgetful@aularium.example',
    })
    expect([asked.status, asked.headers.location]).toEqual([303, '/de/passwort-vergessen?sent=1'])
    const link = await linkTo(person.email, 'recover-password')
    expect(link).toMatch(/^\/de\/passwort-zuruecksetzen\//)
    const weak = await stranger.submit(link, { intent: 'recover-password', password: 'passwort' })
    expect(weak.status).toBe(422)
    const other = `${link.slice(0, -43)}${'x'.repeat(43)}`
    expect((await stranger.submit(other, { intent: 'recover-password', password: newPassword })).status).toBe(
      410,
    )
    const done = await stranger.submit(link, { intent: 'recover-password', password: newPassword })
    expect(done.headers.location).toBe('/de/login?recovered=1')
    expect(await isLoggedIn(person.client)).toBe(false)
    expect([await mayLogIn(person.email, castPassword), await mayLogIn(person.email, newPassword)]).toEqual([
      false,
      true,
    ])
    const again = await stranger.submit(link, {
      intent: 'recover-password',
      password: 'Noch ein anderer Satz',
    })
    expect([again.status, await mayLogIn(person.email, newPassword)]).toEqual([410, true])
    expect(await mailsTo(person.email, 'security-notice')).toHaveLength(1)
  })

  test('D2 24: 20 uses of one link at once set one password', async () => {
    const { email } = await member(app, 'racer')
    await createClient(app.base).api('POST', '/v1/user/forgot-password', { email })
    const token = (await linkTo(email, 'recover-password')).slice(-43)
    const tries = Array.from({ length: 20 }, (_, i) =>
      createClient(app.base).api('POST', '/v1/user/recover', {
        token,
        password: `Satz Nummer ${i} von vielen`,
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)])
  })

  test('D2 23: known, unknown and closed addresses get one answer; asking twice sends one mail', async () => {
    const { email, id } = await member(app, 'known-one')
    const ask = (address: string) =>
      createClient(app.base).api('POST', '/v1/user/forgot-password', { email: address })
    const [known, unknown] = [await ask(email), await ask('nobody@aularium.example')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    await ask(email)
    expect(await mailsTo(email, 'recover-password')).toHaveLength(1)
    expect(await mailsTo('nobody@aularium.example', 'recover-password')).toEqual([])
    await app.deps.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    expect((await ask(email)).text).toBe(known.text)
  })

  test.each([
    ['expired', { expires_at: sql<Date>`now() - interval '1 second'` }],
    ['of another kind', { purpose: 'change_email' as const }],
  ])('D2 24: a link that is %s does nothing', async (_name, change) => {
    const { email, id } = await member(app, `late-${Math.random().toString(36).slice(2)}`)
    await createClient(app.base).api('POST', '/v1/user/forgot-password', { email })
    await app.deps.db.updateTable('email_token').set(change).where('account_id', '=', id).execute()
    const token = (await linkTo(email, 'recover-password')).slice(-43)
    const answer = await createClient(app.base).api('POST', '/v1/user/recover', {
      token,
      password: newPassword,
    })
    expect([answer.status, await mayLogIn(email, castPassword)]).toEqual([410, true])
  })

  test('D2 24: a token in a list, in a query or of another person is none', async () => {
    const [one, other] = [await member(app, 'token-one'), await member(app, 'token-other')]
    await createClient(app.base).api('POST', '/v1/user/forgot-password', { email: one.email })
    const link = await linkTo(one.email, 'recover-password')
    const list = await createClient(app.base).api('POST', '/v1/user/recover', {
      token: [link.slice(-43)],
      password: newPassword,
    })
    expect(list.status).toBe(422)
    await createClient(app.base).submit(`${link}?email=${other.email}`, {
      ...{ intent: 'recover-password', password: newPassword },
      ...{ email: other.email, token: 'x'.repeat(43) },
    })
    expect([await mayLogIn(other.email, castPassword), await mayLogIn(one.email, newPassword)]).toEqual([
      true,
      true,
    ])
  })

  test('a foreign host is in no link', async () => {
    const { email } = await member(app, 'host-header')
    const stranger = createClient(app.base)
    const body = `intent=forgot-password&email=${encodeURIComponent(email)}`
    await stranger.send({
      ...{ method: 'POST', path: '/de/passwort-vergessen', body },
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        'X-Forwarded-Host': 'attacker.example',
      },
    })
    const [mail] = await mailsTo(email, 'recover-password')
    expect(mail?.text).not.toContain('attacker.example')
  })
})

describe('another password', () => {
  test('D2 32: asks for the one of now, ends the other sessions and tells the owner', async () => {
    const person = await member(app, 'changer')
    const elsewhere = createClient(app.base)
    await logIn(elsewhere, person.email)
    const change = (currentPassword: string, password: string) =>
      person.client.submit('/de/konto/passwort-aendern', {
        intent: 'change-password',
        currentPassword,
        password,
      })
    expect((await change('falsch geraten', newPassword)).status).toBe(422)
    expect((await change(castPassword, '12345678')).status).toBe(422)
    expect((await change(castPassword, newPassword)).status).toBe(303)
    expect([await isLoggedIn(person.client), await isLoggedIn(elsewhere)]).toEqual([true, false])
    expect(await mayLogIn(person.email, newPassword)).toBe(true)
    expect(await mailsTo(person.email, 'security-notice')).toHaveLength(1)
  })
})

describe('another address', () => {
  const page = '/de/konto/e-mail-aendern'

  test('counts once it is confirmed there, and the old address hears of it', async () => {
    const person = await member(app, 'mover')
    const email = 'moved@aularium.example'
    expect((await person.client.submit(page, { intent: 'change-email', email })).status).toBe(303)
    expect(await mayLogIn(email, castPassword)).toBe(false)
    const confirm = await linkTo(email, 'confirm-new-address')
    const stranger = createClient(app.base)
    // Mail scanners open links.
    await stranger.get(confirm)
    expect(await mayLogIn(email, castPassword)).toBe(false)
    const done = await stranger.submit(confirm, { intent: 'confirm-email-change' })
    expect(done.headers.location).toBe('/de/login?moved=1')
    expect([await mayLogIn(email, castPassword), await mayLogIn(person.email, castPassword)]).toEqual([
      true,
      false,
    ])
    expect((await stranger.submit(confirm, { intent: 'confirm-email-change' })).status).toBe(410)
    expect(await mailsTo(person.email, 'address-changed')).toHaveLength(1)
    // Who is logged in reads it in the account; a member at whose computer the link of another is opened does not.
    for (const [who, location] of [
      [person, '/de/konto#moved'],
      [await member(app, 'neighbour'), '/de/login?moved=1'],
    ] as const) {
      const next = `moved-${who.id}@aularium.example`
      await person.client.submit(page, { intent: 'change-email', email: next })
      const link = await linkTo(next, 'confirm-new-address')
      const here = await who.client.submit(link, { intent: 'confirm-email-change' })
      expect([here.status, here.headers.location]).toEqual([303, location])
    }
  })

  test.each([
    ['before it counts', false],
    ['after it counts', true],
  ] as const)(
    'the old address takes it back %s: sessions end and a new password is asked for',
    async (name, isConfirmed) => {
      const person = await member(app, `robbed-${isConfirmed}`)
      const email = `thief-${isConfirmed}@aularium.example`
      await person.client.submit(page, { intent: 'change-email', email })
      const stranger = createClient(app.base)
      const confirm = await linkTo(email, 'confirm-new-address')
      if (isConfirmed) await stranger.submit(confirm, { intent: 'confirm-email-change' })
      const stop = await linkTo(person.email, 'address-change-asked')
      const done = await stranger.submit(stop, { intent: 'confirm-email-change' })
      expect([name, done.headers.location]).toEqual([name, '/de/login?kept=1'])
      expect(await isLoggedIn(person.client)).toBe(false)
      expect((await stranger.submit(confirm, { intent: 'confirm-email-change' })).status).toBe(410)
      const row = await app.deps.db
        .selectFrom('account')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirst()
      expect(row?.email).toBe(person.email)
      expect(await mailsTo(person.email, 'recover-password')).toHaveLength(1)
    },
  )

  test('an address that has an account gives the same answer and stays its owner’s', async () => {
    const [person, other] = [await member(app, 'wants-other'), await member(app, 'has-other')]
    const ask = (email: string) => person.client.api('POST', '/v1/user/change-email', { email })
    const [taken, free] = [await ask(other.email), await ask('free@aularium.example')]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect(await mailsTo(other.email, 'confirm-new-address')).toEqual([])
    expect(await mailsTo(other.email, 'address-in-use')).toHaveLength(1)
  })

  test('an address that got an account meanwhile is not taken from it', async () => {
    const person = await member(app, 'too-slow')
    const email = 'too-fast@aularium.example'
    await person.client.submit(page, { intent: 'change-email', email })
    await member(app, 'too-fast')
    const done = await createClient(app.base).submit(await linkTo(email, 'confirm-new-address'), {
      intent: 'confirm-email-change',
    })
    expect(done.status).toBe(409)
  })

  test('wants the password once more when the login is old, and keeps what was typed', async () => {
    const person = await member(app, 'stale')
    await makeStale(person)
    const email = 'fresh@aularium.example'
    const asked = await person.client.submit(page, { intent: 'change-email', email })
    expect([asked.status, await mailsTo(email, 'confirm-new-address')]).toEqual([403, []])
    const wrong = await person.client.submit(page, {
      intent: 'change-email',
      email,
      passwordAgain: 'geraten',
    })
    expect(wrong.status).toBe(403)
    const right = await person.client.submit(page, {
      intent: 'change-email',
      email,
      passwordAgain: castPassword,
    })
    expect([right.status, await mailsTo(email, 'confirm-new-address')]).toEqual([303, [expect.anything()]])
    await makeStale(person)
    const api = await person.client.api('POST', '/v1/user/change-email', { email })
    expect(api.json<{ error: { code: string } }>().error.code).toBe('login_too_old')
  })
})

describe('an account that was opened for somebody', () => {
  test('is completed by its link, with name, password and terms', async () => {
    const admin = await member(app, 'inviter', { role: 'admin' })
    const email = 'invited@aularium.example'
    const asked = await admin.client.api('POST', '/v1/user/invite', { email, publicName: 'Frau Neu' })
    const again = await admin.client.api('POST', '/v1/user/invite', { email, publicName: 'Frau Neu' })
    expect([asked.status, again.text]).toEqual([202, asked.text])
    expect(await mailsTo(email, 'complete-registration')).toHaveLength(1)
    const link = await linkTo(email, 'complete-registration')
    const person = createClient(app.base)
    const fields = { intent: 'complete-registration', publicName: 'Frau Neumann', password: newPassword }
    expect((await person.submit(link, fields)).status).toBe(422)
    const done = await person.submit(link, { ...fields, agb: '1' })
    expect([done.status, await isLoggedIn(person)]).toEqual([303, true])
    const row = await app.deps.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row).toMatchObject({
      ...{
        public_name: 'Frau Neumann',
        creation_source: 'invitation',
        agb_accepted_version: app.deps.termsVersion('de'),
      },
      email_confirmed_at: expect.any(Date),
    })
    expect((await createClient(app.base).submit(link, { ...fields, agb: '1' })).status).toBe(410)
  })

  test('only an admin opens one', async () => {
    const person = await member(app, 'no-admin')
    const answer = await person.client.api('POST', '/v1/user/invite', {
      email: 'x@y.example',
      publicName: 'X Y',
    })
    expect(answer.status).toBe(403)
  })
})

describe('an account that is closed', () => {
  test('is out everywhere at once, and the link of the mail brings it back', async () => {
    const person = await member(app, 'leaver')
    const page = '/de/konto/loeschen'
    expect((await person.client.submit(page, { intent: 'close-account' })).status).toBe(422)
    const closed = await person.client.submit(page, { intent: 'close-account', isSure: '1' })
    expect(closed.headers.location).toBe('/de/login?closed=1')
    expect([await isLoggedIn(person.client), await mayLogIn(person.email, castPassword)]).toEqual([
      false,
      false,
    ])
    // Whoever knows the password hears until when, and may have it back; a wrong one learns nothing.
    const login = (password: string) =>
      createClient(app.base).submit('/de/login', {
        ...{ intent: 'log-in', grant_type: 'password', username: person.email, password },
      })
    expect((await login('ganz falsch')).headers.location).toBeUndefined()
    const offered = await login(castPassword)
    expect([offered.status, offered.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/de\/.+\/[\w-]{20,}$/),
    ])
    expect(await isLoggedIn(person.client)).toBe(false)
    const back = await createClient(app.base).submit(offered.headers.location ?? '', {
      intent: 'keep-account',
    })
    expect(back.headers.location).toBe('/de/login?reopened=1')
    expect(await mayLogIn(person.email, castPassword)).toBe(true)
    await app.deps.db
      .updateTable('account')
      .set({ disabled_at: sql`now()`, erase_at: sql`now() + interval '10 days'` })
      .where('id', '=', person.id)
      .execute()
    const link = await linkTo(person.email, 'account-closed')
    const undo = await createClient(app.base).submit(link, { intent: 'keep-account' })
    expect(undo.headers.location).toBe('/de/login?reopened=1')
    expect(await mayLogIn(person.email, castPassword)).toBe(true)
    expect((await createClient(app.base).submit(link, { intent: 'keep-account' })).status).toBe(410)
  })
})

describe('a login with a browser that was never used here', () => {
  test('is nothing to tell when it is the first one after registering', async () => {
    const person = await member(app, 'first-login')
    const { db } = app.deps
    await db.deleteFrom('session').where('account_id', '=', person.id).execute()
    expect(await mayLogIn(person.email, castPassword)).toBe(true)
    const logInWith = (agent: string) =>
      createClient(app.base).api(
        'POST',
        '/v3/oauth2/authenticate',
        { grant_type: 'password', username: person.email, password: castPassword },
        { 'User-Agent': agent },
      )
    const mails = async () =>
      (await db.selectFrom('mail').select('id').where('recipient', '=', person.email).execute()).length
    await db.deleteFrom('session').where('account_id', '=', person.id).execute()
    await db.deleteFrom('mail').where('recipient', '=', person.email).execute()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
    const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
    await logInWith(firefox)
    expect(await mails()).toBe(0)
    await logInWith(chrome)
    expect(await mails()).toBe(1)
  })

  test('is told to the owner once; from a known one nobody hears', async () => {
    const person = await member(app, 'new-device')
    const browser = createClient(app.base)
    const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const body = { grant_type: 'password', username: person.email, password: castPassword }
    await browser.api('POST', '/v3/oauth2/authenticate', body, firefox)
    const [mail, ...others] = await mailsTo(person.email, 'security-notice')
    expect([mail?.text.includes('Firefox, Linux'), others]).toEqual([true, []])
    await browser.api('POST', '/v3/oauth2/authenticate', body, firefox)
    expect(await mailsTo(person.email, 'security-notice')).toHaveLength(1)
  })
})

describe('devices', () => {
  interface Devices {
    devices: { id: string; name: string | null; isCurrent: boolean }[]
  }

  test('are listed, and ended one by one or all but this one', async () => {
    const person = await member(app, 'device-owner')
    const others = [createClient(app.base), createClient(app.base), createClient(app.base)] as const
    for (const other of others) await logIn(other, person.email)
    const list = async () => (await person.client.api('GET', '/v1/user/devices')).json<Devices>().devices
    const devices = await list()
    expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
    const gone = devices[1]?.id ?? ''
    expect((await person.client.api('DELETE', `/v1/user/devices/${gone}`)).status).toBe(200)
    expect((await person.client.api('DELETE', `/v1/user/devices/${gone}`)).status).toBe(404)
    expect(await list()).toHaveLength(3)
    const ended = await person.client.submit('/de/konto/sicherheit', { intent: 'end-other-devices' })
    expect([ended.status, (await list()).length]).toEqual([303, 1])
    const alive = await Promise.all(others.map(isLoggedIn))
    expect([alive, await isLoggedIn(person.client)]).toEqual([[false, false, false], true])
  })

  test('of somebody else are out of reach', async () => {
    const [one, other] = [await member(app, 'device-one'), await member(app, 'device-other')]
    const [device] = (await other.client.api('GET', '/v1/user/devices')).json<Devices>().devices
    expect((await one.client.api('DELETE', `/v1/user/devices/${device?.id}`)).status).toBe(404)
    expect(await isLoggedIn(other.client)).toBe(true)
  })
})

describe('what the product knows of a member', () => {
  test('every field of specification 3 is there and true', async () => {
    const person = await member(app, 'whole', { isSeller: true, world: 'en' })
    const user = (await person.client.api('GET', '/v1/user')).json<Record<string, unknown>>()
    expect(user).toMatchObject({
      ...{ id: person.id, email: person.email, slug: 'whole', userName: 'whole', isSeller: true },
      ...{ loggedInAsAnotherUser: false, isAgbAccepted: true, doubleOptIn: true, world: 'en' },
      ...{ availableCredits: 0, hadCredits: false, userImagePath: null },
      profileDetails: {
        details: { credits: { amount: 0, had_credits: false }, currencyCode: 'GBP', schoolAccount: null },
        invoiceDetails: { email: person.email },
      },
      personalisation: {
        ...{ needActualisation: false, personalisationRequested: false, preferences: null, showPopup: true },
      },
    })
    await app.deps.db
      .updateTable('account')
      .set({ image_key: 'avatar/aa/x.webp' })
      .where('id', '=', person.id)
      .execute()
    const shown = (await person.client.api('GET', '/v1/user')).json<{ userImagePath: string }>()
    expect(shown.userImagePath).toMatch(/^\/images\//)
  })

  test('what one teaches is kept, asked for once, and asked for anew after a year', async () => {
    const { client, id } = await member(app, 'teaches')
    const view = async () =>
      (await client.api('GET', '/v3/personalisations/get')).json<Record<string, unknown>>()
    await client.api('POST', '/v3/personalisations/popup-shown', {})
    expect(await view()).toMatchObject({ personalisationRequested: true, showPopup: false })
    await client.api('POST', '/v3/personalisations/save', { subjects: ['mathematik'] })
    expect(await view()).toMatchObject({
      needActualisation: false,
      preferences: { subjects: ['mathematik'] },
    })
    // The page's form: one tick, several, none.
    const post = (fields: [string, string][]) =>
      client.submit('/de/konto/meine-faecher', [['intent', 'save-subjects'], ...fields])
    const saved = await post([['subjects', 'de-mathematics']])
    expect([saved.status, saved.headers.location]).toEqual([303, '/de/konto/meine-faecher#saved'])
    expect(await view()).toMatchObject({ preferences: { subjects: ['de-mathematics'], classGrades: [] } })
    await post([
      ['subjects', 'de-mathematics'],
      ['subjects', 'de-art'],
      ['classGrades', '5'],
    ])
    expect(await view()).toMatchObject({
      preferences: { subjects: ['de-mathematics', 'de-art'], classGrades: ['5'], schoolTypes: [] },
    })
    expect((await post([['subjects', '<b>']])).status).toBe(422)
    await post([])
    expect(await view()).toMatchObject({ preferences: { subjects: [], classGrades: [], schoolTypes: [] } })
    await sql`update personalisation set preferences_at = now() - interval '366 days' where account_id = ${id}`.execute(
      app.deps.db,
    )
    expect(await view()).toMatchObject({ needActualisation: true })
  })

  test('each version of the terms is kept with its time and place', async () => {
    const { client, id } = await member(app, 'consents')
    await app.deps.db
      .updateTable('account')
      .set({ agb_accepted_version: '2020-01-01' })
      .where('id', '=', id)
      .execute()
    const before = (await client.api('GET', '/v1/agb')).json<{ isAgbAccepted: boolean }>()
    await client.api('POST', '/v1/agb', {})
    const after = (await client.api('GET', '/v1/agb')).json<{ isAgbAccepted: boolean; history: unknown[] }>()
    expect([before.isAgbAccepted, after.isAgbAccepted]).toEqual([false, true])
    expect(after.history).toEqual([
      { version: app.deps.termsVersion('de'), world: 'de', channel: 'api', acceptedAt: expect.any(String) },
    ])
  })

  test('a registration says where it came from', async () => {
    const [inviter] = await app.deps.db.selectFrom('account').select('referral_code').limit(1).execute()
    const register = (email: string, invitation?: string) =>
      createClient(app.base).api('POST', '/v1/user/register', {
        ...{ email, password: newPassword, publicName: 'Wer Neues', agb: true, invitation },
      })
    await register('plain@aularium.example')
    await register('referred@aularium.example', inviter?.referral_code)
    const rows = await app.deps.db
      .selectFrom('account')
      .select(['email', 'creation_source', 'referred_by'])
      .where('email', 'in', ['plain@aularium.example', 'referred@aularium.example'])
      .orderBy('email')
      .execute()
    expect(rows.map(({ creation_source, referred_by }) => [creation_source, referred_by !== null])).toEqual([
      ['web', false],
      ['referral', true],
    ])
  })
})
