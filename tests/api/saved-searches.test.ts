import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { savedSearchLimits } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { SavedSearch } from '#shop/catalogue/saved-searches/rules/contract.ts'
import { mailSavedSearches } from '#shop/catalogue/saved-searches/server/daily-mail.ts'
import type { Synonym } from '#shop/catalogue/synonyms/rules/contract.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let reader: Person
let other: Person
const search = url('search', { world: 'de' })
const account = url('account', { world: 'de' })

beforeAll(async () => {
  app = await openTestApp()
  reader = await member(app, 'reader')
  other = await member(app, 'other', { isSeller: true })
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.deleteFrom('saved_search').execute())

async function save(person: Person, params: string, more: object = {}) {
  return await person.client.api('POST', '/v1/saved-searches', { params, ...more })
}

async function saved(person: Person, params: string, more: object = {}): Promise<SavedSearch> {
  const answer = await save(person, params, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<SavedSearch>()
}

async function list(person: Person): Promise<SavedSearch[]> {
  return (await person.client.api('GET', '/v1/saved-searches')).json<{ searches: SavedSearch[] }>().searches
}

describe('saved searches', () => {
  test('are kept tidy and once, under what is searched for', async () => {
    const first = await saved(
      reader,
      'query=bruch&class_grade=6&page=3&utm_source=x&after=abc&sort=relevance',
    )
    expect(first).toMatchObject({ url: `${search}?class_grade=6&query=bruch`, wantsMail: false })
    expect(first.name).toMatch(/^bruch, 6\. Klasse/)
    expect((await saved(reader, 'class_grade=6&query=bruch')).id).toBe(first.id)
    expect(await list(reader)).toHaveLength(1)
    expect(await list(other)).toEqual([])
  })

  test.each(['', 'page=2', 'sort=evil', 'query=%00', 'x'.repeat(1000)])('%j is no search', async (params) => {
    const answer = await save(reader, params)
    expect(answer.status).toBe(422)
  })

  test('a name is one line, cut and never empty; foreign and gone ones do not exist', async () => {
    const { id } = await saved(reader, 'query=bruch')
    const rename = (person: Person, name: string) =>
      person.client.api('PUT', `/v1/saved-searches/${id}`, { name })
    expect((await rename(reader, ' Für\n Montag ')).json<SavedSearch>().name).toBe('Für Montag')
    expect((await rename(reader, ' \u0000 ')).status).toBe(422)
    expect((await rename(reader, 'x'.repeat(81))).status).toBe(422)
    expect((await rename(other, 'meins')).status).toBe(404)
    expect((await other.client.api('DELETE', `/v1/saved-searches/${id}`)).status).toBe(404)
    expect((await createClient(app.base).api('GET', '/v1/saved-searches')).status).toBe(401)
  })

  test('deleted, brought back, deleted twice', async () => {
    const { id } = await saved(reader, 'query=bruch')
    for (let times = 0; times < 2; times++)
      expect((await reader.client.api('DELETE', `/v1/saved-searches/${id}`)).status).toBe(200)
    expect(await list(reader)).toEqual([])
    expect((await other.client.api('POST', `/v1/saved-searches/${id}/restore`, {})).status).toBe(404)
    expect((await reader.client.api('POST', `/v1/saved-searches/${id}/restore`, {})).status).toBe(200)
    expect(await list(reader)).toHaveLength(1)
    expect((await reader.client.api('POST', `/v1/saved-searches/${id}/restore`, {})).status).toBe(404)
  })

  test('so many and no more, also when many come at once', async () => {
    const { perMember } = savedSearchLimits
    await app.deps.db
      .insertInto('saved_search')
      .values(
        Array.from({ length: perMember - 1 }, (_, n) => ({
          ...{ world: 'de', account_id: reader.id, name: `n${n}`, params: `query=n${n}` },
        })),
      )
      .execute()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((word) => save(reader, `query=${word}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await list(reader)).toHaveLength(perMember)
  })
})

describe('without script', () => {
  test('a member saves, renames, deletes and takes it back', async () => {
    const { client } = reader
    const done = await client.submit(search, { intent: 'save-search', params: 'query=bruch' })
    expect([done.status, done.headers.location]).toEqual([303, `${search}?query=bruch#search-saved`])
    const [one] = await list(reader)
    const act = (values: Record<string, string>) => client.submit(account, { id: String(one?.id), ...values })
    expect((await act({ intent: 'change-search', name: 'Brüche' })).headers.location).toBe(
      `${account}#saved-searches`,
    )
    await act({ intent: 'change-search', wantsMail: '1' })
    expect((await list(reader))[0]).toMatchObject({ name: 'Brüche', wantsMail: true })
    expect((await act({ intent: 'delete-search' })).headers.location).toBe(
      `${account}?deleted=${one?.id}#saved-searches`,
    )
    await act({ intent: 'restore-search' })
    expect(await list(reader)).toHaveLength(1)
    expect((await client.submit(search, { intent: 'save-search', params: '' })).headers.location).toBe(
      `${search}#search-not-saved`,
    )
    expect((await client.submit(account, { intent: 'delete-search', id: 'x' })).status).toBe(422)
  })

  test('a stranger is led to the login and comes back with it saved', async () => {
    const client = createClient(app.base)
    const sent = await client.submit(search, { intent: 'save-search', params: 'query=br%C3%BCche&rating=4' })
    expect(sent.status).toBe(303)
    const login = new URL(String(sent.headers.location), app.base)
    expect(login.pathname).toBe(url('login', { world: 'de' }))
    const next = login.searchParams.get('next') ?? ''
    const back = await client.submit(login.pathname, {
      intent: 'log-in',
      grant_type: 'password',
      username: reader.email,
      password: castPassword,
      next,
    })
    expect([back.status, back.headers.location]).toEqual([
      303,
      `${search}?query=br%C3%BCche&rating=4#search-saved`,
    ])
    expect((await list(reader)).map((each) => each.url)).toEqual([`${search}?query=br%C3%BCche&rating=4`])
  })

  test('D2 38: a link alone saves nothing', async () => {
    await reader.client.get(`${search}?query=bruch&save=1`)
    expect(await list(reader)).toEqual([])
  })
})

describe('the daily mail', () => {
  async function publish(title: string): Promise<void> {
    const materialId = await materialRow(app, { authorId: other.id, title })
    const publishedAt = new Date()
    await app.deps.db
      .updateTable('material')
      .set({ published_at: publishedAt })
      .where('id', '=', materialId)
      .execute()
    await app.deps.search.index(app.deps.db, {
      ...{ world: 'de', materialId, authorId: other.id, authorName: 'other', title, description: '' },
      ...{
        keywords: [],
        termNames: [],
        termIds: [],
        priceCents: 0,
        ratingAverage: 0,
        popularity: 0,
        publishedAt,
      },
    })
  }

  async function mails() {
    return await app.deps.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'text'])
      .where('template', '=', 'saved-search-news')
      .execute()
  }

  test('one a person, only for what is new, not twice', async () => {
    await publish('Igel im Winter')
    await saved(reader, 'query=igel', { wantsMail: true })
    await saved(reader, 'query=laub&free=1', { wantsMail: true, name: 'Laub' })
    await saved(other, 'query=igel')
    await mailSavedSearches(app.deps)
    expect(await mails()).toEqual([])
    await publish('Igel und Laub')
    await mailSavedSearches(app.deps)
    await mailSavedSearches(app.deps)
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual([reader.email])
    expect(sent[0]?.text).toContain('Laub: Igel und Laub')
    expect(sent[0]?.text).not.toContain('Winter')
    expect(sent[0]?.text).toContain('/de/konto#saved-searches')
  })
})

describe('synonyms', () => {
  test('are for operators, are checked, and count from the next search on', async () => {
    const admin = await member(app, 'admin', { role: 'admin' })
    const put = (person: Person, term: string, synonyms: string[]) =>
      person.client.api('PUT', '/v1/search/synonyms', { term, synonyms })
    expect((await put(reader, 'Stacheltier', ['Igel'])).status).toBe(403)
    expect((await put(admin, ' ! ', ['Igel'])).status).toBe(422)
    expect((await put(admin, 'eins zwei drei vier', ['Igel'])).status).toBe(422)
    expect((await put(admin, 'Igel', ['igel'])).status).toBe(422)
    expect((await put(admin, 'Igel', [])).status).toBe(422)
    const totalOf = async () =>
      (await createClient(app.base).get('/api/v1/search?world=de&exact=1&query=St%C3%A4chelding')).json<{
        total: number
      }>().total
    expect(await totalOf()).toBe(0)
    const done = await put(admin, 'Stächelding', ['Igel & | !'])
    expect(done.json<Synonym>()).toEqual({ term: 'stachelding', synonyms: ['Igel'] })
    expect(await totalOf()).toBeGreaterThan(0)
    const found = await admin.client.api('GET', '/v1/search/synonyms?search=stachel')
    expect(found.json<{ synonyms: Synonym[] }>().synonyms).toEqual([done.json<Synonym>()])
    expect((await admin.client.api('DELETE', '/v1/search/synonyms?term=Stachelding')).status).toBe(200)
    expect((await admin.client.api('DELETE', '/v1/search/synonyms?term=Stachelding')).status).toBe(404)
    expect(await totalOf()).toBe(0)
  })
})
