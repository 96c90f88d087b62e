import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { enterRoom } from '#exercises/rooms/server/live/joining.ts'
import { screenOf } from '#exercises/rooms/server/results/results.ts'
import { type Context, strangerContext } from '#platform/context/context.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { sentAnswers } from '../support/sent-answers.ts'
import { codeOf, makeUnit } from '../support/sold-units.ts'

/* Rooms under those who press twice, come late, set their clock, or play in several at once. */

let app: TestApp
let teacher: Person
let unitId: number
let elements: { id: string; right: string }[]
const lines: WebSocket[] = []

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'abuse-teacher', { isSeller: true })
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
  vi.useRealTimers()
  // A teacher has ten open rooms at most.
  await sql`update room set status = 'closed', closed_at = now() where status <> 'closed'`.execute(
    app.deps.db,
  )
})
afterAll(async () => {
  for (const line of lines) line.close()
  await app.close()
})

const control = (room: Room, command: string, rest: object = {}) =>
  teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })

const running = (settings: object = {}): Promise<Room> => runningRoom(app, teacher, { unitId, ...settings })

async function enter(room: Room): Promise<Pupil> {
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  return pupil
}

const desk = async (room: Room) =>
  (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    state: { status: string; step: number }
    participants: { id: number }[]
    answers: { participant: number; element: string; state: string; tries: number }[]
  }>()

const look = async (client: Client, room: Room) =>
  (await client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    entry?: { teams: number; names: { place: number }[] }
    state: { team?: number }
  }>()

/** Through the door, which deals them out. */
const comeIn = async (room: Room): Promise<Pupil> => {
  const client = createClient(app.base)
  const pick = (await look(client, room)).entry?.names[0]?.place
  await client.api('POST', `/v3/room-codes/${room.code}/enter`, { pick })
  return { client, id: (await desk(room)).participants.at(-1)?.id ?? 0 }
}

async function contextOf({ client }: Person): Promise<Context> {
  const visitor = await resolveVisitor(app.deps, { sessionToken: client.cookies.get('session') })
  return { ...strangerContext(app.deps, 'de'), visitor }
}

const given = (participantId: number, at: number, seqLocal = 1) => ({
  ...{ kind: 'answer' as const, participantId, elementId: elements[at]?.id ?? '' },
  ...{ answers: { pick: [elements[at]?.right ?? ''] }, seqLocal, at: Date.now() },
})

async function board(room: Room) {
  const cookie = [...teacher.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
    headers: { cookie },
  })
  lines.push(socket)
  const heard: { type: string; status?: string; step?: number; answers?: { participant: number }[] }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', world: 'de', role: 'teacher' }))
  await vi.waitFor(() => expect(heard.some(({ type }) => type === 'welcome')).toBe(true))
  return heard
}

describe('answers of many rooms at once', () => {
  test('are each written in their own room, once, and each board hears of its own pupils alone', async () => {
    const rooms = [await running(), await running(), await running({ mode: 'exam' })]
    const pupils = await Promise.all(rooms.map((room) => enter(room)))
    const boards = await Promise.all(rooms.map((room) => board(room)))
    const taken = await Promise.all(
      rooms.flatMap((room, n) =>
        [0, 1, 2].map((at) =>
          app.deps.roomHub.submit({ world: 'de', id: room.id }, given(pupils[n]?.id ?? 0, at, at + 1)),
        ),
      ),
    )
    expect(taken.map((one) => 'score' in one && one.score.state)).toEqual(
      Array.from({ length: 9 }, () => 'correct'),
    )
    for (const [n, room] of rooms.entries()) {
      const { answers } = await desk(room)
      expect(answers.map(({ participant, tries }) => [participant, tries])).toEqual(
        Array.from({ length: 3 }, () => [pupils[n]?.id, 1]),
      )
      const heard = () => boards[n]?.flatMap(({ answers: delta = [] }) => delta) ?? []
      await vi.waitFor(() => expect(heard()).toHaveLength(3), { timeout: 10_000 })
      expect(new Set(heard().map(({ participant }) => participant))).toEqual(new Set([pupils[n]?.id]))
    }
  })

  test('one that is closed, deleted, or not the pupil’s stops none of the others', async () => {
    const [open, closed, deleted] = [await running(), await running(), await running()]
    const pupils = await Promise.all([open, closed, deleted].map((room) => enter(room)))
    const [mine = 0, theirs = 0, gone = 0] = pupils.map(({ id }) => id)
    await control(closed, 'close')
    await teacher.client.api('DELETE', `/v3/rooms/${deleted.id}`)
    const hand = ({ id }: Room, one: ReturnType<typeof given>) =>
      app.deps.roomHub.submit({ world: 'de', id }, one)
    const taken = await Promise.all([
      hand(open, given(mine, 0)),
      hand(closed, given(theirs, 0)),
      hand(deleted, given(gone, 0)),
      // A pupil of another room, by an id they guessed.
      hand(open, given(theirs, 1)),
      hand(open, { ...given(mine, 2), elementId: 'nothing' }),
    ])
    expect(taken.map((one) => ('refused' in one ? one.refused : 'taken'))).toEqual([
      'taken',
      'closed',
      'closed',
      'gone',
      'elsewhere',
    ])
    expect((await desk(open)).answers).toHaveLength(1)
    expect((await desk(closed)).answers).toHaveLength(0)
  })
})

test('an answer that cannot be written takes none of its room with it, and no other room', async () => {
  const [room, other] = [await running(), await running()]
  const [bad, good] = [await enter(room), await enter(room)]
  const theirs = await enter(other)
  const hand = ({ id }: Room, one: ReturnType<typeof given>) =>
    app.deps.roomHub.submit({ world: 'de', id }, one)
  const taken = await Promise.allSettled([
    // No door lets such a count in: whatever else PostgreSQL refuses ends like this.
    hand(room, given(bad.id, 0, 9_999_999_999)),
    hand(room, given(good.id, 0)),
    hand(other, given(theirs.id, 0)),
  ])
  expect(taken.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect((await desk(room)).answers.map(({ participant }) => participant)).toEqual([good.id])
})

describe('teams', () => {
  test('are dealt out evenly, and the board shows their means when a question is over', async () => {
    const room = await running({ mode: 'quiz', teams: 2 })
    const pupils = [await comeIn(room), await comeIn(room), await comeIn(room)]
    const teams = await Promise.all(
      pupils.map(async ({ client }) => (await look(client, room)).state.team ?? 0),
    )
    expect(new Set(teams)).toEqual(new Set([1, 2]))
    const [alone = 0] = [1, 2].filter((team) => teams.filter((each) => each === team).length === 1)
    // The one who is alone in a team is right, and one of the two others.
    const right = [teams.indexOf(alone), teams.findIndex((team) => team !== alone)]
    for (const at of right)
      await app.deps.roomHub.submit({ world: 'de', id: room.id }, given(pupils[at]?.id ?? 0, 0))
    await control(room, 'reveal')
    const shown = await screenOf(await contextOf(teacher), room.id)
    expect(shown.teams).toEqual([
      { team: alone, members: 1, mean: 1000 },
      { team: 3 - alone, members: 2, mean: 500 },
    ])
    const table = await teacher.client.get(`/api/v3/rooms/${room.id}/export?world=de&format=csv`)
    expect(table.text.split('\n')[0]).toContain(';"Team";')
  })

  test('that pupils choose are asked for, and there are no others', async () => {
    const room = await running({ teams: 3, teamsBy: 'chosen' })
    const client = createClient(app.base)
    const { entry } = await look(client, room)
    const at = `/v3/room-codes/${room.code}/enter`
    const pick = entry?.names[0]?.place
    expect(entry?.teams).toBe(3)
    for (const team of [undefined, 4]) expect((await client.api('POST', at, { pick, team })).status).toBe(422)
    expect((await client.api('POST', at, { pick, team: 3 })).status).toBe(201)
    expect((await look(client, room)).state.team).toBe(3)
    expect((await teacher.client.api('POST', '/v3/rooms', { unitId, teams: 9 })).status).toBe(422)
  })
})

test('a unit says how often, how long and in which ways a class may play it', async () => {
  const own = await makeUnit(teacher, false)
  const { content } = (await teacher.client.api('GET', `/v3/units/${own}`)).json<{
    content: { settings: object; pages: { elements: { id: string }[] }[] }
  }>()
  const settings = { ...content.settings, attempts: 2, modes: ['self', 'quiz'], extraTime: 150 }
  const put = { revision: 1, content: { ...content, settings } }
  expect((await teacher.client.api('PUT', `/v3/units/${own}`, put)).status).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${own}/publish`)).status).toBe(200)
  expect(await codeOf(teacher, 'POST', '/v3/rooms', { unitId: own, mode: 'exam' })).toBe('invalid_input')
  const room = await running({ unitId: own, minutes: 10 })
  const { client, id } = await comeIn(room)
  const elementId = content.pages[0]?.elements[0]?.id ?? ''
  const sent = sentAnswers(content)
  const hand = (pick: string, seqLocal: number, pupil = id) =>
    app.deps.roomHub.submit(
      { world: 'de', id: room.id },
      { ...given(pupil, 0, seqLocal), elementId, answers: sent(elementId, { pick: [pick] }) },
    )
  // The same once more is no try.
  for (const [pick, seq] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
  ] as const)
    expect(await hand(pick, seq)).toHaveProperty('score')
  expect(await hand('c', 4)).toEqual({ refused: 'tried' })
  // Those that come together count as those that come one after the other.
  const quick = await comeIn(room)
  const together = await Promise.all([hand('a', 1, quick.id), hand('b', 2, quick.id), hand('c', 3, quick.id)])
  expect(together).toMatchObject([{ score: {} }, { score: {} }, { refused: 'tried' }])
  const { taken, deadline } = (await client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    taken: string[]
    deadline: string
  }>()
  expect(taken).toEqual([elementId])
  const minutes = (Date.parse(deadline) - Date.now()) / 60_000
  expect(Math.ceil(minutes)).toBe(15)
})

test('what a class did not know becomes an exercise of its own; where all was right there is none', async () => {
  const room = await running()
  const [first, second] = [await enter(room), await enter(room)]
  const hand = (one: ReturnType<typeof given>) => app.deps.roomHub.submit({ world: 'de', id: room.id }, one)
  const path = `/v3/rooms/${room.id}/missed`
  expect(await codeOf(teacher, 'POST', path)).toBe('conflict')
  for (const { id } of [first, second]) await hand(given(id, 0))
  expect(await codeOf(teacher, 'POST', path)).toBe('conflict')
  await hand(given(first.id, 1))
  await hand({ ...given(second.id, 1), answers: { pick: ['zz'] } })
  const made = await teacher.client.api('POST', path)
  expect(made.status, made.text).toBe(201)
  const { content } = (await teacher.client.api('GET', `/v3/units/${made.json<{ id: number }>().id}`)).json<{
    content: { title: string; pages: { elements: { id: string }[] }[] }
  }>()
  expect(content.pages.flatMap((page) => page.elements.map(({ id }) => id))).toEqual([elements[1]?.id])
  expect(content.title).toContain('zum Wiederholen')
})

test('two hundred who come in at once: of one name one does, of their own names all do, and others go on', async () => {
  const one = await running({ naming: 'free', maxPupils: 200 })
  const all = await running({ naming: 'free', maxPupils: 200 })
  const enterAs = async ({ code }: Room, name: string) =>
    await enterRoom(strangerContext(app.deps, 'de'), code, { name }, undefined).then(
      () => 'in',
      (error: { code: string }) => error.code,
    )
  const pupils = Array.from({ length: 200 }, (_, at) => at)
  // Who waits for 5 seconds is sent away (hub.ts). That would say how busy this machine is: its clock stands meanwhile.
  vi.useFakeTimers({ toFake: ['Date'] })
  const same = await Promise.all(pupils.map(() => enterAs(one, 'Otter')))
  expect(same.toSorted()).toEqual(['in', ...pupils.slice(1).map(() => 'invalid_input')].toSorted())
  const waiting = Promise.all(pupils.map((at) => enterAs(all, `Otter ${at}`)))
  // They take one connection together: the teacher of another room waits behind none of them.
  expect((await control(one, 'pause')).status).toBe(200)
  expect(new Set(await waiting)).toEqual(new Set(['in']))
  expect(await enterAs(all, 'Luchs')).toBe('storage_quota')
})

test('wrong codes count wherever they were tried', async () => {
  const network = '198.51.100'
  for (let n = 0; n < 30; n += 1) app.deps.roomGuesses.hear(`another-process ${network}`)
  await expect(app.deps.roomGuesses.miss(`${network}.7`)).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(app.deps.roomGuesses.miss('203.0.113.7')).resolves.toBeUndefined()
})

describe('those who try', () => {
  test('a teacher with two windows: both hear the same, both may press, a step is turned once', async () => {
    const room = await running({ mode: 'paced' })
    const windows = [await board(room), await board(room)]
    await Promise.all([control(room, 'goto', { step: 0 }), control(room, 'goto', { step: 0 })])
    await Promise.all([control(room, 'pause'), control(room, 'pause')])
    await Promise.all([control(room, 'resume'), control(room, 'resume')])
    const closed = await Promise.all([control(room, 'close'), control(room, 'close')])
    expect(closed.map(({ status }) => status)).toEqual([200, 200])
    // A window that was left open since can no longer start what the other one has closed.
    expect((await control(room, 'resume')).status).toBe(409)
    for (const heard of windows)
      await vi.waitFor(() => expect(heard.some(({ type }) => type === 'closing')).toBe(true), {
        timeout: 10_000,
      })
    expect((await desk(room)).state.status).toBe('closed')
  })

  test('a device whose clock is years off is in time and out of it like all others', async () => {
    const room = await running({ mode: 'exam', minutes: 10 })
    const { client } = await enter(room)
    const hand = async (at: number, seq: number, clock: number) => {
      const one = { id: `c${at}`, element_id: elements[at]?.id, response: { pick: [elements[at]?.right] } }
      const body = { answers: [{ ...one, seq_local: seq, client_ms: clock }] }
      const answer = await client.api('POST', `/v3/room-codes/${room.code}/answers`, body)
      return answer.json<{ acks: { refused?: string }[] }>().acks[0]?.refused
    }
    expect(await hand(0, 1, Date.UTC(1999, 0, 1))).toBeUndefined()
    expect(await hand(1, 1_999_999_999, Date.UTC(2099, 0, 1))).toBeUndefined()
    await sql`update room set started_at = now() - interval '11 min' where id = ${room.id}`.execute(
      app.deps.db,
    )
    expect(await hand(2, 2, Date.UTC(1999, 0, 1))).toBe('late')
    expect((await desk(room)).answers).toHaveLength(2)
  })

  test('an answer after the close is refused by every way, and changes nothing that was there', async () => {
    const room = await running()
    const { client, id } = await enter(room)
    await app.deps.roomHub.submit({ world: 'de', id: room.id }, given(id, 0))
    await control(room, 'close')
    const late = { ...given(id, 0, 9), answers: { pick: ['zz'] } }
    expect(await app.deps.roomHub.submit({ world: 'de', id: room.id }, late)).toEqual({ refused: 'closed' })
    const one = { id: 'x', element_id: elements[0]?.id, response: { pick: ['zz'] }, seq_local: 99 }
    const posted = await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
    expect(posted.json<{ acks: { refused?: string }[] }>().acks[0]?.refused).toBe('closed')
    expect((await desk(room)).answers).toMatchObject([{ state: 'correct', tries: 1 }])
  })
})
