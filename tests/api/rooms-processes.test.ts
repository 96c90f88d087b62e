import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { sentAnswers } from '../support/sent-answers.ts'
import { makeUnit } from '../support/sold-units.ts'

/* One class whose requests and lines go to two servers on one database, one of which ends in the middle of it. */

type Heard = Readonly<Record<string, unknown>>
interface AnswerLine {
  participant: number
  state: string
  tries: number
}

let first: TestApp
let second: TestApp
let teacher: Person
let unitId: number
let elements: { id: string; right: string }[]
const lines: WebSocket[] = []

beforeAll(async () => {
  first = await openTestApp()
  second = await openTestApp({ environment: { DATABASE_URL: first.databaseUrl } })
  teacher = await member(first, 'processes-teacher', { isSeller: true })
  unitId = await makeUnit(teacher)
  const { content } = (await teacher.client.api('GET', `/v3/units/${unitId}`)).json<{
    content: { pages: { elements: { id: string; data: { options: { id: string; weight: number }[] } }[] }[] }
  }>()
  const sent = sentAnswers(content)
  const picked = (id: string, option = '') => sent(id, { pick: [option] }).pick?.[0] ?? ''
  elements = content.pages
    .flatMap((page) => page.elements)
    .map(({ id, data }) => ({ id, right: picked(id, data.options.find(({ weight }) => weight === 1)?.id) }))
})
afterEach(async () => {
  for (const line of lines.splice(0)) line.terminate()
  await sql`update room set status = 'closed', closed_at = now() where status <> 'closed'`.execute(
    first.deps.db,
  )
})
afterAll(async () => {
  await second.close()
  await first.close()
})

/** The same device, led to a server by whatever stands before them. */
function at(app: TestApp, { cookies }: Client): Client {
  const client = createClient(app.base)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

async function connect(app: TestApp, room: Room, client: Client, hello: object) {
  const heard: Heard[] = []
  const line = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  lines.push(line)
  line.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(line, 'open')
  line.send(JSON.stringify({ type: 'hello', world: 'de', ...hello }))
  await vi.waitFor(() => expect(heard[0]?.type).toBe('welcome'), 10_000)
  return { line, heard }
}

const control = (room: Room, command: string, rest: object = {}) =>
  teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })

const answersHeard = (heard: readonly Heard[]) =>
  heard.flatMap(({ type, answers }) => (type === 'progress_delta' ? (answers as AnswerLine[]) : []))

const answersOf = async (room: Room) =>
  (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{ answers: AnswerLine[] }>().answers

const answerOf = (n: number, id: string, pick = elements[n]?.right) => ({
  ...{ id, element_id: elements[n]?.id, response: { pick: [pick] }, seq_local: 1 },
})

const post = async (app: TestApp, room: Room, { client }: Pupil, answer: object) =>
  await at(app, client).api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [answer] })

async function startClass(settings: object, count: number): Promise<{ room: Room; pupils: Pupil[] }> {
  const room = await runningRoom(first, teacher, { unitId, ...settings })
  return { room, pupils: await seatPupils(first, room, count) }
}

test('a live quiz: the desk hears of both, a turned page reaches both, and the first answer is one', async () => {
  const { room, pupils } = await startClass({ mode: 'quiz' }, 3)
  const [here, there, asking] = pupils
  if (!here || !there || !asking) throw new Error('no class')
  const desk = await connect(first, room, teacher.client, { role: 'teacher' })
  const far = await connect(second, room, there.client, { role: 'participant' })
  far.line.send(JSON.stringify({ type: 'answer', ...answerOf(0, 'far') }))
  await post(first, room, here, answerOf(0, 'near'))
  await post(second, room, asking, answerOf(0, 'post'))
  await vi.waitFor(
    () => expect(new Set(answersHeard(desk.heard).map(({ participant }) => participant)).size).toBe(3),
    10_000,
  )
  // The same answer by both ways at once is one answer.
  await Promise.all([first, second].map((app) => post(app, room, asking, answerOf(0, 'other', 'zz'))))
  expect((await answersOf(room)).map(({ state, tries }) => [state, tries])).toEqual(
    pupils.map(() => ['correct', 1]),
  )
  // Who waits without a line, and who has one, hear of the next question over there.
  const look = async (since: number) =>
    (await at(second, asking.client).api('GET', `/v3/room-codes/${room.code}?since=${since}`)).json<{
      state: { seq: number; step: number }
    }>().state
  const waiting = look((await look(-1)).seq)
  await control(room, 'goto', { step: 1 })
  expect((await waiting).step).toBe(1)
  await vi.waitFor(
    () => expect(far.heard.findLast(({ type }) => type === 'state')).toMatchObject({ step: 1 }),
    10_000,
  )
})

test('an exam goes on where one server ends: what was not acknowledged counts once, what was missed is told', async () => {
  const third = await openTestApp({ environment: { DATABASE_URL: first.databaseUrl } })
  const { room, pupils } = await startClass({ mode: 'exam', minutes: 10 }, 1)
  const [pupil] = pupils
  if (!pupil) throw new Error('no class')
  const before = await connect(third, room, pupil.client, { role: 'participant' })
  before.line.send(JSON.stringify({ type: 'answer', ...answerOf(0, 'a') }))
  await vi.waitFor(async () => expect(await answersOf(room)).toHaveLength(1), 10_000)
  const { seq } = before.heard[0] as { seq: number }
  before.line.terminate()
  await third.close()
  await control(room, 'tell', { participant: pupil.id, phrase: 'two_minutes' })
  const after = await connect(first, room, pupil.client, { role: 'participant', last_seq: seq })
  expect(after.heard[0]).toMatchObject({ snapshot: { phrase: 'two_minutes' } })
  for (const answer of [answerOf(0, 'a'), answerOf(1, 'b')])
    after.line.send(JSON.stringify({ type: 'answer', ...answer }))
  await vi.waitFor(
    () => expect(after.heard.filter(({ type }) => type === 'ack').map(({ id }) => id)).toEqual(['a', 'b']),
    10_000,
  )
  // No feedback in an exam, on whichever server.
  expect(after.heard.filter(({ type }) => type === 'ack').every((ack) => !('score' in ack))).toBe(true)
  expect((await answersOf(room)).map(({ tries }) => tries)).toEqual([1, 1])
  await control(room, 'close')
  await vi.waitFor(() => expect(after.heard.some(({ type }) => type === 'closing')).toBe(true), 10_000)
  const late = await post(second, room, pupil, { ...answerOf(0, 'late', 'zz'), seq_local: 9 })
  expect(late.json<{ acks: { refused?: string }[] }>().acks[0]?.refused).toBe('closed')
})

test('who is removed on one server is out on the other, and a room that is deleted there is gone here', async () => {
  const { room, pupils } = await startClass({}, 2)
  const [pupil, other] = pupils
  if (!pupil || !other) throw new Error('no class')
  const { line } = await connect(second, room, pupil.client, { role: 'participant' })
  const closed = once(line, 'close') as Promise<[number, Buffer]>
  await control(room, 'kick', { participant: pupil.id })
  expect(String((await closed)[1])).toContain('no_reconnect')
  expect((await post(second, room, pupil, answerOf(0, 'k'))).status).toBe(403)
  const left = await connect(second, room, other.client, { role: 'participant' })
  const gone = once(left.line, 'close')
  expect((await teacher.client.api('DELETE', `/v3/rooms/${room.id}`)).status).toBeLessThan(300)
  await gone
  expect((await at(second, other.client).api('GET', `/v3/room-codes/${room.code}`)).status).toBe(404)
})
