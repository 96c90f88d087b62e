import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'

let app: TestApp
let owner: Person
let other: Person
const guest = () => createClient(app.base)

beforeAll(async () => {
  app = await openTestApp()
  owner = await member(app, 'course-owner', { isSeller: true })
  other = await member(app, 'course-other')
})
afterAll(() => app.close())

interface Course {
  id: number
  revision: number
  shareKey: string | null
  items: { id: string; kind: string; version?: number }[]
}
interface Learnt {
  isDone: boolean
  done: number
  items: { id: string; isOpen: boolean; isDone: boolean; percent: number | null; hasRoom: boolean }[]
}

async function published(): Promise<number> {
  const value = {
    fileName: 'Zahlen.gift',
    mediaType: 'text/plain',
    body: Buffer.from('2+2? {=4 ~5}\n\n3+3? {=6 ~7}'),
  }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const made = await owner.client.api('POST', '/v3/units/import?world=de', body, {
    'Content-Type': contentType,
  })
  const { id } = made.json<{ id: number }>()
  expect((await owner.client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  return id
}

const read = async (id: number) => (await owner.client.api('GET', `/v3/courses/${id}`)).json<Course>()

async function add(id: number, item: Record<string, unknown>, person = owner) {
  const { revision } = await read(id)
  return await person.client.api('POST', `/v3/courses/${id}/items`, { revision, ...item })
}

/** A text, an exercise, a link that nobody has to open; one after the other, with 60 percent. */
async function course(): Promise<Course> {
  const { id } = (await owner.client.api('POST', '/v3/courses', { title: 'Zahlen bis 10' })).json<{
    id: number
  }>()
  await add(id, { kind: 'text', ref: 'Lies das zuerst.', title: 'Anfang' })
  expect((await add(id, { kind: 'unit', ref: String(await published()) })).status).toBe(201)
  await add(id, { kind: 'link', ref: 'https://example.org/', title: 'Mehr', isRequired: false })
  const { revision } = await read(id)
  const page = url('interactive-course', { world: 'de', courseId: id })
  const head = { intent: 'save-course', title: 'Zahlen bis 10', gate: 'min_pct', minPercent: '60' }
  expect((await owner.client.submit(page, { ...head, revision: String(revision) })).status).toBe(303)
  await owner.client.api('PUT', `/v3/courses/${id}/share`, { isOpen: true })
  return await read(id)
}

async function begun({ shareKey }: Course, name = 'Mutiger Otter'): Promise<string> {
  const page = url('interactive-learn', { world: 'de', key: shareKey ?? '' })
  const { headers } = await guest().submit(page, { intent: 'begin-course', name })
  return headers.location?.split('/').at(-1) ?? ''
}

const way = async (key: string) => (await guest().get(`/api/v3/courses/learn/${key}?world=de`)).json<Learnt>()
const open = async (key: string) => (await way(key)).items.map(({ isOpen }) => isOpen)

interface Room {
  id: number
  code: string
}
interface Desk {
  elements: { id: string }[]
  participants: { id: number; name: string }[]
}

const control = (room: Room, command: string, rest: object = {}) =>
  owner.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })

const elementsOf = async ({ id }: Room) =>
  (await owner.client.api('GET', `/v3/rooms/${id}`)).json<Desk>().elements

async function entered(key: string, item: string, room: Room) {
  const client = guest()
  const page = url('interactive-learn', { world: 'de', key })
  const answer = await client.submit(page, { intent: 'enter-course-room', item })
  expect(answer.headers.location).toBe(url('room', { world: 'de', code: room.code }))
  return client
}

/** An answer by its text, as it stands in the room. */
async function hand(client = guest(), room: Room, elementId: string | undefined, text: string) {
  const { steps } = (await client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    steps: { elements: { id: string; widgets: { options: { value: string; text: string }[] }[] }[] }[]
  }>()
  const element = steps.flatMap(({ elements }) => elements).find(({ id }) => id === elementId)
  const pick = element?.widgets[0]?.options.find((option) => option.text === text)?.value
  const one = { id: `${elementId} ${text}`, element_id: elementId, response: { pick: [pick] }, seq_local: 1 }
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
  expect(answer.json(), answer.text).toEqual({ acks: [{ id: one.id }] })
}

/** A course whose last item is a room, opened, with two who have the same name in it. */
async function withRoom(template: object, first = '') {
  const made = (await owner.client.api('POST', '/v3/courses', { title: 'Gemeinsam' })).json<Course>()
  if (first) await add(made.id, { kind: 'text', ref: first, title: first })
  const planned = { kind: 'room_template', ref: String(await published()), ...template }
  const added = await add(made.id, planned)
  expect(added.status, added.text).toBe(201)
  const page = url('interactive-course', { world: 'de', courseId: made.id })
  const head = { intent: 'save-course', title: 'Gemeinsam', gate: 'min_pct', minPercent: '60' }
  await owner.client.submit(page, { ...head, revision: String((await read(made.id)).revision) })
  await owner.client.api('PUT', `/v3/courses/${made.id}/share`, { isOpen: true })
  const { items, ...course } = await read(made.id)
  const item = items.at(-1)?.id ?? ''
  const opened = await owner.client.submit(page, { intent: 'open-room', item })
  const id = Number(opened.headers.location?.split('/').at(-1))
  const { code } = (await owner.client.api('GET', `/v3/rooms/${id}`)).json<Room>()
  const room = { id, code, courseId: made.id }
  const [key, second] = [await begun({ ...course, items }), await begun({ ...course, items })]
  const pupils = first ? [] : [await entered(key, item, room), await entered(second, item, room)]
  return { room, item, key, shareKey: course.shareKey ?? '', pupils }
}

describe('a course', () => {
  test('is ordered by steps and by places; what is no place is the end', async () => {
    const { id, items } = await course()
    const [text, unit, link] = items.map((item) => item.id)
    const page = url('interactive-course', { world: 'de', courseId: id })
    const move = async (item: string | undefined, step: string, place = '') => {
      const { revision } = await read(id)
      const form = { intent: 'move-item', revision: String(revision), item: item ?? '', step, place }
      expect((await owner.client.submit(page, form)).status).toBe(303)
      return (await read(id)).items.map((each) => each.id)
    }
    expect(await move(link, 'to', '0')).toEqual([link, text, unit])
    expect(await move(link, 'to', '1')).toEqual([text, link, unit])
    expect(await move(text, 'to', '40')).toEqual([link, unit, text])
    expect(await move(text, 'up')).toEqual([link, text, unit])
    expect(await move(link, 'up')).toEqual([link, text, unit])
  })

  test('keeps its items when its head is saved, its head when an item is moved, and both when a page is old', async () => {
    const { id, items } = await course()
    const page = url('interactive-course', { world: 'de', courseId: id })
    const { revision } = await read(id)
    const submit = async (fields: Record<string, string>, seen: number) =>
      (await owner.client.submit(page, { ...fields, revision: String(seen) })).status
    const head = { intent: 'save-course', title: 'Umbenannt', gate: 'none', minPercent: '70' }
    const step = { intent: 'move-item', item: items[0]?.id ?? '', step: 'remove' }
    const sent = await Promise.all([submit(head, revision), submit(step, revision)])
    expect(sent.toSorted()).toEqual([303, 409])
    const between = await read(id)
    expect(await submit(sent[0] === 409 ? head : step, between.revision)).toBe(303)
    expect(await read(id)).toMatchObject({ title: 'Umbenannt', gate: 'none', items: items.slice(1) })
    expect(await submit({ ...step, item: items[1]?.id ?? '' }, between.revision)).toBe(409)
    expect((await read(id)).items).toEqual(items.slice(1))
  })

  test('opens step by step, without an account, and ends with a certificate', async () => {
    const made = await course()
    const key = await begun(made)
    const certificate = () => guest().get(`/api/v3/courses/learn/${key}/certificate?world=de`)
    expect(await open(key)).toEqual([true, false, false])
    const [text, unit] = made.items
    const page = url('interactive-learn', { world: 'de', key })
    const tick = (item: string | undefined) => guest().submit(page, { intent: 'tick-item', item: item ?? '' })
    expect((await tick(unit?.id)).status).toBe(403)
    const task = `/v3/units/practice/${key}-${unit?.id}?world=de`
    // What the gate still closes is neither shown nor scored.
    const closed = [guest().get(`/api${task}`), guest().api('POST', task, { answers: {} })]
    expect((await Promise.all(closed)).map(({ status }) => status)).toEqual([403, 403])
    await tick(text?.id)
    expect(await open(key)).toEqual([true, true, false])
    const { pages } = (await guest().get(`/api${task}`)).json<{
      pages: { elements: { id: string; widgets: { options: { value: string; text: string }[] }[] }[] }[]
    }>()
    const elements = pages.flatMap((each) => each.elements)
    const right = (at: number, text: string) => ({
      [elements[at]?.id ?? '']: {
        pick: [elements[at]?.widgets[0]?.options.find((each) => each.text === text)?.value ?? ''],
      },
    })
    const answer = (answers: object) => guest().api('POST', task, { answers })
    const { results } = (await answer({ ...right(0, '4'), ...right(1, '7') })).json<{
      results: Record<string, { state: string; solution: string[] }>
    }>()
    // It counts: only whoever was right is told so, the others try again without having seen it.
    expect(elements.map(({ id }) => [results[id]?.state, results[id]?.solution])).toEqual([
      ['correct', ['4']],
      ['incorrect', []],
    ])
    expect((await way(key)).items[1]).toMatchObject({ percent: 50, isDone: false })
    expect((await certificate()).status).toBe(403)
    // The page without scripts counts as the call does; a task that nobody touches keeps what it had.
    const player = url('interactive-play', { world: 'de', key: `${key}-${unit?.id}` })
    const seen = { intent: 'check-answers', seed: '', [`a.${elements[0]?.id}.pick`]: '' }
    expect((await guest().submit(player, seen)).status).toBe(200)
    expect((await way(key)).items[1]).toMatchObject({ percent: 50, isDone: false })
    // What was right stays right, whatever is tried later.
    await answer({ ...right(0, '5'), ...right(1, '6') })
    expect(await way(key)).toMatchObject({ isDone: true, done: 2 })
    const paper = await certificate()
    expect([paper.status, paper.headers['content-type'], paper.body.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(await open(await begun(made, 'Leiser Igel'))).toEqual([true, false, false])
  })

  test('is begun under a name that can be seen, without what cannot', async () => {
    const made = await course()
    const nameOf = async (typed: string) => {
      const key = await begun(made, typed)
      const answer = await guest().get(`/api/v3/courses/learn/${key}?world=de`)
      return answer.json<{ pass: { name: string } | null }>().pass?.name
    }
    expect(await nameOf('\u202eI\u200bda\u00a0\u2003 7')).toBe('Ida 7')
    const unseen = '\u202e\u3164'
    const answer = await guest().api('POST', `/v3/courses/learn/${made.shareKey}?world=de`, { name: unseen })
    expect([answer.status, answer.json()]).toMatchObject([422, { error: { fields: { name: 'required' } } }])
  })

  test('keeps the version it was made with, and goes on for who began it', async () => {
    const made = await course()
    const key = await begun(made)
    await owner.client.api('PUT', `/v3/courses/${made.id}/share`, { isOpen: false })
    expect((await guest().get(`/api/v3/courses/learn/${made.shareKey}?world=de`)).status).toBe(404)
    expect((await way(key)).items).toHaveLength(3)
    expect(made.items[1]?.version).toBe(1)
  })

  test('takes nothing its owner may not use, no foreign address, no old revision', async () => {
    const made = await course()
    const foreign = (await other.client.api('POST', '/v3/courses', { title: 'Fremd' })).json<{ id: number }>()
    const unitId = await published()
    const theirs = { revision: 1, kind: 'unit', ref: String(unitId) }
    expect((await other.client.api('POST', `/v3/courses/${foreign.id}/items`, theirs)).status).toBe(422)
    for (const ref of ['javascript:alert(1)', 'http://x.example', 'https://a:b@x.example'])
      expect((await add(made.id, { kind: 'link', ref, title: 'x' })).status, ref).toBe(422)
    expect((await add(made.id, { kind: 'text', ref: 'x' }, other)).status).toBe(404)
    const stale = { revision: 1, kind: 'text', ref: 'x', title: 'x' }
    expect((await owner.client.api('POST', `/v3/courses/${made.id}/items`, stale)).status).toBe(409)
    const forged = { id: 'abcdef', kind: 'unit', title: 'x', unitId: 999_999, version: 1 }
    const whole = { revision: made.revision, title: 'x', gate: 'none', items: [forged] }
    expect((await owner.client.api('PUT', `/v3/courses/${made.id}`, whole)).status).toBe(422)
  })

  test('asks for a learning room: one click opens it, and what pupils reach in it counts on their way', async () => {
    const { room, item, pupils, key } = await withRoom({ mode: 'paced', roomMinutes: 20 })
    expect((await owner.client.api('GET', `/v3/rooms/${room.id}`)).json()).toMatchObject({
      state: { status: 'open', mode: 'paced' },
      settings: { minutes: 20 },
    })
    // Two windows of the teacher, and whoever has the address alone.
    const again = await owner.client.api('POST', `/v3/courses/${room.courseId}/rooms`, { item })
    expect(again.json()).toEqual({ id: room.id, code: room.code })
    expect((await other.client.api('POST', `/v3/courses/${room.courseId}/rooms`, { item })).status).toBe(404)
    const [one, same] = pupils
    expect(one?.cookies.get('room')).not.toBe(same?.cookies.get('room'))
    const desk = (await owner.client.api('GET', `/v3/rooms/${room.id}`)).json<Desk>()
    expect(desk.participants.map(({ name }) => name)).toEqual(['Mutiger Otter', 'Mutiger Otter 2'])
    await control(room, 'start')
    await hand(one, room, desk.elements[0]?.id, '4')
    await hand(same, room, desk.elements[0]?.id, '5')
    expect((await way(key)).items.at(-1)).toMatchObject({ percent: null, isDone: false, hasRoom: true })
    await control(room, 'close')
    expect((await way(key)).items.at(-1)).toMatchObject({ percent: 50, isDone: false, hasRoom: false })
    // Another day: what was right stays right, and what is right now comes to it.
    const next = (await owner.client.api('POST', `/v3/courses/${room.courseId}/rooms`, { item })).json<Room>()
    expect(next.id).not.toBe(room.id)
    const later = await entered(key, item, next)
    await control(next, 'start')
    await hand(later, next, desk.elements[1]?.id, '6')
    await control(next, 'close')
    expect((await way(key)).items.at(-1)).toMatchObject({ percent: 100, isDone: true })
  })

  test('tells of a test in a room only when its results are released; hands them over when a pupil has finished', async () => {
    const exam = await withRoom({ mode: 'exam' })
    await control(exam.room, 'start')
    const elements = await elementsOf(exam.room)
    for (const [at, text] of ['4', '6'].entries())
      await hand(exam.pupils[0], exam.room, elements[at]?.id, text)
    await control(exam.room, 'close')
    expect((await way(exam.key)).items.at(-1)).toMatchObject({ percent: null, isDone: false })
    await control(exam.room, 'release')
    expect((await way(exam.key)).items.at(-1)).toMatchObject({ percent: 100, isDone: true })

    const own = await withRoom({ mode: 'self' })
    await control(own.room, 'start')
    await hand(own.pupils[0], own.room, (await elementsOf(own.room))[0]?.id, '4')
    const page = url('room', { world: 'de', code: own.room.code })
    const done = await own.pupils[0]?.submit(page, { intent: 'answer-room', isFinished: '1' })
    expect([done?.status, done?.headers.location]).toEqual([303, `${page}#finished`])
    expect((await way(own.key)).items.at(-1)).toMatchObject({ percent: 50 })
  })

  test('lets nobody into its room before their turn, without a pass, or again once they were removed', async () => {
    const { room, item, key, shareKey } = await withRoom({ mode: 'self' }, 'Anfang')
    const enter = (who: string) => guest().api('POST', `/v3/courses/learn/${who}/room`, { item })
    expect((await enter(key)).status).toBe(403)
    expect((await enter(shareKey)).status).toBe(404)
    const [text] = (await way(key)).items
    const page = url('interactive-learn', { world: 'de', key })
    await guest().submit(page, { intent: 'tick-item', item: text?.id ?? '' })
    expect((await enter(key)).status).toBe(201)
    expect((await guest().submit(page, { intent: 'tick-item', item })).status).toBe(403)
    const { participants } = (await owner.client.api('GET', `/v3/rooms/${room.id}`)).json<Desk>()
    await control(room, 'kick', { participant: participants[0]?.id })
    expect((await enter(key)).status).toBe(403)
    await control(room, 'close')
    expect((await enter(key)).status).toBe(409)
    // The course goes; the room stays its teacher's.
    await owner.client.api('DELETE', `/v3/courses/${room.courseId}`)
    expect((await owner.client.api('GET', `/v3/rooms/${room.id}`)).status).toBe(200)
  })

  test('is copied without who learns with it, and deleted with them', async () => {
    const made = await course()
    const key = await begun(made)
    const copy = (await owner.client.api('POST', `/v3/courses/${made.id}/duplicate`)).json<{ id: number }>()
    expect(await read(copy.id)).toMatchObject({ shareKey: null, items: made.items })
    await owner.client.api('DELETE', `/v3/courses/${made.id}`)
    expect((await guest().get(`/api/v3/courses/learn/${key}?world=de`)).status).toBe(404)
    const { rows } = await sql`select from course_pass where course_id = ${made.id}`.execute(app.deps.db)
    expect(rows).toHaveLength(0)
  })
})
