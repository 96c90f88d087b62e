import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { downloadUrl } from '#shop/selling/materials/server/files/download.ts'
import { type Endpoint, endpoints } from '../support/api-rows.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { validValueOf } from '../support/arbitrary.ts'
import { expectHarmless } from '../support/harmless.ts'
import { createClient, multipart, send } from '../support/http-client.ts'
import { insertNouns, type Noun, type NounIds, nounOf, ownedThings } from '../support/nouns.ts'
import { pdf } from '../support/sheets.ts'

/**
 * Who wants to be more, or somebody else, than they are (quality.md D2, 20 to 51): what no other file asks.
 * The other groups stand beside what they attack; `tests/architecture/hostile-groups.test.ts` finds each by its number.
 */

let app: TestApp
let owner: Person
let thief: Person
let rival: Person
let things: Record<Noun, NounIds>

beforeAll(async () => {
  app = await openTestApp()
  owner = await member(app, 'owner', { isSeller: true })
  thief = await member(app, 'thief')
  rival = await member(app, 'rival', { isSeller: true })
  const [reader, far, gone] = [
    await member(app, 'reader'),
    await member(app, 'far', { isSeller: true, world: 'es' }),
    await member(app, 'gone', { isSeller: true }),
  ]
  things = await insertNouns(app, { owner, reader, far, gone })
})
afterAll(() => app.close())

const keyOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

/** A digest of each table; sessions say when they were last used, and that is no change of anything. */
async function tables(): Promise<Record<string, string>> {
  const { db } = app.deps
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'session' order by 1`.execute(
    db,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const digest = await sql<{ text: string }>`
      select coalesce(md5(string_agg(each::text, '|' order by each::text)), '') as text
      from ${sql.table(name)} as each`.execute(db)
    found[name] = digest.rows[0]?.text ?? ''
  }
  return found
}

describe('D2 25: registration, its mail and a second registration race', () => {
  const register = (email: string, password: string) =>
    createClient(app.base).api('POST', '/v1/user/register', {
      ...{ email, password, publicName: 'Lea Berger', agb: true },
    })

  async function tokensOf(email: string): Promise<string[]> {
    const rows = await app.deps.db.selectFrom('mail').where('recipient', '=', email).select('text').execute()
    return rows.flatMap(({ text }) => /\/bestaetigen\/([\w-]{43})/.exec(text)?.[1] ?? [])
  }

  test('one account is left, confirmed, with one password that works', async () => {
    const email = 'race@schule.example'
    const passwords = ['Erster Satz 2026', 'Zweiter Satz 2026', 'Dritter Satz 2026']
    await register(email, passwords[0] ?? '')
    const [first = ''] = await tokensOf(email)
    const confirm = (token: string) =>
      createClient(app.base).api('POST', '/v1/user/register/confirm', { token })
    const answers = await Promise.all([
      confirm(first),
      ...passwords.slice(1).map((password) => register(email, password)),
      createClient(app.base).api('POST', '/v1/user/register/resend', { email }),
      confirm(first),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await Promise.all((await tokensOf(email)).map(confirm))
    const accounts = await app.deps.db
      .selectFrom('account')
      .where('email', '=', email)
      .select(['email_confirmed_at', 'agb_accepted_version', 'public_name'])
      .execute()
    expect(accounts).toHaveLength(1)
    expect(accounts[0]?.email_confirmed_at).not.toBeNull()
    const logins = await Promise.all(
      passwords.map((password) =>
        createClient(app.base).api('POST', '/v3/oauth2/authenticate', {
          ...{ grant_type: 'password', username: email, password },
        }),
      ),
    )
    expect(logins.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('D2 35: JSON of another site in the clothes of what needs no question before', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/csp-report',
    '',
  ])('as "%s"', async (type) => {
    const materialId = await materialRow(app, { authorId: owner.id })
    for (const headers of [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: app.base, 'Sec-Fetch-Site': 'same-origin' },
    ]) {
      const answer = await thief.client.send({
        method: 'POST',
        path: '/api/v1/cart/items?world=de',
        headers: { ...headers, ...(type === '' ? {} : { 'Content-Type': type }) },
        body: JSON.stringify({ materialId }),
      })
      expect([403, 415]).toContain(answer.status)
    }
    expect((await thief.client.api('GET', '/v1/cart/view')).text).not.toContain(`"id":${materialId}`)
  })
})

/** Reading that is no reading: the specification makes these GET, and each has a test of its own. */
const actsByGet = new Set([
  'session.logout',
  'session.validate',
  'session.csrf',
  'social.start',
  'social.finish',
])

test('D2 38: no GET of the API changes a row, whatever is fetched ahead, by whom', async () => {
  const rows = endpoints.filter(({ method, name }) => method === 'get' && !actsByGet.has(name))
  expect(rows.length).toBeGreaterThan(50)
  const before = await tables()
  for (const person of [owner, thief]) {
    for (const row of rows) {
      const noun = nounOf(row)
      const id = encodeURIComponent(noun ? things[noun].open : '1')
      const path = row.path.replace('{partition}', 'ratings').replace(/\{\w+\}/g, id)
      const answer = await person.client.send({
        path: `/api${path}?world=de`,
        headers: { 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Site': 'cross-site' },
      })
      expect(answer.status, keyOf(row)).toBeLessThan(500)
    }
  }
  expect(await tables()).toEqual(before)
})

describe('D2 39: no other site is let in to read', () => {
  const origins = (base: string) => [
    'null',
    'https://evil.example',
    `${base}.evil.example`,
    base.replace('127', 'evil127'),
    `${base}@evil.example`,
    'file://',
    'chrome-extension://abc',
  ]

  test.each([
    '/api/v1/user?world=de',
    '/api/v1/cart/view',
    '/api/openapi.json',
    '/de',
    '/files/x',
    '/notifications',
  ])('%s', async (path) => {
    for (const origin of origins(app.base))
      for (const method of ['GET', 'OPTIONS']) {
        const { headers, status } = await thief.client.send({
          method,
          path,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        })
        expect(status, `${method} ${origin}`).toBeLessThan(500)
        expect(headers['access-control-allow-origin'], `${method} ${origin}`).toBeUndefined()
        expect(headers['access-control-allow-credentials'], `${method} ${origin}`).toBeUndefined()
      }
  })
})

test.each([
  'payment',
  'cart',
  'login',
  'login-as',
  'change-email',
  'delete-account',
  'security',
  'bank-details',
] as const)('D2 40: the page %s is shown in nobody’s frame', async (name) => {
  const { headers } = await owner.client.get(url(name, { world: 'de' }))
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
})

describe('D2 42: a new line in the name of a file', () => {
  let sheet: Buffer
  beforeAll(async () => {
    sheet = await pdf(1)
  })

  test.each([
    'a\r\nSet-Cookie: x=1.pdf',
    'a%0d%0aX-Evil: 1.pdf',
    'a"; filename="b.html',
    "a'.pdf\u2028X-Evil: 1.pdf",
    'a\nX-Evil: 1\n.pdf',
  ])('%j writes no header, neither when it comes nor when it goes', async (fileName) => {
    const form = multipart([
      { name: 'title', value: 'Zeilen' },
      { name: 'files', value: { fileName, mediaType: 'application/pdf', body: sheet } },
    ])
    const answer = await owner.client.api('POST', '/v1/materials?world=de', form.body, {
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
    })
    expectHarmless(answer, fileName)
    if (answer.status !== 201) return
    const { materialId } = answer.json<{ materialId: number }>()
    const file = await app.deps.db
      .selectFrom('material_file')
      .select('id')
      .where('material_id', '=', materialId)
      .executeTakeFirst()
    // A name that ends the head of its part leaves no file.
    if (file === undefined) return
    const link = downloadUrl({ ...app.deps, world: 'de' }, { accountId: owner.id, fileId: file.id })
    const given = await owner.client.get(link)
    expectHarmless(given, fileName)
    expect([given.status, given.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(
        /^attachment; filename=("[^"\\]*\.pdf"|[^;\s]+\.pdf)(; filename\*=UTF-8''[\w%.!~*-]+\.pdf)?$/,
      ),
    ])
  })
})

/** What nobody may say about themselves, in every spelling that a body could have it in. */
const wishes = {
  ...{ isSeller: true, is_seller: true, role: 'admin', roles: ['admin'], credits: 1e6, credit: 1e6 },
  ...{
    isVerified: true,
    is_verified: true,
    schoolRole: 'master',
    school_id: 1,
    schoolId: 1,
    is_trader: false,
  },
  ...{ emailConfirmedAt: '2026-01-01', email_confirmed_at: '2026-01-01', emailConfirmed: true },
  ...{ id: 1, version: 0, created_at: '2020-01-01', secondFactor: true, second_factor: true },
}

/** Ends the account or the session it is called with. */
const endings =
  /^(session\.|account\.(close|register|change|forgot|recover|complete)|device\.end|social\.|oauth\.)/

describe('D2 48, 50: fields nobody asked for', () => {
  const rows = endpoints.filter(
    ({ method, bodyKind = 'json', body, name }) =>
      (method === 'post' || method === 'put') &&
      bodyKind === 'json' &&
      body !== undefined &&
      !endings.test(name),
  )
  const facts = async () => {
    const { db } = app.deps
    const accounts = await sql`select id, role, is_seller, email, email_confirmed_at, world, disabled_at
      from account order by id`.execute(db)
    const schools = await sql`select * from school_account`.execute(db)
    const money =
      await sql`select (select count(*) from credit_lot) as lots, (select count(*) from ledger_entry) as entries,
      (select count(*) from entitlement) as rights, (select count(*) from review where account_id not in (${thief.id}, ${rival.id})) as votes`.execute(
        db,
      )
    return [accounts.rows, schools.rows, money.rows]
  }

  test('change neither who one is nor what is another one’s', async () => {
    expect(rows.length).toBeGreaterThan(60)
    const foreign = Object.fromEntries(
      ['userId', 'user_id', 'accountId', 'account_id', 'authorId', 'author_id', 'owner'].map((name) => [
        name,
        owner.id,
      ]),
    )
    const before = { facts: await facts(), things: await ownedThings(app) }
    let refused = 0
    for (const [row, person] of rows.flatMap((row) => [[row, thief] as const, [row, rival] as const])) {
      const noun = nounOf(row)
      const path = row.path
        .replace('{partition}', 'ratings')
        .replace(/\{\w+\}/g, encodeURIComponent(noun ? things[noun].hidden : '1'))
      const right = row.body ? validValueOf(row.body) : {}
      const body = { ...wishes, ...foreign, ...(typeof right === 'object' ? right : {}) }
      const answer = await person.client.api(row.method.toUpperCase(), `${path}?world=de`, body)
      expect(answer.status, `${keyOf(row)} ${answer.text.slice(0, 200)}`).toBeLessThan(500)
      if (answer.status === 422) refused += 1
    }
    // Unknown fields are refused by name, so hardly any of these calls gets further.
    expect(refused).toBeGreaterThan(60)
    expect({ facts: await facts(), things: await ownedThings(app) }).toEqual(before)
  })

  test('nor does a registration give what it was told to', async () => {
    const email = 'wishes@schule.example'
    const answer = await createClient(app.base).api('POST', '/v1/user/register', {
      ...wishes,
      ...{ email, password: castPassword, publicName: 'Wünschende', agb: true },
    })
    expect([202, 422]).toContain(answer.status)
    const rows = await app.deps.db
      .selectFrom('account')
      .where('email', '=', email)
      .select(['role', 'is_seller', 'email_confirmed_at'])
      .execute()
    for (const row of rows)
      expect(row).toEqual({ role: 'member', is_seller: false, email_confirmed_at: null })
  })
})

test('D2 49: a token of one world finds nothing of it in another, and gives nothing more there', async () => {
  const { oauth_user_id, access_token } = (
    await createClient(app.base).api('POST', '/v3/oauth2/authenticate?world=de', {
      ...{ grant_type: 'password', username: owner.email, password: castPassword, platform: 'ios' },
      client_id: 'aularium-web',
    })
  ).json<{ oauth_user_id: number; access_token: string }>()
  expect(oauth_user_id).toBe(owner.id)
  const get = (path: string) => send(app.base, { path, headers: { Authorization: `Bearer ${access_token}` } })
  for (const world of ['es', 'fr', 'gr', 'it', 'en'])
    for (const path of [`/v1/materials/${things.material.hidden}`, `/v1/materials/${things.material.open}`])
      expect([world, path, (await get(`/api${path}?world=${world}`)).status]).toEqual([world, path, 404])
  for (const world of ['xx', '', '__proto__', 'de,es', 'DE']) {
    const { status } = await get(`/api/v1/user?world=${encodeURIComponent(world)}`)
    expect([world, [200, 404, 422].includes(status)]).toEqual([world, true])
  }
})
