import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectPictures } from '#exercises/units/server/assets/assets.ts'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { buy, codeOf, makeUnit, upload } from '../support/sold-units.ts'

/* What a teacher changes of a course while pupils learn with it: nothing that is done is lost by it. */

let app: TestApp
let owner: Person
let other: Person
const guest = () => createClient(app.base)

beforeAll(async () => {
  app = await openTestApp()
  owner = await member(app, 'desk-owner', { isSeller: true })
  other = await member(app, 'desk-other')
})
afterAll(() => app.close())

interface Item {
  id: string
  kind: string
  title: string
  minutes: number
  version?: number
  text?: string
  address?: string
}
interface Course {
  id: number
  revision: number
  shareKey: string
  cover: string
  language: string
  hasCertificate: boolean
  items: Item[]
}
interface Learnt {
  lang: string
  cover: string
  isDone: boolean
  items: { id: string; percent: number | null; isDone: boolean }[]
}

const read = async (id: number, person = owner) =>
  (await person.client.api('GET', `/v3/courses/${id}`)).json<Course>()
const way = async (key: string) => (await guest().get(`/api/v3/courses/learn/${key}?world=de`)).json<Learnt>()
const page = (courseId: number) => url('interactive-course', { world: 'de', courseId })

async function courseOf(...items: object[]): Promise<Course> {
  const { id } = (await owner.client.api('POST', '/v3/courses', { title: 'Doppelt' })).json<{ id: number }>()
  for (const item of items) {
    const { revision } = await read(id)
    const added = await owner.client.api('POST', `/v3/courses/${id}/items`, { revision, ...item })
    expect(added.status, added.text).toBe(201)
  }
  await owner.client.api('PUT', `/v3/courses/${id}/share`, { isOpen: true })
  return await read(id)
}

async function begin({ shareKey }: Course, name = 'Otter'): Promise<string> {
  const answer = await guest().api('POST', `/v3/courses/learn/${shareKey}?world=de`, { name })
  return answer.json<{ key: string }>().key
}

async function submit(course: Course, fields: Record<string, string>): Promise<number> {
  const { revision } = await read(course.id)
  return (await owner.client.submit(page(course.id), { revision: String(revision), ...fields })).status
}

const text = { kind: 'text', ref: 'Liest das zuerst.', title: 'Anfnag' }

describe('an item', () => {
  test('is mended without what pupils did with it being lost', async () => {
    const link = { kind: 'link', ref: 'https://example.org/', title: 'Mehr' }
    const course = await courseOf(text, link)
    const [first, second] = course.items
    const key = await begin(course)
    await guest().api('PUT', `/v3/courses/learn/${key}/done?world=de`, { item: first?.id })
    const typed = { item: first?.id ?? '', title: 'Anfang', ref: 'Lies das zuerst.', minutes: '5' }
    expect(await submit(course, { intent: 'edit-item', ...typed })).toBe(303)
    expect((await read(course.id)).items[0]).toMatchObject({
      ...{ id: first?.id, title: 'Anfang', text: 'Lies das zuerst.', minutes: 5 },
    })
    expect((await way(key)).items[0]).toMatchObject({ isDone: true })
    const wrongs = [
      { ...typed, title: ' ' },
      { ...typed, minutes: '9999' },
      { ...typed, item: second?.id ?? '', ref: 'javascript:alert(1)' },
    ]
    for (const wrong of wrongs) expect(await submit(course, { intent: 'edit-item', ...wrong })).toBe(422)
    // An empty field of a form is one that was not sent: the text stays.
    expect(await submit(course, { intent: 'edit-item', ...typed, ref: '' })).toBe(303)
    expect((await read(course.id)).items[0]).toMatchObject({ text: 'Lies das zuerst.' })
    const stale = { revision: 1, ...typed, minutes: 1 }
    const path = `/v3/courses/${course.id}/items`
    expect(await codeOf(owner, 'PUT', path, stale)).toBe('conflict')
    expect(await codeOf(other, 'PUT', path, stale)).toBe('not_found')
    expect(await codeOf(owner, 'PUT', path, { ...stale, revision: 99, item: 'ffffff' })).toBe('conflict')
  })

  test('goes on with a newer version of its exercise when its owner says so, and keeps what was reached', async () => {
    const unitId = await makeUnit(owner, true, '1+1? {=2 ~3}\n\n2+2? {=4 ~5}')
    const course = await courseOf({ kind: 'unit', ref: String(unitId) })
    const [item] = course.items
    const key = await begin(course)
    const task = `/v3/units/practice/${key}-${item?.id}?world=de`
    const { pages } = (await guest().get(`/api${task}`)).json<{
      pages: { elements: { id: string; widgets: { options: { value: string; text: string }[] }[] }[] }[]
    }>()
    const [element] = pages.flatMap((each) => each.elements)
    const pick = element?.widgets[0]?.options.find((option) => option.text === '2')?.value
    await guest().api('POST', task, { answers: { [element?.id ?? '']: { pick: [pick] } } })
    expect((await way(key)).items[0]).toMatchObject({ percent: 50 })
    const renew = (revision: number) =>
      codeOf(owner, 'PUT', `/v3/courses/${course.id}/items/version`, { revision, item: item?.id })
    expect(await renew(course.revision)).toBe('conflict')
    expect(await codeOf(owner, 'POST', `/v3/units/${unitId}/publish`)).toBe(200)
    expect((await read(course.id)).items[0]).toMatchObject({ version: 1 })
    expect(await renew(course.revision)).toBe(200)
    expect((await read(course.id)).items[0]).toMatchObject({ id: item?.id, version: 2 })
    expect((await way(key)).items[0]).toMatchObject({ percent: 50 })
  })

  test('stands among at most fifty, twenty of them exercises', async () => {
    const unitId = String(await makeUnit(owner))
    const { id } = await courseOf()
    const add = async (item: object) => {
      const { revision } = await read(id)
      return await owner.client.api('POST', `/v3/courses/${id}/items`, { revision, ...item })
    }
    const full = { error: { code: 'invalid_input', fields: { items: 'too_long' } } }
    for (let count = 0; count < 20; count += 1)
      expect((await add({ kind: 'unit', ref: unitId })).status).toBe(201)
    expect((await add({ kind: 'unit', ref: unitId })).json()).toMatchObject(full)
    for (let count = 20; count < 50; count += 1) expect((await add(text)).status).toBe(201)
    expect((await add(text)).json()).toMatchObject(full)
    expect((await read(id)).items).toHaveLength(50)
  })
})

test('its teacher sees who is how far, and nobody else does', async () => {
  const course = await courseOf(text, { ...text, title: 'Zwei' })
  const [first, second] = course.items
  const keys = [await begin(course, 'Otter'), await begin(course, 'Igel'), await begin(course, 'Maus')]
  const tick = (key = '', item = '') => guest().api('PUT', `/v3/courses/learn/${key}/done?world=de`, { item })
  await tick(keys[1], first?.id)
  await tick(keys[0], first?.id)
  await tick(keys[0], second?.id)
  const path = `/v3/courses/${course.id}/learners`
  const seen = (await owner.client.api('GET', path)).json<{ learners: object[] }>()
  expect(seen.learners).toHaveLength(3)
  expect(seen.learners).toMatchObject([
    { name: 'Otter', done: 2, isDone: true },
    { name: 'Igel', done: 1, isDone: false },
    { name: 'Maus', done: 0, isDone: false },
  ])
  expect(JSON.stringify(seen)).not.toContain(keys[0])
  expect(await codeOf(other, 'GET', path)).toBe('not_found')
})

test('a certificate is given where its teacher wants one', async () => {
  const course = await courseOf(text)
  const key = await begin(course)
  await guest().api('PUT', `/v3/courses/learn/${key}/done?world=de`, { item: course.items[0]?.id })
  const certificate = async () =>
    (await guest().get(`/api/v3/courses/learn/${key}/certificate?world=de`)).status
  const head = { intent: 'save-course', title: 'Doppelt', gate: 'none', minPercent: '60' }
  expect(await submit(course, { ...head, hasCertificate: '0', language: 'en' })).toBe(303)
  expect(await certificate()).toBe(403)
  expect(await way(key)).toMatchObject({ isDone: true, hasCertificate: false, lang: 'en' })
  // Whoever says nothing of it changes nothing of it.
  expect(await submit(course, head)).toBe(303)
  expect(await read(course.id)).toMatchObject({ hasCertificate: false, language: 'en' })
  expect(await submit(course, { ...head, hasCertificate: '1' })).toBe(303)
  expect(await certificate()).toBe(200)
})

describe('a picture above a course', () => {
  const png = (color: string) =>
    sharp({ create: { width: 64, height: 36, channels: 3, background: color } })
      .png()
      .toBuffer()

  async function send(courseId: number, bytes: Buffer, person = owner) {
    const value = { fileName: 'a.png', mediaType: 'image/png', body: bytes }
    const { body, contentType } = multipart([{ name: 'file', value }])
    return await person.client.api('POST', `/v3/courses/${courseId}/cover?world=de`, body, {
      'Content-Type': contentType,
    })
  }

  test('is sent, seen by who learns, copied, and taken away; no other file, nobody else', async () => {
    const course = await courseOf(text)
    const sent = await send(course.id, await png('#0a0'))
    expect(sent.status, sent.text).toBe(200)
    const { cover } = sent.json<{ cover: string }>()
    expect(cover).toMatch(/^unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.webp$/)
    expect((await way(course.shareKey)).cover).toBe(cover)
    const copy = (await owner.client.api('POST', `/v3/courses/${course.id}/duplicate`)).json<{ id: number }>()
    expect((await read(copy.id)).cover).toBe(cover)
    const theirs = await send(course.id, await png('#00a'), other)
    const none = await send(course.id, Buffer.from('none'))
    expect([theirs.status, none.status, (await read(course.id)).cover]).toEqual([404, 422, cover])
    // Items are changed over the revision that was seen before the picture came.
    const { revision } = course
    expect(await codeOf(owner, 'POST', `/v3/courses/${course.id}/items`, { revision, ...text })).toBe(201)
    expect((await read(course.id)).cover).toBe(cover)
    expect(await codeOf(owner, 'DELETE', `/v3/courses/${course.id}/cover`)).toBe(200)
    expect([(await read(course.id)).cover, (await read(copy.id)).cover]).toEqual(['', cover])
  })

  test('goes with the course that is sold, and stays as long as somebody shows it', async () => {
    const course = await courseOf({ kind: 'unit', ref: String(await makeUnit(owner)) })
    const { cover } = (await send(course.id, await png('#a00'))).json<{ cover: string }>()
    const head = { intent: 'save-course', title: 'Doppelt', gate: 'none', minPercent: '60' }
    await submit(course, { ...head, hasCertificate: '0', language: 'fr' })
    const sold = await upload(owner, { courseId: String(course.id), action: 'publish' })
    expect(sold).toMatchObject({ status: 'published', problems: {} })
    await buy(app, other, sold.materialId)
    const { id } = (await other.client.api('PUT', `/v3/courses/bought/${sold.materialId}`)).json<{
      id: number
    }>()
    expect(await read(id, other)).toMatchObject({ cover, hasCertificate: false, language: 'fr' })
    await owner.client.api('DELETE', `/v3/courses/${course.id}/cover`)
    await sql`update unit_asset set created_at = now() - interval '60 days'`.execute(app.deps.db)
    const isThere = async () =>
      (await guest().get(`/api/v3/unit-assets?name=${cover.slice(cover.lastIndexOf('/') + 1)}`)).status ===
      200
    await collectPictures(app.deps)
    expect(await isThere()).toBe(true)
    await sql`delete from sold_course where material_id = ${sold.materialId}`.execute(app.deps.db)
    await other.client.api('DELETE', `/v3/courses/${id}`)
    await collectPictures(app.deps, { hashes: [cover.slice(8, 72)] })
    expect(await isThere()).toBe(false)
  })
})
