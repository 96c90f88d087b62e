import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { seedCast } from '#demo/people.ts'
import { requireAccess } from '#platform/http/access/access.ts'
import { visitorContext } from '#platform/http/visitor/request.ts'
import type { User } from '#platform/rules/contract/user.ts'
import { type Endpoint, endpoints } from '../support/api-rows.ts'
import {
  castPassword,
  logIn,
  materialRow,
  member,
  openTestApp,
  type Person,
  type TestApp,
} from '../support/app.ts'
import { validValueOf } from '../support/arbitrary.ts'
import { type Answer, createClient } from '../support/http-client.ts'

/** What holds for every input, whoever reads it: texts, numbers, keys of repeated calls, queries. */

let app: TestApp
let seller: Person
let buyer: Person
let material: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer', { role: 'admin', isSeller: true })
  material = await materialRow(app, { authorId: seller.id })
})
afterAll(() => app.close())

interface Refusal {
  error: { code: string; fields?: Record<string, string>; position?: { line: number; column: number } }
}
const refusal = (answer: Answer) => answer.json<Refusal>().error

describe('ids', () => {
  const wrong = [
    '%207',
    '7%20',
    '7%0A',
    '+7',
    '%2B7',
    '0x7',
    '7.0',
    '1e3',
    '007',
    '-7',
    '0',
    '%D9%A7',
    '7,0',
    '9007199254740993',
  ]
  test.each(wrong)('%s is none', async (text) => {
    expect((await buyer.client.api('GET', `/v1/materials/${text}`)).status).toBe(404)
    expect((await buyer.client.api('DELETE', `/v1/cart/items/${text}`)).status).toBe(404)
    const materialId = decodeURIComponent(text).replace(/^\s+|\s+$/g, 'x')
    const values = { intent: 'remove-from-cart', materialId }
    expect((await buyer.client.submit('/de/warenkorb', values)).status).toBe(422)
  })

  test('a page or a limit is digits, too', async () => {
    for (const value of ['0x2', '1e1', '%202', '+2', '2.0', 'NaN'])
      expect((await buyer.client.api('GET', `/v1/subscriptions?limit=${value}`)).status, value).toBe(422)
    // As forms send them: what is empty was not said.
    for (const value of ['2', ''])
      expect((await buyer.client.api('GET', `/v1/subscriptions?limit=${value}`)).status).toBe(200)
  })

  test('and none has more than its column holds', async () => {
    const order = { country: 'DE', consentImmediate: true, consentWaiver: true }
    for (const expectedTotal of [2_147_483_648, -1, 2 ** 53, 1.5]) {
      const answer = await buyer.client.api('POST', '/v1/orders', { ...order, expectedTotal })
      expect([answer.status, refusal(answer).fields]).toEqual([422, { expectedTotal: expect.any(String) }])
    }
    const post = await buyer.client.api('POST', '/v1/posts', { title: 'Ein Beitrag', source: 'Worte' })
    const { id } = post.json<{ id: number }>()
    const saved = { title: 'Ein Beitrag', source: 'Worte', version: 2_147_483_648 }
    expect((await buyer.client.api('PUT', `/v1/posts/${id}`, saved)).status).toBe(422)
    const typed = {
      title: 'Ein Beitrag',
      source: 'x',
      version: '1e300',
      intent: 'save-post',
      postId: String(id),
    }
    expect((await buyer.client.submit('/de/post-editor', typed)).status).toBe(422)
  })
})

describe('texts', () => {
  const unstorable = ['a\u0000b', 'a\ud800', '\udfffb']
  const withBody = endpoints.filter((row): row is Endpoint & { body: z.ZodType } => row.body !== undefined)

  test.each(withBody.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', async (_name, row) => {
    for (const text of unstorable) {
      const body = { ...(validValueOf(row.body) as object), nobody_knows_it: [{ deep: text }] }
      const path = row.path.replace(/\{\w+\}/g, String(material))
      const client = row.path.includes('anonymous') ? createClient(app.base) : buyer.client
      const answer = await client.api(row.method.toUpperCase(), `${path}?world=de`, body)
      expect(answer.status).toBeOneOf([401, 403, 404, 422])
      if (answer.status === 422)
        expect(refusal(answer).fields).toMatchObject({ 'nobody_knows_it.0.deep': 'invalid' })
    }
  })

  test('JSON as deep as a body can hold is no fault', async () => {
    const body = Buffer.from(`{"params":"query=bruch","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await buyer.client.api('POST', '/v1/saved-searches', body, headers)
    expect(answer.status).toBeLessThan(500)
  })

  test('in queries, forms and pages', async () => {
    expect((await buyer.client.api('GET', '/v1/search?query=a%00b')).status).toBe(422)
    expect((await buyer.client.get('/de/suchergebnisse?query=a%00b')).status).toBe(400)
    const form = await buyer.client.submit('/de/konto', { intent: 'change-search', id: '1', name: 'a\u0000' })
    expect(form.status).toBe(422)
    const twice: [string, string][] = [
      ['intent', 'change-search'],
      ['name', 'a\u0000'],
      ['name', 'b'],
    ]
    expect((await buyer.client.submit('/de/konto', twice)).status).toBe(422)
    expect((await buyer.client.submit('/de/konto', { intent: '__proto__', id: '1' })).status).toBe(400)
  })
})

describe('keys of repeated calls', () => {
  const input = { title: 'Ein Entwurf', source: 'Worte' }
  const write = (key: string, path: string, body: object) =>
    buyer.client.api('POST', path, body, { 'Idempotency-Key': key, 'Content-Type': 'application/json' })

  test('the same request is answered again; another world, body or place is refused', async () => {
    const first = await write('key-1', '/v1/posts?world=de', input)
    expect(first.status).toBe(201)
    const again = await write('key-1', '/v1/posts?world=de', input)
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true'])
    const others = [
      await write('key-1', '/v1/posts?world=es', input),
      await write('key-1', '/v1/posts?world=de', { ...input, title: 'Ein anderer' }),
    ]
    expect(others.map((answer) => [answer.status, refusal(answer).code])).toEqual([
      [422, 'idempotency_mismatch'],
      [422, 'idempotency_mismatch'],
    ])
  })

  test('the things in the address count', async () => {
    const { client } = seller
    const posts: number[] = []
    for (const title of ['Erster Beitrag', 'Zweiter Beitrag']) {
      const draft = await client.api('POST', '/v1/posts', {
        title,
        source: 'Worte über Unterricht. '.repeat(8),
      })
      const { id } = draft.json<{ id: number }>()
      await client.api('PUT', `/v1/posts/${id}/published`)
      posts.push(id)
    }
    const [one, two] = posts
    expect((await write('key-2', `/v1/posts/${one}/comments?world=de`, { text: 'Danke!' })).status).toBe(201)
    const other = await write('key-2', `/v1/posts/${two}/comments?world=de`, { text: 'Danke!' })
    expect(refusal(other).code).toBe('idempotency_mismatch')
  })
})

describe('GraphQL-like queries', () => {
  const wishlist = '/v3/elastic-indexer/wishlist/query'
  const ask = (query: string) => buyer.client.api('POST', wishlist, { query, world: 'de' })
  let free: number

  beforeAll(async () => {
    free = await materialRow(app, { authorId: seller.id, price: 0, title: 'Kostenlos' })
    for (const subjectId of [material, free])
      await buyer.client.api('POST', '/v3/subscriptions/subscribe', { subjectId, subjectType: 'material' })
  })

  test('answer what was asked for, filtered and paged', async () => {
    expect((await ask('{ wishlist { _total items { id } } }')).json()).toEqual({
      _total: 2,
      items: [{ id: free }, { id: material }],
    })
    expect(
      (await ask('{ wishlist(filter: { free: false }) { items { title author { name } } } }')).json(),
    ).toEqual({
      items: [{ title: 'Brüche addieren', author: { name: 'seller' } }],
    })
    expect((await ask(`{ wishlist(filter: { ids: [${free}] }) { _total } }`)).json()).toEqual({ _total: 1 })
    expect(
      (await ask('{ wishlist(filter: { material_type: ["test", "arbeitsblatt"] }) { _total } }')).json(),
    ).toEqual({ _total: 2 })
    expect((await ask('{ wishlist(filter: { subject: "mathematik" }) { _total } }')).json()).toEqual({
      _total: 0,
    })
    expect((await ask('query { wishlist(limit: 1, page: 2) { items { id } } }')).json()).toEqual({
      items: [{ id: material }],
    })
  })

  test('strangers have theirs', async () => {
    const client = createClient(app.base)
    const subject = { subjectId: free, subjectType: 'material' }
    await client.api('POST', '/v3/subscriptions/anonymous/subscribe', subject)
    const path = '/v3/elastic-indexer/anonymous-wishlist/query'
    const answer = await client.api('POST', path, { query: '{ wishlist { items { id price } } }' })
    expect(answer.json()).toEqual({ items: [{ id: free, price: 0 }] })
  })

  test.each([
    ['', 1, 1],
    ['{ wishlist { items { id } }', 1, 28],
    ['{ wishlist {\n  items { id secret } } }', 2, 14],
    ['{ wishlist(limit: 201) { _total } }', 1, 12],
    ['{ wishlist(limit: 0) { _total } }', 1, 12],
    ['{ wishlist(owner: "a:1") { _total } }', 1, 12],
    ['{ wishlist(filter: { subject: "a\\u0000" }) { _total } }', 1, 12],
    ['{ favorites { _total } }', 1, 3],
    ['{ wishlist { a: _total } }', 1, 14],
    ['{ wishlist { _total _total } }', 1, 21],
    ['{ wishlist { items { id { id } } } }', 1, 22],
    ['{ wishlist { items } }', 1, 14],
    ['{ wishlist { __proto__ } }', 1, 14],
    ['mutation { wishlist { _total } }', 1, 1],
    ['{ wishlist { _total } wishlist { _total } }', 1, 23],
    ['{ wishlist { ...all } }', 1, 14],
    ['query q($a: Int) { wishlist(limit: $a) { _total } }', 1, 1],
  ])('D2 47: %j is refused at its place', async (query, line, column) => {
    const answer = await ask(query)
    expect([answer.status, refusal(answer)]).toMatchObject([
      422,
      { fields: { query: 'invalid' }, position: { line, column } },
    ])
  })

  test('D2 47: depth and size are bounded', async () => {
    const deep = `{ wishlist { items ${'{ author '.repeat(390)}${'}'.repeat(391)} } }`
    const wide = `{ wishlist { items { ${'id '.repeat(1200)} } } }`
    for (const query of [deep, wide, `{ wishlist(filter: { ids: ${'['.repeat(600)}`, 'x'.repeat(5000)])
      expect((await ask(query)).status).toBe(422)
  })

  test('an author tells when the account was opened and what is behind the head', async () => {
    const query = `{ user_details(user_id: ${seller.id}) { created_at profile_background_data } }`
    const answer = await buyer.client.api('POST', '/v3/user-details/query', { query })
    expect(answer.json()).toEqual({
      user_details: { created_at: expect.stringMatching(/^\d{4}-.*Z$/), profile_background_data: null },
    })
  })
})

describe('user details (specification 7)', () => {
  const ask = (query: string) => buyer.client.api('POST', '/v3/user-details/query', { query })

  test('by slug as by number', async () => {
    const byNumber = await ask(`{ user_details(user_id: ${seller.id}) { user_id slug is_seller } }`)
    const { slug } = byNumber.json<{ user_details: { slug: string } }>().user_details
    const bySlug = await ask(`{ user_details(slug: "${slug}") { user_id slug is_seller } }`)
    expect(bySlug.json()).toEqual({ user_details: { user_id: seller.id, slug, is_seller: true } })
    expect(byNumber.json()).toEqual(bySlug.json())
    expect((await ask('{ user_details(slug: "nobody-is-called-so") { user_id } }')).status).toBe(404)
  })

  test('as a list, narrowed and paged', async () => {
    const second = await member(app, 'inputs-second-author', { isSeller: true })
    const both = `filter: { user_ids: [${seller.id}, ${second.id}, 987654] }`
    const all = await ask(`{ user_details(${both}) { _total items { user_id public_name } } }`)
    expect(all.json()).toMatchObject({
      user_details: { _total: 2, items: [{ user_id: seller.id }, { user_id: second.id }] },
    })
    const page = await ask(`{ user_details(${both}, limit: 1, page: 2) { items { user_id } } }`)
    expect(page.json()).toEqual({ user_details: { items: [{ user_id: second.id }] } })
    const named = await ask(
      '{ user_details(filter: { public_name: "SECOND-author" }) { items { user_id } } }',
    )
    expect(named.json()).toEqual({ user_details: { items: [{ user_id: second.id }] } })
    for (const wrong of ['limit: 101', 'page: 0', 'filter: { email: "a" }', 'user_id: 1, slug: "a"'])
      expect((await ask(`{ user_details(${wrong}) { items { user_id } } }`)).status).toBe(422)
    expect((await ask(`{ user_details(${both}) { user_id } }`)).status).toBe(422)
  })
})

describe('logging in with a form’s body (RFC 6749)', () => {
  const path = '/api/v3/oauth2/authenticate'
  const fields = () => ({ grant_type: 'password', username: buyer.email, password: castPassword })
  const send = (body: string, headers: Record<string, string> = {}) =>
    createClient(app.base).send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })

  test('is the same as with JSON', async () => {
    const answer = await send(new URLSearchParams(fields()).toString())
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { token_type: 'Bearer', oauth_user_id: buyer.id },
    ])
    expect((await send('grant_type=client_credentials')).json()).toMatchObject({ scope: 'public' })
    expect((await send('grant_type=password&grant_type=password')).status).toBe(422)
  })

  test('not from a form of another site, and nowhere else', async () => {
    const body = new URLSearchParams(fields()).toString()
    expect((await send(body, { Origin: 'https://evil.example' })).status).toBe(403)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const other = await buyer.client.api(
      'POST',
      '/v1/saved-searches',
      Buffer.from('params=query%3Dbruch'),
      headers,
    )
    expect(other.status).toBe(415)
  })
})

describe('who looks after a school', () => {
  test('D2 50: the demo has one, the account says so, and only they come in', async () => {
    await seedCast(app.deps)
    await seedCast(app.deps)
    const client = createClient(app.base)
    await logIn(client, 'master@aularium.example')
    const mine = (await client.api('GET', '/v1/user')).json<User>()
    expect(mine.profileDetails.details.schoolAccount).toEqual({
      school_id: expect.any(Number),
      role: 'master',
      is_verified: true,
    })
    const others = (await seller.client.api('GET', '/v1/user')).json<{ profileDetails: unknown }>()
    expect(others.profileDetails).toMatchObject({ details: { schoolAccount: null } })

    const contextOf = async (session: string | undefined) => {
      const request = { headers: {}, socket: {} } as Parameters<typeof visitorContext>[1]
      return await visitorContext(app.deps, request, session === undefined ? {} : { session }, 'de')
    }
    const master = await contextOf(client.cookies.get('session'))
    expect(() => requireAccess(master, 'master')).not.toThrow()
    for (const [session, code] of [
      [seller.client.cookies.get('session'), 'forbidden'],
      [buyer.client.cookies.get('session'), 'forbidden'],
      [undefined, 'unauthorized'],
    ] as const) {
      const context = await contextOf(session)
      expect(() => requireAccess(context, 'master')).toThrow(expect.objectContaining({ code }))
    }
    await app.deps.db.updateTable('school_account').set({ role: 'member' }).execute()
    const former = await contextOf(client.cookies.get('session'))
    expect(() => requireAccess(former, 'master')).toThrow(expect.objectContaining({ code: 'forbidden' }))
  })
})
