import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Answers } from '#exercises/model/task/widget.ts'
import { purgeOldRooms } from '#exercises/rooms/server/jobs.ts'
import { maxAnswerMs } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'
import { sentAnswers } from '../support/sent-answers.ts'

/* The whole life of a learning room, with those who try to make it another one. */

let app: TestApp
let teacher: Person
let other: Person
let unitId: number
const lines: WebSocket[] = []

const element = (id: string, type: string, data: object, points = 1) => ({
  ...{ id, type, prompt: `<p>Frage ${id}?</p>`, points, right: '', wrong: '', data },
})
const options = (...texts: string[]) =>
  texts.map((text, at) => ({ id: 'abcd'[at] ?? 'e', text, weight: at === 0 ? 1 : 0, feedback: '' }))
const content = {
  title: 'Hauptstädte',
  pages: [
    {
      id: 'p1',
      title: 'Eins',
      elements: [
        element('e1', 'choice', {
          isMulti: false,
          policy: 'net',
          options: options('Rom', 'Mailand', 'Turin'),
        }),
        element('e2', 'short_text', {
          answers: [{ pattern: 'Geheimantwort', fraction: 1 }],
          ...{ caseSensitive: false, acceptTypos: false },
        }),
      ],
    },
    {
      id: 'p2',
      title: 'Zwei',
      elements: [
        element('e3', 'choice', { isMulti: true, policy: 'net', options: options('Paris', 'Lyon') }),
        element(
          'e4',
          'essay',
          {
            ...{ min: 0, max: 2000, keywords: [], sample: 'Geheimer Mustertext' },
            rubric: [
              { text: 'Geheimstufe zwei', points: 2 },
              { text: 'Geheimstufe eins', points: 1 },
            ],
          },
          4,
        ),
      ],
    },
  ],
}

const sent = sentAnswers(content)
/** What a pupil sends who picks the option of this id. */
const picked = (elementId: string, id: string) => sent(elementId, { pick: [id] }).pick?.[0] ?? ''

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'room-teacher')
  other = await member(app, 'room-other')
  const made = await teacher.client.api('POST', '/v3/units', { title: 'Hauptstädte' })
  unitId = made.json<{ id: number }>().id
  const saved = await teacher.client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
})
afterAll(() => app.close())
afterEach(async () => {
  for (const line of lines.splice(0)) line.close()
  // A teacher has ten open rooms at most.
  await sql`update room set status = 'closed', closed_at = now() where status <> 'closed'`.execute(
    app.deps.db,
  )
})

interface Room {
  id: number
  code: string
}
interface Desk {
  state: { status: string; step: number }
  participants: { id: number; name: string; isHandUp: boolean; factor: number; atElement: string | null }[]
  answers: { participant: number; element: string; state: string; raw: number; max: number; tries: number }[]
}

const codeOf = (answer: Answer) => answer.json<{ error: { code: string } }>().error.code
const fieldsOf = (answer: Answer) => Object.keys(answer.json<{ error: { fields: object } }>().error.fields)

async function makeRoom(settings: object = {}): Promise<Room> {
  const answer = await teacher.client.api('POST', '/v3/rooms', { unitId, ...settings })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<Room>()
}

async function control(room: Room, command: string, rest: object = {}, person = teacher): Promise<Answer> {
  return await person.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })
}

async function running(settings: object = {}): Promise<Room> {
  const room = await makeRoom(settings)
  for (const command of ['open', 'start']) expect((await control(room, command)).status).toBe(200)
  return room
}

async function desk(room: Room): Promise<Desk> {
  const answer = await teacher.client.api('GET', `/v3/rooms/${room.id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Desk>()
}

async function enter(room: Room, given: object = {}, client = createClient(app.base)) {
  const looked = await client.api('GET', `/v3/room-codes/${room.code}`)
  const { entry } = looked.json<{ entry?: { names: { place: number }[] } }>()
  const pick = entry?.names[0]?.place
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/enter`, { pick, ...given })
  return { client, answer }
}

let ids = 0
async function hand(client: Client, room: Room, elementId: string, answers: Answers, seq = ++ids) {
  const one = { id: `a${seq}`, element_id: elementId, response: sent(elementId, answers), seq_local: seq }
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
  return {
    answer,
    refused:
      answer.status === 200 ? answer.json<{ acks: { refused?: string }[] }>().acks[0]?.refused : undefined,
  }
}

interface Line {
  heard: Record<string, unknown>[]
  send: (message: unknown) => void
  next: (type: string) => Promise<Record<string, unknown>>
  closed: Promise<string>
}

async function connect(room: Room, client: Client, hello: object): Promise<Line> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie },
  })
  lines.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([, reason]) => String(reason))
  await once(socket, 'open')
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  send({ type: 'hello', world: 'de', ...hello })
  const next = (type: string) =>
    vi.waitFor(
      () => {
        const found = heard.find((message) => message.type === type)
        expect(found, JSON.stringify(heard)).toBeDefined()
        return found as Record<string, unknown>
      },
      { timeout: 10_000 },
    )
  return { heard, send, next, closed }
}

describe('a room', () => {
  test('lives from draft to purge, and nothing of a pupil is left', async () => {
    const room = await makeRoom({ mode: 'exam', retention: '7' })
    expect(room.code).toMatch(/^[2-9A-HJ-KM-NP-Z]{6}$/)
    expect((await createClient(app.base).api('GET', `/v3/room-codes/${room.code}`)).status).toBe(404)
    expect((await control(room, 'start')).status).toBe(409)
    await control(room, 'open')
    const { client, answer } = await enter(room)
    expect(answer.status, answer.text).toBe(201)
    expect((await hand(client, room, 'e1', { pick: ['a'] })).refused).toBe('closed')
    await control(room, 'start')
    expect((await hand(client, room, 'e1', { pick: ['a'] })).refused).toBeUndefined()
    await control(room, 'pause')
    expect((await hand(client, room, 'e2', { text: ['x'] })).refused).toBe('closed')
    await control(room, 'resume')
    // Both windows of the teacher press the same.
    expect((await control(room, 'close')).status).toBe(200)
    expect((await control(room, 'close')).status).toBe(200)
    expect((await hand(client, room, 'e2', { text: ['x'] })).refused).toBe('closed')
    expect((await desk(room)).answers).toMatchObject([{ element: 'e1', state: 'correct', raw: 1, max: 1 }])
    await sql`update room set purge_at = now() where id = ${room.id}`.execute(app.deps.db)
    await purgeOldRooms(app.deps)
    const { rows } = await sql<{ left: number }>`
      select ((select count(*) from room where id = ${room.id})
        + (select count(*) from room_participant where room_id = ${room.id})
        + (select count(*) from room_answer where room_id = ${room.id}))::int as left`.execute(app.deps.db)
    expect(rows).toEqual([{ left: 0 }])
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).status).toBe(404)
  })

  test('of somebody else is none, whatever is tried', async () => {
    const room = await running()
    expect((await other.client.api('GET', `/v3/rooms/${room.id}`)).status).toBe(404)
    expect((await control(room, 'close', {}, other)).status).toBe(404)
    expect((await other.client.api('DELETE', `/v3/rooms/${room.id}`)).status).toBe(404)
    const stolen = await other.client.api('POST', '/v3/rooms', { unitId })
    expect([stolen.status, codeOf(stolen)]).toEqual([404, 'not_found'])
    const line = await connect(room, other.client, { role: 'teacher' })
    expect(await line.closed).toContain('not_found')
    const stranger = await connect(room, createClient(app.base), { role: 'participant' })
    expect(await stranger.closed).toContain('unauthorized')
  })

  test('lets ten be open at once, and a deleted one is gone at once', async () => {
    const owner = await member(app, 'room-many')
    const before = teacher
    teacher = owner
    const unit = (await owner.client.api('POST', '/v3/units', { title: 'Viele' })).json<{ id: number }>().id
    await owner.client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
    await owner.client.api('POST', `/v3/units/${unit}/publish`)
    const rooms: Room[] = []
    for (let n = 0; n < 11; n += 1) rooms.push(await makeRoom({ unitId: unit }))
    const opened = []
    for (const room of rooms) opened.push((await control(room, 'open')).status)
    expect(opened).toEqual([...Array.from({ length: 10 }, () => 200), 422])
    expect((await owner.client.api('DELETE', `/v3/rooms/${rooms[0]?.id}`)).status).toBe(200)
    expect((await control(rooms[10] as Room, 'open')).status).toBe(200)
    teacher = before
  })
})

describe('the door', () => {
  test('takes one of the offered names, each once, and keeps a pupil the place they have', async () => {
    const room = await running({ maxPupils: 2 })
    const first = createClient(app.base)
    const { entry } = (await first.api('GET', `/v3/room-codes/${room.code.toLowerCase()}`)).json<{
      entry: { names: { place: number; name: string }[] }
    }>()
    expect(new Set(entry.names.map(({ name }) => name)).size).toBe(3)
    const pick = entry.names[0]?.place
    const at = `/v3/room-codes/${room.code}/enter`
    const entered = await first.api('POST', at, { pick })
    expect(entered.json<{ name: string }>().name).toBe(entry.names[0]?.name)
    const taken = await createClient(app.base).api('POST', at, { pick })
    expect([taken.status, fieldsOf(taken)]).toEqual([422, ['pick']])
    // Typed instead of picked.
    expect((await createClient(app.base).api('POST', at, { name: 'Max Mustermann' })).status).toBe(422)
    expect((await first.api('POST', at, { pick: 7 })).json<{ name: string }>().name).toBe(
      entry.names[0]?.name,
    )
    expect((await enter(room)).answer.status).toBe(201)
    expect(codeOf((await enter(room)).answer)).toBe('storage_quota')
    await control(room, 'lock')
    expect(codeOf((await enter(room)).answer)).toBe('forbidden')
  })

  test('a device keeps its place in each of its rooms, and none in another', async () => {
    const homework = await running()
    const { client, answer: first } = await enter(homework)
    await hand(client, homework, 'e1', { pick: ['a'] })
    const today = await running({ mode: 'quiz' })
    const entered = await enter(today, {}, client)
    const [one, other] = [first, entered.answer].map((answer) =>
      answer.json<{ token: string; name: string }>(),
    )
    expect(one?.token).not.toBe(other?.token)
    expect(Object.keys(other ?? {}).sort()).toEqual(['code', 'name', 'token'])
    expect((await hand(client, today, 'e1', { pick: ['a'] })).answer.status).toBe(200)
    // The homework goes on where it was, by its page, by a call, and by the line.
    const seen = await client.api('GET', `/v3/room-codes/${homework.code}`)
    expect(seen.json()).toMatchObject({
      pupil: { name: one?.name },
      values: { 'a.e1.pick': picked('e1', 'a') },
    })
    expect((await enter(homework, {}, client)).answer.json()).toMatchObject(one ?? {})
    expect(await (await connect(homework, client, { role: 'participant' })).next('welcome')).toBeDefined()
    expect((await desk(homework)).participants).toHaveLength(1)
    // Each room knows its own, and who was there the longest time ago is let go when there are many.
    expect((await hand(createClient(app.base), homework, 'e1', {})).answer.status).toBe(401)
    for (let n = 0; n < 7; n += 1) {
      const more = await running()
      expect((await enter(more, {}, client)).answer.status).toBe(201)
      await control(more, 'close')
    }
    expect((await hand(client, homework, 'e1', { pick: ['b'] })).answer.status).toBe(200)
    expect((await hand(client, today, 'e1', { pick: ['a'] })).answer.status).toBe(401)
  })

  test('a removed pupil does not come back, by no way they know', async () => {
    const room = await running({ naming: 'seat', seats: 2 })
    const { rows } = await sql<{ pin: string }>`
      select pin from room_seat where room_id = ${room.id} order by seat`.execute(app.deps.db)
    const { client, answer } = await enter(room, { pin: rows[0]?.pin.toLowerCase() })
    expect(answer.json<{ name: string }>().name).toBe(`${room.code.slice(0, 2)}-1`)
    const line = await connect(room, client, { role: 'participant' })
    await line.next('welcome')
    const participant = (await desk(room)).participants[0]?.id
    await hand(client, room, 'e1', { pick: ['a'] })
    expect((await control(room, 'kick', { participant })).status).toBe(200)
    // What they answered went with them.
    expect(
      (await sql`select from room_answer where participant_id = ${participant}`.execute(app.deps.db)).rows,
    ).toEqual([])
    expect(await line.closed).toContain('no_reconnect')
    expect((await hand(client, room, 'e1', { pick: ['a'] })).answer.status).toBe(403)
    expect(codeOf((await enter(room, { pin: rows[0]?.pin }, client)).answer)).toBe('forbidden')
    expect(codeOf((await enter(room, { pin: rows[0]?.pin })).answer)).toBe('forbidden')
    expect(fieldsOf((await enter(room, { pin: 'ZZZZ' })).answer)).toEqual(['pin'])
    // The same seat on another device goes on with the same work.
    const again = await enter(room, { pin: rows[1]?.pin })
    await hand(again.client, room, 'e1', { pick: ['b'] })
    await enter(room, { pin: rows[1]?.pin })
    expect((await desk(room)).participants).toHaveLength(2)
    expect((await hand(again.client, room, 'e1', { pick: ['a'] })).answer.status).toBe(401)
  })

  test('free names are looked at, a password is asked for, guessed codes end', async () => {
    const room = await running({ naming: 'free', password: 'Sommer', mode: 'exam' })
    expect(fieldsOf((await enter(room, { name: 'Ida' })).answer)).toEqual(['password'])
    expect(fieldsOf((await enter(room, { name: 'Ida', password: 'sommer' })).answer)).toEqual(['password'])
    expect(fieldsOf((await enter(room, { name: 'F.u c k', password: 'Sommer' })).answer)).toEqual(['name'])
    expect(fieldsOf((await enter(room, { name: 'x'.repeat(21), password: 'Sommer' })).answer)).toEqual([
      'name',
    ])
    expect((await enter(room, { name: 'Ida', password: 'Sommer' })).answer.status).toBe(201)
    const [ida] = (await desk(room)).participants
    // Nobody looks like somebody else on the desk, and the teacher's word is held to the same.
    const likeIda = ['ida', 'I\u200bda', '\u202eIda\u202c', '\u3000Ida\u00a0', 'Ιda', 'Idа', 'Ｉｄａ', 'lda']
    for (const name of [...likeIda, '\u202e', '\u3164'])
      expect([name, fieldsOf((await enter(room, { name, password: 'Sommer' })).answer)]).toEqual([
        name,
        ['name'],
      ])
    expect((await enter(room, { name: 'Ö\u202eda \u200b\u2003 7', password: 'Sommer' })).answer.status).toBe(
      201,
    )
    const oeda = (await desk(room)).participants.find(({ name }) => name === 'Öda 7')
    const asIda = await control(room, 'rename', { participant: oeda?.id, name: 'Ida\u2060' })
    expect(fieldsOf(asIda)).toEqual(['name'])
    expect((await control(room, 'rename', { participant: ida?.id, name: 'I.' })).status).toBe(200)
    // Children are called so; where the list of words is wrong, their teacher is right.
    for (const name of ['Ali', 'All', 'Nazim', 'Dominique'])
      expect((await enter(room, { name, password: 'Sommer' })).answer.status).toBe(201)
    expect(fieldsOf((await enter(room, { name: 'Dick', password: 'Sommer' })).answer)).toEqual(['name'])
    expect((await control(room, 'rename', { participant: ida?.id, name: 'Dick' })).status).toBe(200)
    const guesser = createClient(app.base)
    const answers = []
    for (let n = 0; n < 40; n += 1)
      answers.push((await guesser.api('GET', `/v3/room-codes/22222${(n % 8) + 2}`)).status)
    expect(answers.at(-1)).toBe(429)
    // A right code from the same school is never refused.
    expect((await enter(room, { name: 'Udo', password: 'Sommer' })).answer.status).toBe(201)
  })
})

describe('answers', () => {
  test('are scored here alone, and no key leaves before the teacher shows it', async () => {
    const room = await running({ mode: 'exam' })
    const { client } = await enter(room)
    const honest = { id: 'x', element_id: 'e1', response: sent('e1', { pick: ['b'] }), seq_local: 1 }
    const sendOne = (one: object) =>
      client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
    // A score that comes along is a field nobody knows here.
    const forged = await sendOne({ ...honest, score: { raw: 99 }, raw: 99 })
    expect([forged.status, (await desk(room)).answers]).toEqual([422, []])
    await sendOne(honest)
    expect((await desk(room)).answers).toMatchObject([{ state: 'incorrect', raw: 0, max: 1 }])
    const before = await client.api('GET', `/v3/room-codes/${room.code}`)
    expect(before.text).not.toMatch(/Geheim|weight|"correct"|"incorrect"/)
    await control(room, 'close')
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).text).not.toMatch(/Geheim|"incorrect"/)
    await control(room, 'release')
    const after = await client.api('GET', `/v3/room-codes/${room.code}`)
    expect(after.text).toContain('"incorrect"')
    expect(after.json<{ sum: object }>().sum).toEqual({ raw: 0, max: 7 })
  })

  test('come once however often they are sent; an older one never wins', async () => {
    const room = await running()
    const { client } = await enter(room)
    const first = { id: 'same', element_id: 'e1', response: sent('e1', { pick: ['b'] }), seq_local: 5 }
    const at = `/v3/room-codes/${room.code}/answers`
    await Promise.all([1, 2, 3].map(() => client.api('POST', at, { answers: [first, first] })))
    expect((await desk(room)).answers).toMatchObject([{ state: 'incorrect', tries: 1 }])
    await hand(client, room, 'e1', { pick: ['a'] }, 4)
    expect((await desk(room)).answers).toMatchObject([{ state: 'incorrect', tries: 1 }])
    await hand(client, room, 'e1', { pick: ['a'] }, 6)
    expect((await desk(room)).answers).toMatchObject([{ state: 'correct', tries: 2 }])
    // By scripts ahead of the clock, then by the form of a page without.
    await hand(client, room, 'e1', { pick: ['b'] }, Math.ceil(Date.now() / 1000) + 100)
    const typed = { intent: 'answer-room', 'a.e1.pick': picked('e1', 'a') }
    const handedIn = await client.submit(url('room', { world: 'de', code: room.code }), typed)
    expect(handedIn.headers.location).toContain('#saved')
    expect((await desk(room)).answers).toMatchObject([{ state: 'correct', tries: 4 }])
  })

  test('of no sense are refused and break nothing', async () => {
    const room = await running()
    const { client } = await enter(room)
    const at = `/v3/room-codes/${room.code}/answers`
    const bad = { id: 'a', element_id: 'e1', seq_local: 1 }
    for (const response of [7, 'a', { pick: 'a' }, { pick: [1] }, { pick: ['a\0'] }, { pick: ['\ud800'] }])
      expect(
        (await client.api('POST', at, { answers: [{ ...bad, response }] })).status,
        String(response),
      ).toBe(422)
    expect(
      (await client.api('POST', at, { answers: [{ ...bad, response: { pick: ['x'.repeat(1_000_000)] } }] }))
        .status,
    ).toBeGreaterThanOrEqual(413)
    expect((await hand(client, room, 'e99', { pick: ['a'] })).refused).toBe('elsewhere')
    expect((await hand(client, room, '__proto__', { pick: ['a'] })).refused).toBe('elsewhere')
    const line = await connect(room, client, { role: 'participant' })
    await line.next('welcome')
    line.send({ type: 'answer', id: 'n', element_id: 'e1', response: { pick: ['\0'] }, seq_local: 1 })
    expect(await line.closed).toContain('protocol')
    const long = await connect(room, client, { role: 'participant' })
    await long.next('welcome')
    long.send({
      type: 'answer',
      id: 'n',
      element_id: 'e4',
      response: { text: ['x'.repeat(1_000_000)] },
      seq_local: 1,
    })
    await long.closed
    const command = await connect(room, client, { role: 'participant' })
    await command.next('welcome')
    command.send({ type: 'control', cmd: 'close' })
    expect(await command.closed).toContain('protocol')
    expect(await desk(room)).toMatchObject({ state: { status: 'running' }, answers: [] })
  })

  test('wait for the teacher where only a person can tell, who gives no more than there is', async () => {
    const room = await running({ mode: 'exam' })
    const { client } = await enter(room)
    await hand(client, room, 'e4', { text: ['Ein Absatz.'] })
    const { participants, answers } = await desk(room)
    expect(answers).toMatchObject([{ state: 'pending' }])
    const at = `/v3/rooms/${room.id}/grades`
    const of = { participant: participants[0]?.id, element: 'e4' }
    expect((await teacher.client.api('POST', at, { ...of, hundredths: 401 })).status).toBe(422)
    expect(
      (await teacher.client.api('POST', at, { ...of, participant: 999_999, hundredths: 100 })).status,
    ).toBe(404)
    expect((await teacher.client.api('POST', at, { ...of, points: '2,5' })).status).toBe(200)
    expect((await desk(room)).answers).toMatchObject([{ state: 'partial', raw: 2.5, max: 4 }])
  })

  test('get the points of a level as its button posts them', async () => {
    const room = await running({ mode: 'exam' })
    const { client } = await enter(room)
    await hand(client, room, 'e4', { text: ['Ein Absatz.'] })
    const { participants } = await desk(room)
    const participant = String(participants[0]?.id)
    const query = { answer: 'e4', pupil: participant }
    const page = url('room-desk', { world: 'de', roomId: room.id, query })
    const graded = { intent: 'grade-answer', participant, element: 'e4', points: '2' }
    expect((await teacher.client.submit(page, graded)).status).toBe(303)
    expect((await desk(room)).answers).toMatchObject([{ state: 'partial', raw: 2, max: 4 }])
  })

  test('a pupil of an exam who looks elsewhere is a plain fact at the desk, and no more than that', async () => {
    const room = await running({ mode: 'exam' })
    const { client } = await enter(room)
    const pupil = await connect(room, client, { role: 'participant' })
    await pupil.next('welcome')
    pupil.send({ type: 'away' })
    await vi.waitFor(async () =>
      expect(JSON.stringify((await desk(room)).participants)).toContain('"awayCount":1'),
    )
    // Two at once are two; without a line it is a request.
    pupil.send({ type: 'away' })
    pupil.send({ type: 'away' })
    const page = url('room', { world: 'de', code: room.code })
    expect((await client.submit(page, { intent: 'signal-room', isAway: '1' })).status).toBe(303)
    const seen = expect.objectContaining({ awayCount: 4 })
    await vi.waitFor(async () => expect((await desk(room)).participants).toEqual([seen]))
    expect((await hand(client, room, 'e1', { pick: ['a'] })).refused).toBeUndefined()
    // Whoever has handed in may look wherever they like.
    expect((await client.submit(page, { intent: 'answer-room', isFinished: '1' })).status).toBe(303)
    await client.submit(page, { intent: 'signal-room', isAway: '1' })
    expect((await desk(room)).participants).toEqual([seen])
  })

  test('by plain form, without script: answers, hand up, handed in', async () => {
    const room = await running({ mode: 'exam' })
    const { client } = await enter(room)
    const page = url('room', { world: 'de', code: room.code })
    const fields = {
      intent: 'answer-room',
      'a.e1.pick': picked('e1', 'a'),
      'a.e2.text': 'Geheimantwort',
      [`a.e3.pick.${picked('e3', 'a')}`]: 'on',
      // Every field is sent: what is empty was not answered.
      'a.e4.text': '',
    }
    const saved = await client.submit(page, fields)
    expect([saved.status, saved.headers.location], saved.text.slice(0, 300)).toEqual([303, `${page}#saved`])
    await client.submit(page, { intent: 'signal-room', isHandUp: '1' })
    // Without a yes the page asks for it; in a break nothing is handed in.
    const asked = await client.submit(page, { ...fields, isHandingIn: '1' })
    expect(asked.headers.location).toBe(`${page}#hand-in`)
    const done = { ...fields, isFinished: '1', isHandingIn: '1' }
    await control(room, 'pause')
    expect((await client.submit(page, done)).headers.location).toBe(`${page}#refused`)
    await control(room, 'resume')
    for (const _twice of [1, 2])
      expect((await client.submit(page, done)).headers.location).toBe(`${page}#finished`)
    const late = await client.submit(page, { ...fields, 'a.e1.pick': picked('e1', 'b') })
    expect(late.headers.location).toBe(`${page}#refused`)
    const { participants, answers } = await desk(room)
    expect(participants).toMatchObject([{ isHandUp: true, isFinished: true }])
    expect(answers.map(({ state, tries }) => `${state} ${tries}`)).toEqual([
      'correct 1',
      'correct 1',
      'correct 1',
    ])
    // The teacher lets them go on.
    await control(room, 'reopen', { participant: participants[0]?.id })
    const again = await client.submit(page, { ...fields, 'a.e1.pick': picked('e1', 'b') })
    expect(again.headers.location).toBe(`${page}#saved`)
    const [pupil] = (await desk(room)).participants
    expect(pupil).toMatchObject({ isFinished: false })
  })

  test('are handed in where pupils go their own way, not where the teacher turns the pages', async () => {
    for (const [mode, said] of [
      ['self', 'finished'],
      ['paced', 'refused'],
    ] as const) {
      const room = await running({ mode })
      const { client } = await enter(room)
      const page = url('room', { world: 'de', code: room.code })
      const done = await client.submit(page, { intent: 'answer-room', isFinished: '1', isHandingIn: '1' })
      expect(done.headers.location).toBe(`${page}#${said}`)
      expect((await desk(room)).participants).toMatchObject([{ isFinished: mode === 'self' }])
    }
  })
})

describe('the sockets', () => {
  test('tell the teacher who is in and how far, the pupil only their own, and what was missed', async () => {
    const room = await running()
    const { client } = await enter(room)
    const board = await connect(room, teacher.client, { role: 'teacher' })
    const { seq } = (await board.next('welcome')) as { seq: number }
    const pupil = await connect(room, client, { role: 'participant' })
    await pupil.next('welcome')
    const response = sent('e1', { pick: ['a'] })
    const message = { type: 'answer', id: 'q1', element_id: 'e1', response, seq_local: 1 }
    pupil.send(message)
    pupil.send(message)
    pupil.send({ type: 'hand', up: true })
    expect(await pupil.next('ack')).toEqual({
      type: 'ack',
      id: 'q1',
      score: { state: 'correct', raw: 1, max: 1 },
    })
    expect(await board.next('progress_delta')).toMatchObject({
      answers: [{ element: 'e1', state: 'correct', tries: 1 }],
    })
    await vi.waitFor(() =>
      expect(JSON.stringify(board.heard.filter(({ type }) => type === 'roster'))).toContain(
        '"isHandUp":true',
      ),
    )
    expect(JSON.stringify(pupil.heard)).not.toContain('participants')
    const back = await connect(room, teacher.client, { role: 'teacher', last_seq: seq })
    expect(await back.next('progress_delta')).toMatchObject({
      answers: [{ element: 'e1', state: 'correct' }],
    })
    await control(room, 'close')
    await pupil.next('closing')
    expect(await board.next('closing')).toBeDefined()
  })
})

test('without a line the same messages come by asking, each to whom they are for', async () => {
  const room = await running({ mode: 'paced', naming: 'free' })
  const { client } = await enter(room, { name: 'Ida' })
  const { client: second } = await enter(room, { name: 'Udo' })
  interface Heard {
    seq: number
    messages: { type: string; snapshot?: object }[]
  }
  const ask = async (who: Client, role: string, since?: number) => {
    const path = `/v3/room-codes/${room.code}/messages?role=${role}${since === undefined ? '' : `&since=${since}`}`
    return (await who.api('GET', path)).json<Heard>()
  }
  const [board, pupil] = [await ask(teacher.client, 'teacher'), await ask(client, 'participant')]
  expect(board.messages).toMatchObject([{ type: 'welcome', snapshot: { status: 'running' } }])
  expect(pupil.messages).toMatchObject([{ type: 'welcome', snapshot: { name: 'Ida', status: 'running' } }])
  // Who asks and hears nothing new is answered as soon as there is; what came before may wake it once with nothing to say.
  const waits = ask(teacher.client, 'screen', board.seq)
  await hand(client, room, 'e1', { pick: ['a'] })
  let heard = await waits
  await vi.waitFor(async () => {
    if (heard.messages.length === 0) heard = await ask(teacher.client, 'screen', board.seq)
    expect(heard.messages).toContainEqual(
      expect.objectContaining({
        type: 'progress_delta',
        answers: [expect.objectContaining({ state: 'correct' })],
      }),
    )
  })
  await control(room, 'pause')
  const next = await ask(client, 'participant', pupil.seq)
  expect(next.messages).toMatchObject([{ type: 'state', status: 'paused' }])
  expect(JSON.stringify([pupil, next])).not.toContain('Udo')
  const all = await ask(teacher.client, 'teacher', -1)
  expect(all.messages.map(({ type }) => type)).toEqual(['state', 'roster', 'progress_delta'])
  const removed = (await desk(room)).participants.find(({ name }) => name === 'Udo')?.id
  const last = ask(second, 'participant', all.seq)
  await control(room, 'kick', { participant: removed })
  expect((await last).messages).toContainEqual(expect.objectContaining({ type: 'closing', isRemoved: true }))
  for (const [who, role, status] of [
    [second, 'participant', 403],
    [createClient(app.base), 'participant', 401],
    [client, 'teacher', 401],
    [other.client, 'teacher', 404],
  ] as const)
    expect((await who.api('GET', `/v3/room-codes/${room.code}/messages?role=${role}`)).status).toBe(status)
})

test('a teacher leads the room over the line as by calls; pupils, boards and who logged out do not', async () => {
  const room = await makeRoom({ mode: 'paced' })
  await control(room, 'open')
  const away = createClient(app.base)
  await logIn(away, teacher.email)
  const lead = await connect(room, away, { role: 'teacher' })
  await lead.next('welcome')
  let count = 0
  const order = async (cmd: string, rest: object = {}) => {
    count += 1
    const id = `c${count}`
    lead.send({ type: 'control', id, cmd, ...rest })
    return await vi.waitFor(() => {
      const found = lead.heard.find((message) => message.type === 'ack' && message.id === id)
      expect(found).toBeDefined()
      return found
    })
  }
  const { client } = await enter(room)
  const [pupil] = (await desk(room)).participants
  expect(await order('start')).toMatchObject({ status: 'running', step: 0 })
  expect(await order('goto', { step: 1 })).toMatchObject({ step: 1 })
  expect(await order('goto', { step: 99 })).toMatchObject({
    refused: 'invalid_input',
    fields: { step: 'invalid' },
  })
  expect(await order('resume')).toMatchObject({ status: 'running' })
  expect(await order('lock')).toMatchObject({ isLocked: true })
  expect(await order('rename', { participant: pupil?.id, name: 'Ada' })).not.toHaveProperty('refused')
  expect(await order('extend', { participant: pupil?.id, extraTime: 150 })).not.toHaveProperty('refused')
  expect((await desk(room)).participants).toMatchObject([{ name: 'Ada', factor: 1.5 }])
  for (const [who, role] of [
    [client, 'participant'],
    [teacher.client, 'screen'],
  ] as const) {
    const line = await connect(room, who, { role })
    await line.next('welcome')
    line.send({ type: 'control', id: 'x', cmd: 'close' })
    expect(await line.closed).toContain('no_reconnect')
  }
  expect(await order('kick', { participant: pupil?.id })).not.toHaveProperty('refused')
  await away.api('GET', '/v3/oauth2/logout')
  lead.send({ type: 'control', id: 'late', cmd: 'close' })
  expect(await lead.closed).toContain('no_reconnect unauthorized')
  expect((await desk(room)).state.status).toBe('running')
})

test('where a pupil works is told as seen, typing or done, once in a while; nothing else is understood', async () => {
  const room = await running()
  const { client } = await enter(room)
  const pupil = await connect(room, client, { role: 'participant' })
  await pupil.next('welcome')
  const seqOf = async () =>
    (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{ seq: number }>().seq
  const before = await seqOf()
  for (let n = 0; n < 20; n += 1)
    pupil.send({
      type: 'progress',
      element_id: n % 2 ? 'e1' : 'e2',
      state: ['seen', 'typing', 'done'][n % 3],
    })
  await vi.waitFor(async () => expect((await desk(room)).participants).toMatchObject([{ atElement: 'e2' }]))
  expect((await seqOf()) - before).toBe(1)
  pupil.send({ type: 'progress', element_id: 'e1', state: 'asleep' })
  expect(await pupil.closed).toContain('no_reconnect')
})

test('a line of a teacher ends with the session, a pupil’s does not', async () => {
  const room = await running()
  const { client } = await enter(room)
  const away = createClient(app.base)
  await logIn(away, teacher.email)
  const board = await connect(room, away, { role: 'screen' })
  const pupil = await connect(room, client, { role: 'participant' })
  await Promise.all([board.next('welcome'), pupil.next('welcome')])
  await away.api('GET', '/v3/oauth2/logout')
  expect(await board.closed).toContain('no_reconnect unauthorized')
  await control(room, 'pause')
  // What the room was before may be told once more.
  await vi.waitFor(
    () => expect(pupil.heard).toContainEqual(expect.objectContaining({ type: 'state', status: 'paused' })),
    { timeout: 10_000 },
  )
})

describe('what the teacher paces', () => {
  test('a quiz takes the last answer to the question that is on, in time, until it is shown', async () => {
    const room = await running({ mode: 'quiz', seconds: 20, hasSpeed: true })
    const { client } = await enter(room)
    const silent = await enter(room)
    const missed = async (from: Client) =>
      (await from.api('GET', `/v3/room-codes/${room.code}`)).json<{ missed: string[] }>().missed
    await hand(client, room, 'e1', { pick: ['a'] })
    await hand(client, room, 'e1', { pick: ['b'] })
    expect((await desk(room)).answers).toMatchObject([{ state: 'incorrect' }])
    expect([await missed(client), await missed(silent.client)]).toEqual([[], []])
    expect((await hand(client, room, 'e2', { text: ['x'] })).refused).toBe('elsewhere')
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).text).not.toContain('"incorrect"')
    await control(room, 'reveal')
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).text).toContain('Rom')
    // Whoever sent nothing is told so.
    expect([await missed(client), await missed(silent.client)]).toEqual([[], ['e1']])
    for (const step of [-1, 4, 1.5]) expect((await control(room, 'goto', { step })).status).toBe(422)
    await control(room, 'goto', { step: 1 })
    await control(room, 'goto', { step: 1 })
    await sql`update room set step_at = now() - interval '25 s' where id = ${room.id}`.execute(app.deps.db)
    expect((await hand(client, room, 'e2', { text: ['Geheimantwort'] })).refused).toBe('late')
    expect(await missed(client)).toEqual(['e2'])
    const [pupil] = (await desk(room)).participants
    await control(room, 'extend', { participant: pupil?.id, extraTime: 150 })
    expect((await hand(client, room, 'e2', { text: ['Geheimantwort'] })).refused).toBeUndefined()
  })

  test('what was shown with its solution stays closed, whatever page is turned to next', async () => {
    const room = await running({ mode: 'paced' })
    const { client } = await enter(room)
    await hand(client, room, 'e1', { pick: ['b'] })
    await control(room, 'reveal')
    await control(room, 'goto', { step: 1 })
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).json()).toMatchObject({
      state: { isRevealed: false },
    })
    await control(room, 'goto', { step: 0 })
    expect((await client.api('GET', `/v3/room-codes/${room.code}`)).json()).toMatchObject({
      state: { isRevealed: true },
    })
    expect((await hand(client, room, 'e1', { pick: ['a'] })).refused).toBe('elsewhere')
    expect((await desk(room)).answers).toMatchObject([{ element: 'e1', state: 'incorrect' }])
  })
})

describe('the results', () => {
  test('are taken along as table, spreadsheet, paper and statements, by nobody but the teacher', async () => {
    const room = await running({ naming: 'free' })
    for (const [name, pick] of [
      ['=1+2', 'a'],
      ['Ida', 'b'],
    ] as const) {
      const { client } = await enter(room, { name })
      await hand(client, room, 'e1', { pick: [pick] })
    }
    const at = `/v3/rooms/${room.id}`
    const csv = await teacher.client.api('GET', `${at}/export?format=csv&world=de`)
    expect(csv.text.replace(/^\ufeff/, '').split('\r\n')).toMatchObject([
      expect.stringMatching(/^"Name";"1 Frage e1\?"/),
      expect.stringMatching(/^"'=1\+2";"1";/),
      expect.stringMatching(/^"Ida";"0";/),
      '',
    ])
    for (const format of ['xlsx', 'pdf', 'pupils']) {
      const file = await teacher.client.api('GET', `${at}/export?format=${format}`)
      expect([file.status, file.text.slice(0, 2)]).toEqual([200, format === 'xlsx' ? 'PK' : '%P'])
    }
    // Numbers in names are numbers, and who did nothing is no part of the mean.
    for (const name of ['K-10', 'K-2']) await enter(room, { name })
    const { figures: all, pupils } = (await teacher.client.api('GET', `${at}/results`)).json<{
      figures: { answered: number }[]
      pupils: { name: string }[]
    }>()
    expect([all[0]?.answered, pupils.map(({ name }) => name)]).toEqual([2, ['=1+2', 'Ida', 'K-2', 'K-10']])
    const statements = (await teacher.client.api('GET', `${at}/export?format=xapi`)).json<
      { result: object; object: { definition: object } }[]
    >()
    expect(statements.map(({ result }) => result)).toMatchObject([
      { response: 'a', success: true, score: { scaled: 1 } },
      { response: 'b', success: false, score: { scaled: 0 } },
    ])
    expect(statements[0]?.object.definition).toMatchObject({
      ...{ interactionType: 'choice', correctResponsesPattern: ['a'] },
      choices: expect.arrayContaining([
        { id: 'a', description: { de: 'Rom' } },
        { id: 'b', description: { de: 'Mailand' } },
      ]),
    })
    const missed = await teacher.client.api('GET', `${at}/export?format=gift`)
    expect([missed.status, missed.text.includes('Frage e1?')]).toEqual([200, true])
    const { figures } = (await teacher.client.api('GET', `${at}/results`)).json<{
      figures: { p?: number }[]
    }>()
    expect(figures[0]?.p).toBe(0.5)
    const seats = await makeRoom({ naming: 'seat', seats: 9 })
    expect((await teacher.client.api('GET', `/v3/rooms/${seats.id}/seat-cards`)).text.slice(0, 4)).toBe(
      '%PDF',
    )
    const sheet = await teacher.client.api('GET', `${at}/worksheet?large=1&gray=1&size=LETTER`)
    expect([sheet.status, sheet.text.slice(0, 4)]).toEqual([200, '%PDF'])
    // The way to the room: its code is drawn, and read out.
    expect(transcriptOf(sheet.body)).toContainEqual(expect.stringContaining(room.code))
    for (const path of ['/results', '/export?format=csv', '/seat-cards', '/worksheet'])
      expect((await other.client.api('GET', at + path)).status).toBe(404)
  })
})

test('results, and with them the sheet of each pupil, say in words which statements are false', async () => {
  const made = await teacher.client.api('POST', '/v3/units', { title: 'Aussagen' })
  const { id } = made.json<{ id: number }>()
  const statements = [
    { id: 'a', text: 'Rom ist groß.', answer: true, feedback: '' },
    { id: 'b', text: 'Ulm liegt am Meer.', answer: false, feedback: '' },
  ]
  const pages = [{ id: 'p1', title: 'Eins', elements: [element('w1', 'true_false', { statements })] }]
  const path = `/v3/units/${id}`
  const saved = await teacher.client.api('PUT', path, { revision: 1, content: { ...content, pages } })
  expect(saved.status, saved.text).toBe(200)
  await teacher.client.api('POST', `${path}/publish`)
  const room = await makeRoom({ unitId: id })
  const results = await teacher.client.api('GET', `/v3/rooms/${room.id}/results?world=de`)
  expect(results.json()).toMatchObject({
    elements: [{ solution: ['richtig: Rom ist groß.', 'falsch: Ulm liegt am Meer.'] }],
  })
})

test('a paper that a busy machine takes long for comes all the same: its time is that of the processor', async () => {
  const room = await makeRoom({ naming: 'seat', seats: 3 })
  const href = new URL('../../src/exercises/rooms/server/results/export-thread.ts', import.meta.url).href
  const drawn = app.deps.unitPrints.get(href)
  app.deps.unitPrints.set(href, {
    async run<T>() {
      await new Promise((resolve) => setTimeout(resolve, maxAnswerMs + 300))
      return new Uint8Array(Buffer.from('%PDF-late')) as T
    },
    stop: async () => {},
  })
  try {
    const late = await teacher.client.api('GET', `/v3/rooms/${room.id}/seat-cards`)
    expect([late.status, late.text]).toEqual([200, '%PDF-late'])
  } finally {
    if (drawn) app.deps.unitPrints.set(href, drawn)
    else app.deps.unitPrints.delete(href)
  }
}, 20_000)

/** The words beside the pictures of a document. */
function transcriptOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\/Alt \((?:\xfe\xff)?((?:\\.|[^\\)])*)\)/g)].map(
    ([, text = '']) => text.replaceAll('\0', ''),
  )
}
