import { afterAll, beforeAll, expect, test } from 'vitest'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/* Bodies whose shape is the attack (quality.md D2, 83 and 86): names every object inherits, and more of them than anybody sends. */

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await openTestApp()
  person = await member(app, 'shapes', { isSeller: true })
})
afterAll(() => app.close())

const routes = [
  '/v3/units',
  '/v3/rooms',
  '/v3/courses',
  '/v1/posts?world=de',
  '/v3/oauth2/authenticate',
  '/v3/room-codes/ABCDEF/answers',
]
const json = { 'Content-Type': 'application/json' }
const isClean = () => expect(Object.keys(Object.getPrototypeOf({}))).toEqual([])
const isAlive = async () => {
  const made = await person.client.api('POST', '/v3/units', { title: 'Danach' })
  expect(made.status).toBe(201)
}

test.each([
  '{"__proto__":{"isAdmin":true,"title":"x"},"title":"x"}',
  '{"constructor":{"prototype":{"isAdmin":true}},"title":"x"}',
  '{"title":"x","content":{"__proto__":{"isAdmin":true},"title":"x","pages":[]},"settings":{"__proto__":{"isAdmin":true}}}',
  '{"answers":[{"id":"a","element_id":"__proto__","response":{"__proto__":["polluted"]},"seq_local":1}],"title":"x"}',
])('D2 83: names all objects inherit change none of them: %s', async (body) => {
  for (const path of routes) {
    const answer = await person.client.api('POST', path, Buffer.from(body), json)
    expect(answer.status, path).toBeLessThan(500)
  }
  for (const query of ['__proto__[isAdmin]=1', 'constructor.prototype.isAdmin=1', '__proto__.isAdmin=1'])
    expect((await person.client.get(`/api/v1/materials?world=de&${query}`)).status).toBeLessThan(500)
  for (const name of ['__proto__.isAdmin', '__proto__[isAdmin]', 'constructor.prototype.isAdmin'])
    expect((await person.client.submit('/de/konto', { intent: 'save', [name]: '1' })).status).toBeLessThan(
      500,
    )
  isClean()
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  await isAlive()
})

const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`
const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`
test.each<[string, string]>([
  ['a hundred thousand keys', keys(100_000)],
  [
    'a hundred thousand keys of one hash bucket',
    `{${Array.from({ length: 100_000 }, (_, at) => `"${at * 65_536}":1`).join(',')}}`,
  ],
  ['lists ten thousand deep', deep(10_000, '[', ']')],
  ['objects ten thousand deep', deep(10_000, '{"title":', '}')],
  ['content ten thousand deep', `{"title":"x","content":${deep(10_000, '{"pages":[', ']}')}}`],
  ['a hundred thousand empty answers', `{"answers":[${'{},'.repeat(99_999)}{}]}`],
])('D2 86: %s are answered, soon, and no error of ours', async (_what, body) => {
  for (const path of routes) {
    const started = performance.now()
    const answer = await person.client.api('POST', path, Buffer.from(body), json)
    expect(answer.status, path).toBeLessThan(500)
    expect(performance.now() - started).toBeLessThan(5_000)
  }
  await isAlive()
})
