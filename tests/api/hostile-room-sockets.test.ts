import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { sockets } from '#features'
import { createSockets } from '#platform/realtime/sockets.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { makeUnit } from '../support/sold-units.ts'

/* The line into a learning room under those who mean it ill (quality.md D2, 89 to 93); a class beside them goes on. */

let app: TestApp
let teacher: Person
let room: Room
let pupils: Pupil[]
let elementId: string
const opened: WebSocket[] = []

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'line-teacher', { isSeller: true })
  const unitId = await makeUnit(teacher)
  room = await runningRoom(app, teacher, { unitId })
  pupils = await seatPupils(app, room, 3)
  const { rows } = await sql<{ content: { pages: { elements: { id: string }[] }[] } }>`
    select content from room where id = ${room.id}`.execute(app.deps.db)
  elementId = rows[0]?.content.pages[0]?.elements[0]?.id ?? ''
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(() => app.close())

const hello = { type: 'hello', world: 'de', role: 'participant' }
const placeOf = (at: number) => `room=${pupils[at]?.client.cookies.get('room')}`

function dial({ cookie = '', origin = '', base = app.base, code = room.code } = {}) {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/rooms/${code}/ws`, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
  })
  opened.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const refused = new Promise<number>((resolve) =>
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0)),
  )
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) =>
    socket.on('close', (code, reason) => resolve(`${code} ${reason}`)),
  )
  return { socket, heard, refused, closed }
}

async function come(at: number, base = app.base) {
  const line = dial({ cookie: placeOf(at), base })
  await once(line.socket, 'open')
  line.socket.send(JSON.stringify(hello))
  await vi.waitFor(() => expect(line.heard[0]?.type).toBe('welcome'), 10_000)
  return line
}

const answer = (id: string, seq: number, pick = 'a') =>
  JSON.stringify({ type: 'answer', id, element_id: elementId, response: { pick: [pick] }, seq_local: seq })
const answersOf = async (at: number) =>
  (await teacher.client.api('GET', `/v3/rooms/${room.id}`))
    .json<{ answers: { participant: number; tries: number }[] }>()
    .answers.filter(({ participant }) => participant === pupils[at]?.id)

test.each([
  'https://evil.example',
  'null',
  'http://127.0.0.1.evil.example',
  'https://aularium.example@evil.example',
])('D2 89: a page at %s opens no line into a room, not even with the place of a pupil', async (origin) => {
  expect(await dial({ cookie: placeOf(0), origin }).refused).toBe(403)
})

test('D2 90: before its greeting, twice, or with a place of nowhere, a line is closed', async () => {
  const early = dial({ cookie: placeOf(0) })
  await once(early.socket, 'open')
  early.socket.send(answer('early', 1))
  expect(await early.closed).toMatch(/^4400/)
  const twice = await come(0)
  twice.socket.send(JSON.stringify(hello))
  expect(await twice.closed).toMatch(/^4400/)
  for (const stranger of [
    {},
    { cookie: 'room=wrong' },
    { cookie: placeOf(0), code: 'ZZZZZZ' },
    { cookie: `session=${teacher.client.cookies.get('session')}` },
  ]) {
    const line = dial(stranger)
    await once(line.socket, 'open')
    line.socket.send(JSON.stringify(hello))
    expect(await line.closed).toBe('4401 no_reconnect unauthorized')
  }
})

test('D2 90: without any greeting, or half open, a line is let go', async () => {
  const impatient = createSockets(app.deps, sockets, { sweepMs: 30, handshakeMs: 400, silenceMs: 1_500 })
  const server = createServer().on('upgrade', (request, line, head) => impatient.upgrade(request, line, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await dial({ cookie: placeOf(0), base }).closed).toMatch(/^4408/)
  const dead = await come(1, base)
  // As when the power goes: nothing is read any more, no goodbye is answered.
  dead.socket.pause()
  await vi.waitFor(() => expect(app.deps.roomHub.countOf(pupils[1]?.id ?? 0)).toBe(0), 10_000)
  await impatient.close()
  server.close()
})

test('D2 91: an answer in the name of another pupil is one’s own, and the same again is none', async () => {
  const line = await come(0)
  const forged = { ...JSON.parse(answer('f', 1)), participant: pupils[1]?.id, participantId: pupils[1]?.id }
  line.socket.send(JSON.stringify({ ...forged, token: pupils[1]?.client.cookies.get('room') }))
  await vi.waitFor(
    () => expect(line.heard.some(({ type, id }) => type === 'ack' && id === 'f')).toBe(true),
    10_000,
  )
  // Taken down and said again, on this line and on a new one, in this order and in another.
  const again = await come(0)
  for (const { socket } of [line, again]) for (const seq of [1, 1, 0]) socket.send(answer('f', seq, 'b'))
  const acksOf = ({ heard }: typeof line) => heard.filter(({ type }) => type === 'ack').length
  await vi.waitFor(() => expect([acksOf(line), acksOf(again)]).toEqual([4, 3]), 10_000)
  expect(await answersOf(0)).toMatchObject([{ tries: 1 }])
  expect(await answersOf(1)).toEqual([])
})

test.each<[string, (socket: WebSocket) => void, RegExp]>([
  ['longer than a message', (socket) => socket.send('x'.repeat(socketLimits.messageBytes + 1)), /^1009/],
  ['of 64 kB and a byte', (socket) => socket.send('x'.repeat(65_537)), /^1009/],
  [
    'in pieces without end',
    (socket) => {
      for (let n = 0; n < 6; n += 1) socket.send('x'.repeat(1024), { fin: false })
    },
    /^1009/,
  ],
  ['of bytes', (socket) => socket.send(Buffer.from(answer('b', 5))), /^4400/],
  ['of no UTF-8', (socket) => socket.send(Buffer.from([0x7b, 0xff]), { binary: false }), /^1007/],
  ['of no JSON', (socket) => socket.send('{"type":"answer"'), /^4400/],
  ['of a list', (socket) => socket.send('[]'), /^4400/],
  ['of nothing', (socket) => socket.send(''), /^4400/],
  [
    'of depths',
    (socket) => socket.send(`{"type":"answer","response":${'['.repeat(2000)}${']'.repeat(2000)}}`),
    /^4400/,
  ],
  ['of what is no word of ours', (socket) => socket.send('{"type":"__proto__"}'), /^4400/],
])('D2 92: a line is closed on a message %s, and the class beside it goes on', async (_what, say, code) => {
  const beside = await come(2)
  const line = await come(1)
  say(line.socket)
  expect(await line.closed).toMatch(code)
  beside.socket.send(JSON.stringify({ type: 'heartbeat' }))
  await vi.waitFor(() => expect(beside.heard.some(({ type }) => type === 'heartbeat')).toBe(true), 10_000)
  expect(await answersOf(1)).toEqual([])
})

test('D2 92: a flood of answers is closed, and what was taken of it counts once', async () => {
  const line = await come(1)
  for (let n = 0; n <= socketLimits.messages; n += 1) line.socket.send(answer('flood', 7))
  expect(await line.closed).toBe('4429 no_reconnect rate_limited')
  await vi.waitFor(async () => expect(await answersOf(1)).toMatchObject([{ tries: 1 }]), 10_000)
})

test('D2 93: a pupil has five lines, a teacher as many as windows, and a thousand of one address keep no class out', async () => {
  const own = await Promise.all(Array.from({ length: 5 }, () => come(2)))
  const sixth = dial({ cookie: placeOf(2) })
  await once(sixth.socket, 'open')
  sixth.socket.send(JSON.stringify(hello))
  expect(await sixth.closed).toMatch(/^4401 no_reconnect rate_limited/)
  const cookie = `session=${teacher.client.cookies.get('session')}`
  const windows = Array.from({ length: socketLimits.perMember + 5 }, () => dial({ cookie }))
  await Promise.all(windows.map(({ socket }) => once(socket, 'open')))
  for (const { socket } of windows) socket.send(JSON.stringify({ ...hello, role: 'teacher' }))
  await vi.waitFor(() => {
    expect(windows.filter(({ heard }) => heard[0]?.type === 'welcome')).toHaveLength(socketLimits.perMember)
    expect(windows.filter(({ socket }) => socket.readyState === WebSocket.CLOSED)).toHaveLength(5)
  }, 20_000)
  // A school is one address: who says nothing is let go by time, and a class comes in meanwhile.
  const crowd = Array.from({ length: 1_000 }, () => dial())
  await Promise.all(crowd.map(({ socket }) => once(socket, 'open')))
  const late = await come(0)
  late.socket.send(answer('crowd', 50, 'b'))
  await vi.waitFor(() => expect(late.heard.some(({ id }) => id === 'crowd')).toBe(true), 10_000)
  expect(own.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
}, 60_000)
