import { afterAll, beforeAll, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { followedAuthorIds } from '#shop/community/follow/server/service.ts'
import { logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let anna: Person
let bert: Person
let spanish: Person

beforeAll(async () => {
  app = await openTestApp()
  anna = await member(app, 'anna', { isSeller: true })
  bert = await member(app, 'bert', { isSeller: true })
  spanish = await member(app, 'pilar', { isSeller: true, world: 'es' })
})
afterAll(() => app.close())

const subject = (id: unknown, world = 'de') => ({ subjectId: id, subjectType: 'author', world })
const subscribe = '/v3/subscriptions/subscribe'
const unsubscribe = '/v3/subscriptions/unsubscribe'

interface List {
  items: { id: number }[]
  _total: number
}

async function counts(person: Person) {
  return await app.deps.db
    .selectFrom('author_profile')
    .select(['total_followers', 'total_followings'])
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
}

async function followsOf(client: Client, query = '') {
  return (await client.get(`/api/v1/subscriptions?world=de${query}`)).json<List>()
}

test('a member follows, again, in parallel, and stops: one row, true counts', async () => {
  const reader = await member(app, 'reader')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => reader.client.api('POST', subscribe, subject(anna.id))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await counts(anna)).toEqual({ total_followers: 1, total_followings: 0 })
  await reader.client.api('POST', subscribe, subject(bert.id))
  expect((await followsOf(reader.client)).items).toMatchObject([
    { id: bert.id, name: 'bert', url: `/de/autor/${bert.id}/bert`, image: null },
    { id: anna.id },
  ])
  expect(await followsOf(reader.client, '&limit=1&page=2')).toMatchObject({
    items: [{ id: anna.id }],
    _total: 2,
  })
  await Promise.all(Array.from({ length: 4 }, () => reader.client.api('POST', unsubscribe, subject(anna.id))))
  expect((await counts(anna)).total_followers).toBe(0)
  expect((await followsOf(reader.client)).items).toMatchObject([{ id: bert.id }])
})

test('two authors who follow each other at once do not wait for each other', async () => {
  await app.deps.db.deleteFrom('author_follow').execute()
  for (let round = 0; round < 5; round++) {
    const path = round % 2 === 0 ? subscribe : unsubscribe
    const answers = await Promise.all([
      anna.client.api('POST', path, subject(bert.id)),
      bert.client.api('POST', path, subject(anna.id)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
  expect(await counts(anna)).toEqual({ total_followers: 1, total_followings: 1 })
  expect(await counts(bert)).toEqual({ total_followers: 1, total_followings: 1 })
})

test('oneself, unknown, disabled and foreign authors, and members who are none, cannot be followed', async () => {
  const plain = await member(app, 'plain')
  const closed = await member(app, 'closed', { isSeller: true })
  await app.deps.db
    .updateTable('account')
    .set({ disabled_at: new Date() })
    .where('id', '=', closed.id)
    .execute()
  expect((await anna.client.api('POST', subscribe, subject(anna.id))).status).toBe(403)
  for (const id of [plain.id, closed.id, spanish.id, 999_999_999])
    expect((await anna.client.api('POST', subscribe, subject(id))).status, String(id)).toBe(404)
  expect((await anna.client.api('POST', subscribe, subject('x'))).status).toBe(422)
  const school = { subjectId: bert.id, subjectType: 'school', world: 'de' }
  expect((await anna.client.api('POST', subscribe, school)).status).toBe(422)
})

test('members and strangers have their own calls, and nobody sees another’s list', async () => {
  const other = await member(app, 'other')
  const stranger = createClient(app.base)
  expect((await stranger.api('POST', subscribe, subject(anna.id))).status).toBe(401)
  expect((await stranger.get('/api/v1/subscriptions?world=de')).status).toBe(401)
  const wrong = await other.client.api('POST', '/v3/subscriptions/anonymous/subscribe', subject(anna.id))
  expect(wrong.status).toBe(403)
  await anna.client.api('POST', subscribe, subject(bert.id))
  expect(await followsOf(other.client)).toEqual({ items: [], _total: 0 })
  for (const query of ['&limit=0', '&limit=201', '&page=0', '&page=101', '&type=school'])
    expect((await other.client.get(`/api/v1/subscriptions?world=de${query}`)).status, query).toBe(422)
})

test('a stranger follows without being counted; at login it becomes the member’s, except oneself', async () => {
  const before = (await counts(bert)).total_followers
  const browser = createClient(app.base)
  const anonymous = (action: string, body: unknown) =>
    browser.api('POST', `/v3/subscriptions/anonymous/${action}`, body)
  expect((await anonymous('subscribe', subject(bert.id))).json()).toEqual({ _total: 1 })
  expect((await anonymous('subscribe', subject(anna.id))).json()).toEqual({ _total: 2 })
  await anonymous('subscribe', subject(spanish.id, 'es'))
  const list = await anonymous('list', { type: 'author', world: 'de' })
  expect(list.json()).toEqual({ items: [{ id: anna.id }, { id: bert.id }], _total: 2 })
  expect((await anonymous('list', { world: 'de' })).json()).toEqual({ items: [], _total: 0 })
  expect((await counts(bert)).total_followers).toBe(before)
  const carla = await member(app, 'carla', { isSeller: true })
  await anonymous('subscribe', subject(carla.id))
  await logIn(browser, carla.email)
  expect((await followsOf(browser)).items).toMatchObject([{ id: anna.id }, { id: bert.id }])
  expect((await counts(bert)).total_followers).toBe(before + 1)
  expect((await counts(carla)).total_followings).toBe(3)
  expect((await browser.api('POST', '/v3/subscriptions/anonymous/persist', {})).status).toBe(200)
  expect((await counts(carla)).total_followings).toBe(3)
})

test('works without JavaScript: the address says what happened', async () => {
  const client = createClient(app.base)
  const page = `/de/autor/${anna.id}/anna`
  const done = await client.submit(page, { intent: 'follow-author', authorId: String(bert.id) })
  expect([done.status, done.headers.location]).toEqual([303, `${page}#followed`])
  const again = await client.submit(page, { intent: 'follow-author' })
  expect(again.headers.location).toBe(`${page}#followed`)
  const { _total } = (
    await client.api('POST', '/v3/subscriptions/anonymous/list', { type: 'author' })
  ).json<List>()
  expect(_total).toBe(1)
  const stopped = await client.submit(page, { intent: 'unfollow-author' })
  expect(stopped.headers.location).toBe(`${page}#unfollowed`)
  expect((await client.submit(page, { intent: 'nonsense' })).status).toBe(400)
  expect((await client.submit('/de/autor/999999/x', { intent: 'follow-author' })).status).toBe(404)
})

test('services learn whom a visitor follows; a stranger without an id follows nobody', async () => {
  expect(await followedAuthorIds(strangerContext(app.deps, 'de'))).toEqual([])
})
