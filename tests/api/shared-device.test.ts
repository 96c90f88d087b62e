import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

/* One device, several pupils: who comes next says "that is not me", and nobody loses what they have. */

let app: TestApp
let teacher: Person
let unitId: number

const task = {
  ...{ id: 'e1', type: 'short_text', prompt: '<p>Frage?</p>', points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
}

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'device-teacher')
  unitId = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const content = { title: 'x', pages: [{ id: 'p1', title: '', elements: [task] }] }
  await teacher.client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
})
afterAll(() => app.close())
afterEach(async () => {
  await sql`update room set status = 'closed', closed_at = now() where status <> 'closed'`.execute(
    app.deps.db,
  )
})

interface Room {
  id: number
  code: string
}
const pageOf = (room: Room) => url('room', { world: 'de', code: room.code })

async function control(room: Room, command: string, rest: object = {}): Promise<void> {
  const answer = await teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })
  expect(answer.status, answer.text).toBe(200)
}

async function running(settings: object = {}): Promise<Room> {
  const made = await teacher.client.api('POST', '/v3/rooms', { unitId, mode: 'self', ...settings })
  const room = made.json<Room>()
  for (const command of ['open', 'start']) await control(room, command)
  return room
}

interface Seen {
  pupil?: { id: number; name: string }
  values: Record<string, string>
  entry?: { names: { place: number }[] }
}
const look = async (client: Client, room: Room) =>
  (await client.api('GET', `/v3/room-codes/${room.code}`)).json<Seen>()

async function enter(client: Client, room: Room): Promise<{ id: number; name: string }> {
  const pick = (await look(client, room)).entry?.names[0]?.place
  expect((await client.submit(pageOf(room), { intent: 'enter-room', pick: String(pick) })).status).toBe(303)
  const { pupil } = await look(client, room)
  if (!pupil) throw new Error('nobody is in')
  return pupil
}

const leave = (client: Client, room: Room) => client.submit(pageOf(room), { intent: 'leave-place' })
const resume = (client: Client, room: Room, pupilId: number) =>
  client.submit(pageOf(room), { intent: 'resume-place', pupilId: String(pupilId) })
const answer = (client: Client, room: Room, text: string) =>
  client.submit(pageOf(room), { intent: 'answer-room', 'a.e1.text': text })
const value = async (client: Client, room: Room) => (await look(client, room)).values['a.e1.text']

test('a second pupil on the device begins anew; the first goes on with what was answered', async () => {
  const [room, homework] = [await running(), await running()]
  const device = createClient(app.base)
  const atHome = await enter(device, homework)
  const first = await enter(device, room)
  await answer(device, room, 'ja')
  expect((await leave(device, room)).status).toBe(303)
  expect((await look(device, room)).pupil).toBeUndefined()
  // What the device has in other rooms is not touched.
  expect((await look(device, homework)).pupil?.id).toBe(atHome.id)

  const second = await enter(device, room)
  expect(second.id).not.toBe(first.id)
  expect(await value(device, room)).toBeUndefined()
  await answer(device, room, 'nein')
  await leave(device, room)
  expect((await resume(device, room, first.id)).status).toBe(303)
  expect((await look(device, room)).pupil?.id).toBe(first.id)
  expect(await value(device, room)).toBe('ja')
  const { answers } = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{ answers: object[] }>()
  expect(answers).toHaveLength(2)
  await leave(device, room)
  await resume(device, room, second.id)
  expect(await value(device, room)).toBe('nein')
})

test('nobody takes up a place of another device, of another room or one that nobody has', async () => {
  const [room, other] = [await running(), await running()]
  const [device, stranger] = [createClient(app.base), createClient(app.base)]
  const first = await enter(device, room)
  const elsewhere = await enter(device, other)
  await leave(device, room)
  await leave(device, other)
  for (const [client, id] of [
    [stranger, first.id],
    [device, elsewhere.id],
    [device, 999_999],
  ] as const) {
    await resume(client, room, id)
    expect((await look(client, room)).pupil).toBeUndefined()
  }
  expect((await leave(stranger, room)).status).toBeGreaterThanOrEqual(400)
})

test('who was removed does not begin anew by saying so', async () => {
  const room = await running()
  const device = createClient(app.base)
  const first = await enter(device, room)
  await control(room, 'kick', { participant: first.id })
  expect((await leave(device, room)).status).toBe(403)
  expect((await look(device, room)).pupil?.id).toBe(first.id)
})

test('after the room is closed each sees what is theirs', async () => {
  const room = await running()
  const device = createClient(app.base)
  const first = await enter(device, room)
  await answer(device, room, 'ja')
  await leave(device, room)
  await enter(device, room)
  await control(room, 'close')
  await leave(device, room)
  await resume(device, room, first.id)
  expect((await look(device, room)).pupil?.id).toBe(first.id)
})
