import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { type Room, runningRoom } from '../support/rooms.ts'
import { makeUnit } from '../support/sold-units.ts'

/* Who was removed has no account to be known by: the door is what keeps them out. */

let app: TestApp
let teacher: Person
let unitId: number

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'door-teacher', { isSeller: true })
  unitId = await makeUnit(teacher)
})
afterAll(() => app.close())

interface Desk {
  state: { isLocked: boolean; status: string }
  participants: { id: number; name: string; isKicked: boolean }[]
  answers: { element: string; tries: number }[]
}
const desk = async (room: Room) => (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<Desk>()
const control = async (room: Room, command: string, rest: object = {}, person = teacher) =>
  await person.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })

async function enter(room: Room, client = createClient(app.base), given?: object) {
  const { entry } = (await client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    entry?: { names: { place: number; name: string }[] }
  }>()
  const first = entry?.names[0]
  const body = given ?? { pick: first?.place }
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/enter`, body)
  return { client, answer, place: first?.place }
}

test('removed with the door left open they are back at once; removed and locked nobody is, by whatever name', async () => {
  const room = await runningRoom(app, teacher, { unitId })
  const left = await enter(room)
  const stays = await enter(room)
  const [removed, other] = (await desk(room)).participants
  expect((await control(room, 'kick', { participant: removed?.id })).status).toBe(200)
  expect((await desk(room)).state.isLocked).toBe(false)
  expect((await enter(room, left.client)).answer.status).toBe(403)
  const again = await enter(room)
  expect(again.answer.status).toBe(201)

  const returned = (await desk(room)).participants.find(({ id }) => id !== removed?.id && id !== other?.id)
  const kicked = { participant: returned?.id, locks: true }
  expect((await control(room, 'kick', kicked)).json()).toMatchObject({ isLocked: true })
  // The second window of the teacher sends the same.
  expect((await control(room, 'kick', kicked)).json()).toMatchObject({ isLocked: true })
  for (const given of [undefined, { pick: again.place }, { pick: left.place }, { pick: 17 }, { name: 'Ida' }])
    expect((await enter(room, createClient(app.base), given)).answer.status, JSON.stringify(given)).toBe(403)
  expect((await enter(room, again.client)).answer.status).toBe(403)
  // Who is in stays in, also on a device that asks again.
  expect((await enter(room, stays.client)).answer.status).toBe(201)
  expect((await desk(room)).participants.filter(({ isKicked }) => !isKicked)).toHaveLength(1)
  expect((await control(room, 'unlock')).json()).toMatchObject({ isLocked: false })
  expect((await enter(room)).answer.status).toBe(201)
})

test('only removing locks, only what is there, only for whose room it is', async () => {
  const room = await runningRoom(app, teacher, { unitId })
  await enter(room)
  const participant = (await desk(room)).participants[0]?.id
  for (const command of ['rename', 'extend', 'tell', 'reopen'])
    await control(room, command, { participant, locks: true, name: 'Ada', extraTime: 125, phrase: '' })
  expect((await control(room, 'kick', { participant: 999_999_999, locks: true })).status).toBe(404)
  expect((await control(room, 'kick', { locks: true })).status).toBe(422)
  expect((await control(room, 'kick', { participant, locks: 'yes' })).status).toBe(422)
  const stranger = await member(app, 'door-stranger')
  expect((await control(room, 'kick', { participant, locks: true }, stranger)).status).toBe(404)
  expect((await desk(room)).state.isLocked).toBe(false)
  const kicked = await control(room, 'kick', { participant, locks: true })
  expect(kicked.status).toBe(200)
  expect(await desk(room)).toMatchObject({ state: { isLocked: true }, participants: [{ isKicked: true }] })
})

test('over the line of the teacher it is the same', async () => {
  const room = await runningRoom(app, teacher, { unitId })
  await enter(room)
  const participant = (await desk(room)).participants[0]?.id
  const cookie = [...teacher.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const line = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie },
  })
  const heard: { type: string; id?: string }[] = []
  line.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(line, 'open')
  line.send(JSON.stringify({ type: 'hello', world: 'de', role: 'teacher' }))
  await vi.waitFor(() => expect(heard[0]?.type).toBe('welcome'), 10_000)
  line.send(JSON.stringify({ type: 'control', id: 'k', cmd: 'kick', participant, locks: true }))
  await vi.waitFor(
    () => expect(heard.find(({ id }) => id === 'k')).toMatchObject({ type: 'ack', isLocked: true }),
    10_000,
  )
  line.terminate()
})

test('after the close nothing is taken by line, by asking, by form or by call, with two windows of the teacher open', async () => {
  const room = await runningRoom(app, teacher, { unitId, mode: 'self' })
  const { client } = await enter(room)
  const { rows } = await sql<{ id: string }>`
    select element ->> 'id' as id from room, jsonb_array_elements(content -> 'pages' -> 0 -> 'elements') element
    where room.id = ${room.id}`.execute(app.deps.db)
  const [first = '', second = ''] = rows.map(({ id }) => id)
  const line = await pupilLine(room, client.cookies.get('room') ?? '')
  const answer = (id: string, element_id: string, seq_local: number) => ({
    ...{ id, element_id, seq_local },
    response: { pick: ['a'] },
  })
  line.send({ type: 'answer', ...answer('in-time', first, 1) })
  await line.hears((one) => one.id === 'in-time' && one.refused === undefined)
  const asking = client.api('GET', `/v3/room-codes/${room.code}/messages?role=participant&since=999999`)
  // Both windows press different things at once: whatever comes first, the room is closed in the end for both.
  const both = await Promise.all([control(room, 'close'), control(room, 'pause'), control(room, 'close')])
  expect([both[0].status, both[2].status]).toEqual([200, 200])
  expect([200, 409]).toContain(both[1].status)
  for (const command of ['start', 'resume', 'pause', 'open'])
    expect((await control(room, command)).status, command).toBe(409)

  line.send({ type: 'answer', ...answer('by-line', second, 2) })
  await line.hears((one) => (one.id === 'by-line' && one.refused === 'closed') || one.type === 'closing')
  const byCall = await client.api('POST', `/v3/room-codes/${room.code}/answers`, {
    answers: [answer('by-call', second, 3), answer('again', first, 4)],
  })
  expect(byCall.json<{ acks: { refused?: string }[] }>().acks.map(({ refused }) => refused)).toEqual([
    'closed',
    'closed',
  ])
  const page = url('room', { world: 'de', code: room.code })
  const byForm = await client.submit(page, { intent: 'answer-room', [`a.${second}.pick`]: 'a' })
  expect(byForm.headers.location).not.toBe(`${page}#saved`)
  expect((await asking).status).toBeLessThan(500)
  expect((await client.api('GET', `/v3/room-codes/${room.code}/messages?role=participant`)).status).toBe(200)
  expect((await enter(room, createClient(app.base), { pick: 3 })).answer.status).toBe(410)
  const after = await Promise.all([desk(room), desk(room)])
  expect(after[0]).toEqual(after[1])
  expect(after[0]).toMatchObject({ state: { status: 'closed' }, answers: [{ element: first, tries: 1 }] })
})

async function pupilLine(room: Room, place: string) {
  const line = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie: `room=${place}` },
  })
  const heard: { type: string; id?: string; refused?: string }[] = []
  line.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(line, 'open')
  const send = (message: object) => line.send(JSON.stringify(message))
  const hears = (isIt: (one: (typeof heard)[number]) => boolean) =>
    vi.waitFor(() => expect(heard.some(isIt), JSON.stringify(heard)).toBe(true), 10_000)
  send({ type: 'hello', world: 'de', role: 'participant' })
  await hears(({ type }) => type === 'welcome')
  return { send, hears }
}
