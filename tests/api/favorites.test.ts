import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let first: number
let second: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  first = await materialRow(app, { authorId: seller.id })
  second = await materialRow(app, { authorId: seller.id })
})

afterAll(() => app.close())

interface List {
  items: { id: number }[]
  _total: number
}

function subject(subjectId: unknown, world = 'de') {
  return { subjectId, subjectType: 'material', world }
}

function asStranger(client: Client, action: string, body: unknown) {
  return client.api('POST', `/v3/subscriptions/anonymous/${action}`, body)
}

async function listOf(
  client: Client,
  path = '/v3/subscriptions/anonymous/list',
  body: unknown = { world: 'de' },
) {
  const answer = await client.api('POST', path, body)
  expect(answer.status).toBe(200)
  return answer.json<List>()
}

test('a stranger remembers, again, and forgets, again', async () => {
  const client = createClient(app.base)
  expect((await asStranger(client, 'subscribe', subject(first))).json()).toEqual({ _total: 1 })
  expect(client.cookies.get('v_id')).toBeTruthy()
  expect((await asStranger(client, 'subscribe', subject(first))).json()).toEqual({ _total: 1 })
  expect((await asStranger(client, 'subscribe', subject(second))).json()).toEqual({ _total: 2 })
  expect(await listOf(client)).toEqual({ items: [{ id: second }, { id: first }], _total: 2 })
  expect((await asStranger(client, 'unsubscribe', subject(first))).json()).toEqual({ _total: 1 })
  expect((await asStranger(client, 'unsubscribe', subject(first))).json()).toEqual({ _total: 1 })
  expect(await listOf(createClient(app.base))).toEqual({ items: [], _total: 0 })
})

test('the wishlist query pages, and never beyond 200', async () => {
  const person = await member(app, 'pager')
  for (const id of [first, second])
    await person.client.api('POST', '/v3/subscriptions/subscribe', subject(id))
  const path = '/v3/elastic-indexer/wishlist/query'
  expect(await listOf(person.client, path, { limit: 1, page: 1 })).toEqual({
    items: [{ id: second }],
    _total: 2,
  })
  expect(await listOf(person.client, path, { limit: 1, page: 2 })).toEqual({
    items: [{ id: first }],
    _total: 2,
  })
  for (const body of [{ limit: 201 }, { limit: -1 }, { page: 0 }, { page: 1e9 }]) {
    expect((await person.client.api('POST', path, body)).status).toBe(422)
  }
})

test('what is hidden, unknown, elsewhere or no material at all is refused', async () => {
  const client = createClient(app.base)
  const draft = await materialRow(app, { authorId: seller.id, status: 'draft' })
  const spanish = await materialRow(app, { authorId: seller.id, world: 'es' })
  for (const id of [draft, spanish, 999_999_999]) {
    expect((await asStranger(client, 'subscribe', subject(id))).status).toBe(404)
  }
  expect((await asStranger(client, 'subscribe', subject('x'))).status).toBe(422)
  const school = { subjectId: first, subjectType: 'school', world: 'de' }
  expect((await asStranger(client, 'subscribe', school)).status).toBe(422)
  expect((await listOf(client))._total).toBe(0)
})

test('members and strangers have their own calls', async () => {
  const person = await member(app, 'own-calls')
  const client = createClient(app.base)
  expect((await client.api('POST', '/v3/subscriptions/subscribe', subject(first))).status).toBe(401)
  expect((await client.api('POST', '/v3/elastic-indexer/wishlist/query', {})).status).toBe(401)
  expect((await asStranger(person.client, 'subscribe', subject(first))).status).toBe(403)
})

test('at login a stranger’s list of every world becomes the member’s, once', async () => {
  const person = await member(app, 'persist')
  await person.client.api('POST', '/v3/subscriptions/subscribe', subject(first))
  const spanish = await materialRow(app, { authorId: seller.id, world: 'es' })
  const browser = createClient(app.base)
  await asStranger(browser, 'subscribe', subject(first))
  await asStranger(browser, 'subscribe', subject(second))
  await asStranger(browser, 'subscribe', subject(spanish, 'es'))
  await logIn(browser, person.email)
  const path = '/v3/elastic-indexer/wishlist/query'
  expect((await listOf(browser, path))._total).toBe(2)
  expect(await listOf(browser, path, { world: 'es' })).toEqual({ items: [{ id: spanish }], _total: 1 })
  const again = await browser.api('POST', '/v3/subscriptions/anonymous/persist', {})
  expect(again.json<List>()._total).toBe(2)
  const left = await app.deps.db
    .selectFrom('favorite')
    .select('owner')
    .where('owner', 'like', 'v:%')
    .execute()
  const ownId = browser.cookies.get('v_id') ?? ''
  expect(left.filter((row) => row.owner === `v:${ownId}`)).toEqual([])
})

test('works without JavaScript', async () => {
  const client = createClient(app.base)
  const added = await client.submit('/de/merkliste', {
    intent: 'add-favorite',
    materialId: String(first),
  })
  expect([added.status, added.headers.location]).toEqual([303, '/de/merkliste'])
  expect((await listOf(client))._total).toBe(1)
  const removed = await client.submit('/de/merkliste', {
    intent: 'remove-favorite',
    materialId: String(first),
  })
  expect(removed.headers.location).toBe(`/de/merkliste?removed=${first}`)
  expect((await listOf(client))._total).toBe(0)
})
