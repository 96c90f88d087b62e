import { afterAll, beforeAll, expect, test } from 'vitest'
import { unitTemplates } from '#exercises/model/task/templates.ts'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'template-author', { isSeller: true })
})
afterAll(() => app.close())

interface Unit {
  status: string
  content: { title: string; pages: { title: string; elements: { type: string; points: number }[] }[] }
}

const create = (body: object, world = 'de') => author.client.api('POST', `/v3/units?world=${world}`, body)
const idOf = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}
const read = async (id: number, world = 'de') =>
  (await author.client.api('GET', `/v3/units/${id}?world=${world}`)).json<Unit>()
const typesOf = ({ content }: Unit) => content.pages.map(({ elements }) => elements.map(({ type }) => type))
const count = async () =>
  (await author.client.api('GET', '/v3/units?world=de')).json<{ units: unknown[] }>().units.length

const mathematics = [
  ['numeric', 'match', 'gap_text'],
  ['numeric', 'order'],
]

test('a template gives a draft with its tasks, which could be published as it is', async () => {
  const id = idOf(await create({ title: 'Prozente', template: 'mathematics' }))
  const unit = await read(id)
  expect([unit.status, unit.content.title]).toEqual(['draft', 'Prozente'])
  expect(typesOf(unit)).toEqual(mathematics)
  expect(unit.content.pages.flatMap(({ elements }) => elements).every(({ points }) => points > 0)).toBe(true)
  const published = await author.client.api('POST', `/v3/units/${id}/publish?world=de`)
  expect(published.status, published.text).toBe(200)
})

test('its words are those of the world', async () => {
  const titles = async (world: string) => {
    const { content } = await read(idOf(await create({ title: 'Mine', template: 'history' }, world)), world)
    return content.pages.map(({ title }) => title)
  }
  expect(await titles('en')).toEqual(['The Tudors', 'Check what you know'])
  expect(await titles('gr')).toEqual(['Η Ελληνική Επανάσταση', 'Τι θυμάμαι'])
})

test('without one it is empty; one that is not there is refused and makes nothing', async () => {
  expect(typesOf(await read(idOf(await create({ title: 'Leer' }))))).toEqual([[]])
  expect(typesOf(await read(idOf(await create({ title: 'Leer', template: '' }))))).toEqual([[]])
  const before = await count()
  const refused = await create({ title: 'Fremd', template: '../de' })
  expect(refused.status).toBe(422)
  expect(refused.json<{ error: { code: string; fields: object } }>().error).toMatchObject({
    code: 'invalid_input',
    fields: { template: 'invalid' },
  })
  expect(await count()).toBe(before)
})

test('the form does the same without a script', async () => {
  const page = url('interactive-my', { world: 'de' })
  const submit = (template: string) =>
    author.client.submit(page, { intent: 'create-unit', title: 'Aus dem Formular', template })
  const made = await submit('mathematics')
  expect(made.status, made.text.slice(0, 500)).toBe(303)
  const id = Number(/(\d+)$/.exec(made.headers.location ?? '')?.[1])
  expect(typesOf(await read(id))).toEqual(mathematics)
  expect((await submit('')).status).toBe(303)
  expect((await submit('chemistry-of-everything')).status).toBe(422)
})

test('programs read the names of the templates in the description of the API', async () => {
  const { text } = await author.client.get('/api/openapi.json')
  const described = JSON.parse(text).paths['/v3/units'].post.requestBody.content['application/json'].schema
  expect(described.properties.template.enum).toEqual([...unitTemplates, ''])
})
