import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/* Published versions of an exercise, and the way back to one of them. */

let app: TestApp
let author: Person
let other: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'version-author')
  other = await member(app, 'version-other')
})
afterAll(() => app.close())

interface Unit {
  revision: number
  version: number
  content: { title: string; pages: { elements: { prompt: string }[] }[] }
}

const task = (id: string, prompt: string) => ({
  ...{ id, type: 'short_text', prompt: `<p>${prompt}</p>`, points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
})

async function save(id: number, prompts: readonly string[]): Promise<void> {
  const { revision } = (await author.client.api('GET', `/v3/units/${id}`)).json<Unit>()
  const elements = prompts.map((prompt, at) => task(`e${at}`, prompt))
  const content = { title: `Mit ${prompts.length}`, pages: [{ id: 'p1', title: '', elements }] }
  const saved = await author.client.api('PUT', `/v3/units/${id}`, { revision, content })
  expect(saved.status, saved.text).toBe(200)
}

const publish = (id: number) => author.client.api('POST', `/v3/units/${id}/publish`)
const restore = (id: number, version: number, person = author) =>
  person.client.api('POST', `/v3/units/${id}/restore`, { version })

/** Two published versions, of one and two tasks, and a draft of three. */
async function unitOfTwo(): Promise<number> {
  const { id } = (await author.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>()
  await save(id, ['Eins'])
  await publish(id)
  await save(id, ['Eins', 'Zwei'])
  await publish(id)
  await save(id, ['Eins', 'Zwei', 'Drei'])
  return id
}

test('a version becomes the draft again, and no version changes by it', async () => {
  const id = await unitOfTwo()
  const before = (await author.client.api('GET', `/v3/units/${id}`)).json<Unit>()
  const answer = await restore(id, 1)
  expect(answer.status, answer.text).toBe(200)
  const after = (await author.client.api('GET', `/v3/units/${id}`)).json<Unit>()
  expect(after.content.title).toBe('Mit 1')
  expect(after.content.pages[0]?.elements.map(({ prompt }) => prompt)).toEqual(['<p>Eins</p>'])
  // An editor that is still open elsewhere does not write over it.
  expect(after.revision).toBe(before.revision + 1)
  expect(after.version).toBe(2)
  const late = { revision: before.revision, content: before.content }
  expect((await author.client.api('PUT', `/v3/units/${id}`, late)).status).toBe(409)
  expect((await publish(id)).json<Unit>().version).toBe(3)
  expect((await restore(id, 2)).status).toBe(200)
  expect((await author.client.api('GET', `/v3/units/${id}`)).json<Unit>().content.title).toBe('Mit 2')
})

test('what is no version, or somebody else’s, is not brought back', async () => {
  const id = await unitOfTwo()
  expect((await restore(id, 9)).json()).toMatchObject({ error: { code: 'version_gone' } })
  expect((await restore(id, 1, other)).status).toBe(404)
  expect((await restore(id, 0)).status).toBe(422)
  expect((await author.client.api('GET', `/v3/units/${id}`)).json<Unit>().content.title).toBe('Mit 3')
})

test('the form of the page does the same', async () => {
  const id = await unitOfTwo()
  const page = url('interactive-unit', { world: 'de', unitId: id })
  const sent = await author.client.submit(page, { intent: 'restore-unit', version: '1' })
  expect([sent.status, sent.headers.location]).toEqual([303, `${page}#restored`])
  expect((await author.client.api('GET', `/v3/units/${id}`)).json<Unit>().content.title).toBe('Mit 1')
})
