import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { type Endpoint, endpoints } from '../support/api-rows.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { validValueOf } from '../support/arbitrary.ts'
import { type Answer, multipart } from '../support/http-client.ts'
import {
  type FormCase,
  formCases,
  insertNouns,
  type Noun,
  type NounIds,
  nounOf,
  ownedThings,
  plainPath,
  type State,
  states,
} from '../support/nouns.ts'
import { formPages, wishOf } from '../support/page-forms.ts'

/** What somebody else's things answer to every call and every form, in every state they can be in. */

let app: TestApp
let owner: Person
let intruders: Person[]
let things: Record<Noun, NounIds>

beforeAll(async () => {
  app = await openTestApp()
  owner = await member(app, 'owner', { isSeller: true })
  const [reader, far, gone] = [
    await member(app, 'reader'),
    await member(app, 'far', { isSeller: true, world: 'es' }),
    await member(app, 'gone', { isSeller: true }),
  ]
  intruders = [await member(app, 'intruder'), await member(app, 'intruder-seller', { isSeller: true })]
  things = await insertNouns(app, { owner, reader, far, gone })
})
afterAll(() => app.close())

const withParams = endpoints.filter(({ path }) => path.includes('{'))

/** What members do with public things of others. Reading is told by `access`. */
const forAll: ReadonlySet<string> = new Set([
  'post /v1/materials/{id}/recommend',
  'post /v1/materials/{id}/claim',
  'post /v1/materials/{id}/questions',
  'post /v1/posts/{id}/comments',
  'put /v1/posts/{id}/like',
  'delete /v1/posts/{id}/like',
  'put /v1/comments/{id}/like',
  'delete /v1/comments/{id}/like',
  'put /v1/reviews/{id}/helpful',
  'delete /v1/reviews/{id}/helpful',
])
/** Forgetting what one does not have is no mistake, whatever it is. */
const forgetting: ReadonlySet<string> = new Set(['delete /v1/cart/items/{id}', 'delete /v1/cart/saved/{id}'])

const keyOf = ({ method, path }: Endpoint) => `${method} ${plainPath(path)}`

function call(person: Person, row: Endpoint, id: string): Promise<Answer> {
  const path = row.path.replace('{partition}', 'ratings').replace(/\{\w+\}/g, encodeURIComponent(id))
  return person.client.api(row.method.toUpperCase(), `${path}?world=de`, bodyOf(row))
}

/** What the call asks for, so that it is refused for whose the thing is and not for what is missing. */
function bodyOf({ method, bodyKind, body }: Endpoint): unknown {
  return method !== 'get' && bodyKind === 'json' && body ? validValueOf(body) : undefined
}

function submit(person: Person, name: RouteName, each: FormCase, id: string): Promise<Answer> {
  const values = { ...each.values, ...(each.field !== undefined && { [each.field]: id }) }
  const path = addressOf(name, each.field === undefined ? id : (things[inAddress(name)]?.open ?? '1'))
  if (!each.isStreamed) return person.client.submit(path, values)
  const parts = Object.entries(values).map(([field, value]) => ({ name: field, value }))
  const { body, contentType } = multipart(parts)
  const headers = { Origin: app.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType }
  return person.client.send({
    method: 'POST',
    path: `${path}?intent=${each.values?.intent}`,
    headers,
    body,
  })
}

const inAddress = (name: RouteName): Noun => (name === 'post' ? 'post' : 'material')

function addressOf(name: RouteName, value: string): string {
  const pattern = routes.find((route) => route.name === name)?.pattern ?? ''
  const params = Object.fromEntries(
    [...pattern.matchAll(/\{(\w+)\??\}/g)].map(([, param = '']) => [
      param,
      param === 'slug' ? 'ein-slug' : param === 'partition' ? 'ratings' : value,
    ]),
  )
  return localizedPath(name, 'de', params)
}

const isRefused = ({ status }: Answer) => status >= 400 && status < 500

describe('the fixtures', () => {
  test('every parameter of the API names a thing there are fixtures for', () => {
    expect(withParams.filter((row) => nounOf(row) === undefined).map(keyOf)).toEqual([])
  })

  test('calls that change something send what they ask for', () => {
    const sent = withParams.filter((row) => bodyOf(row) !== undefined).map(keyOf)
    expect(sent).toContain('put /v1/saved-searches/{id}')
    expect(sent).toContain('post /v1/posts/{id}/comments')
  })

  test('every form has its cases', () => {
    expect(Object.keys(formCases).sort()).toEqual([...formPages].sort())
  })

  test('the owner finds the own ones', async () => {
    for (const path of ['/v1/posts/2001/source', '/v1/posts/2002/source', '/v1/materials/1000'])
      expect((await owner.client.api('GET', `${path}?world=de`)).status, path).toBe(200)
    expect((await owner.client.api('GET', `/v1/orders/${things.order.open}?world=de`)).status).toBe(200)
    expect((await owner.client.api('GET', `/v1/invoices/${things.invoice.open}/file?world=de`)).status).toBe(
      200,
    )
    expect(
      (await owner.client.api('PUT', '/v1/saved-searches/6000?world=de', { name: 'Brüche' })).status,
    ).toBe(200)
    for (const path of ['/v1/posts/2003/source', `/v1/orders/${things.order.elsewhere}`])
      expect((await owner.client.api('GET', `${path}?world=de`)).status, path).toBe(404)
  })
})

describe.each(states)('D2 44, 49: what is %s', (state: State) => {
  test.each(withParams.map((row) => [keyOf(row), row] as const))('%s', async (key, row) => {
    const noun = nounOf(row) ?? 'material'
    const mayOpen = state === 'open' && (row.access === 'public' || forAll.has(key))
    const before = await ownedThings(app)
    for (const person of intruders) {
      const answer = await call(person, row, things[noun][state])
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toContain(owner.email)
      if (!mayOpen && !forgetting.has(key))
        expect(isRefused(answer), `${key} ${state} -> ${answer.status} ${answer.text.slice(0, 200)}`).toBe(
          true,
        )
    }
    expect(await ownedThings(app)).toEqual(before)
  })

  const cases = Object.entries(formCases).flatMap(([name, list]) =>
    (list ?? []).map((each) => [name as RouteName, wishOf(each) ?? '', each] as const),
  )
  test.each(cases)('form %s %s', async (name, _action, each) => {
    const before = await ownedThings(app)
    for (const person of intruders) {
      const answer = await submit(person, name, each, things[each.noun][state])
      expect(answer.status).toBeLessThan(500)
      const isForgetting = /^(remove|unfollow)/.test(wishOf(each) ?? '')
      if (!(state === 'open' && each.isForAll) && !isForgetting)
        expect(
          isRefused(answer),
          `${name} ${state} -> ${answer.status} ${answer.headers.location ?? answer.text.slice(0, 200)}`,
        ).toBe(true)
    }
    expect(await ownedThings(app)).toEqual(before)
  })
})
