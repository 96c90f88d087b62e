import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { makeUnit } from '../support/sold-units.ts'

/* What a line into a room is told by who writes their own client: anything. The room goes on as if nothing had been said. */

let app: TestApp
let teacher: Person
let room: Room
let pupil: Pupil
let elementId: string

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'raw-teacher', { isSeller: true })
  const unitId = await makeUnit(teacher)
  room = await runningRoom(app, teacher, { unitId })
  const [first] = await seatPupils(app, room, 1)
  if (!first) throw new Error('nobody came in')
  pupil = first
  const { rows } = await sql<{ content: { pages: { elements: { id: string }[] }[] } }>`
    select content from room where id = ${room.id}`.execute(app.deps.db)
  elementId = rows[0]?.content.pages[0]?.elements[0]?.id ?? ''
})
afterAll(() => app.close())

/** Says these things and waits for the end of the line; what was heard, and why it ended. */
async function say(messages: readonly (string | Buffer)[], greets = true) {
  const line = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie: `room=${pupil.client.cookies.get('room')}` },
  })
  const heard: { type: string; refused?: string }[] = []
  const closed = once(line, 'close')
  line.on('message', (data) => heard.push(JSON.parse(String(data))))
  line.on('error', () => {})
  await once(line, 'open')
  if (greets) {
    line.send(JSON.stringify({ type: 'hello', world: 'de', role: 'participant' }))
    await vi.waitFor(() => expect(heard[0]?.type).toBe('welcome'), 10_000)
  }
  for (const message of messages) line.send(message)
  // The goodbye comes after all that was said before it.
  line.close()
  const [code, reason] = await closed
  return { heard, code: Number(code), reason: String(reason) }
}

const isAsItWas = async () => {
  const desk = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    state: { status: string }
    participants: { id: number; isKicked: boolean }[]
    answers: { state: string; raw: number }[]
  }>()
  expect(desk.state.status).toBe('running')
  expect(desk.participants.map(({ id, isKicked }) => [id, isKicked])).toEqual([[pupil.id, false]])
  return desk.answers
}

test('greetings of no sense open nothing', async () => {
  const hello = { type: 'hello', world: 'de', role: 'participant' }
  const odd = [
    { ...hello, world: 7 },
    { ...hello, world: 'xx' },
    { ...hello, world: '__proto__' },
    { ...hello, role: 'teacher' },
    { ...hello, role: 'screen', token: pupil.client.cookies.get('room') },
    { ...hello, role: ['participant'] },
    { ...hello, role: 'admin' },
    { ...hello, token: { a: 1 } },
    { ...hello, token: 'x'.repeat(2000) },
    { ...hello, token: '\0' },
    { type: 'answer', id: 'a', element_id: elementId, response: {}, seq_local: 1 },
    [hello],
    null,
  ]
  for (const one of odd) {
    const { heard } = await say([JSON.stringify(one)], false)
    expect([one, heard.some(({ type }) => type === 'welcome')]).toEqual([one, false])
  }
  // How far it has heard is only a number, whatever it says.
  for (const seq of [-9, 1e300, 'a', null, {}, 2 ** 53]) {
    const { heard } = await say([JSON.stringify({ ...hello, last_seq: seq })], false)
    for (const { type } of heard) expect(['welcome', 'state', 'roster', 'progress_delta']).toContain(type)
  }
  expect(await isAsItWas()).toEqual([])
})

test('whatever is said on an open line, the room stands, and nobody else is touched', async () => {
  const word = fc.oneof(
    fc.constantFrom('answer', 'hand', 'away', 'progress', 'control', 'hello', 'heartbeat', 'kick', 'welcome'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const message = fc.record(
    {
      type: fc.oneof(word, fc.jsonValue({ maxDepth: 1 })),
      id: fc.oneof(fc.string({ maxLength: 80 }), fc.jsonValue({ maxDepth: 1 })),
      element_id: fc.oneof(fc.constantFrom('__proto__', 'constructor', ''), fc.jsonValue({ maxDepth: 1 })),
      response: fc.jsonValue({ maxDepth: 3 }),
      seq_local: fc.oneof(fc.double(), fc.string({ maxLength: 4 }), fc.constant(2 ** 40)),
      cmd: fc.constantFrom('close', 'kick', 'reveal'),
      score: fc.constant({ raw: 99, max: 1, state: 'correct' }),
      participant: fc.constant(1),
    },
    { requiredKeys: ['type'] },
  )
  const piece = fc.oneof(
    { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
    fc.jsonValue().map((one) => JSON.stringify(one)),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
      const { heard } = await say(pieces)
      expect(heard.some(({ type }) => type === 'error')).toBe(false)
    }),
    { numRuns: 60 },
  )
  expect(await isAsItWas()).toEqual([])
})

test('a score that comes along is nobody’s: what counts is what was picked', async () => {
  const forged = {
    score: { raw: 99, max: 1, state: 'correct' },
    raw: 99,
    state: 'correct',
    points: 99,
    ms: 0,
  }
  const one = { type: 'answer', id: 'f', element_id: elementId, response: { pick: ['zz'] }, seq_local: 1 }
  const other = { ...one, id: 'g', seq_local: 2, participantId: 1, participant: 1, at: 0 }
  await say([JSON.stringify({ ...one, ...forged }), JSON.stringify({ ...other, ...forged })])
  await vi.waitFor(async () => expect(await isAsItWas()).toHaveLength(1), 10_000)
  expect((await isAsItWas()).map(({ state, raw }) => [state, raw])).toEqual([['incorrect', 0]])
})
