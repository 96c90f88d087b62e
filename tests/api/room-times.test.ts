import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screenOf } from '#exercises/rooms/server/results/results.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'

/* Tasks with a time of their own and tasks nobody hands in without, in rooms: the server's clock counts, and no other. */

let app: TestApp
let teacher: Person
let unitId: number

const task = (id: string, more: object = {}) => ({
  ...{ id, type: 'short_text', prompt: `<p>Geheime Frage ${id}?</p>`, points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
  ...more,
})
const content = {
  title: 'Mit Zeit',
  pages: [
    {
      id: 'p1',
      title: '',
      elements: [
        task('e1', { timeLimit: 30, isRequired: true, hints: ['Geheime Hilfe'] }),
        task('e2', { timeLimit: 10 }),
      ],
    },
    { id: 'p2', title: '', elements: [task('e3', { timeLimit: 30 }), task('e4', { isRequired: true })] },
  ],
}

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'time-teacher')
  unitId = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const saved = await teacher.client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
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
interface Seen {
  view: string
  times: Record<string, { state: string; seconds: number; leftMs: number }>
  steps: { elements: { id: string; prompt: string; widgets: unknown[] }[] }[]
}

async function control(room: Room, command: string, rest: object = {}): Promise<Answer> {
  const answer = await teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })
  expect(answer.status, answer.text).toBe(200)
  return answer
}

async function running(settings: object): Promise<Room> {
  const room = (await teacher.client.api('POST', '/v3/rooms', { unitId, ...settings })).json<Room>()
  for (const command of ['open', 'start']) await control(room, command)
  return room
}

async function pupil(room: Room): Promise<Client> {
  const client = createClient(app.base)
  const looked = await client.api('GET', `/v3/room-codes/${room.code}`)
  const pick = looked.json<{ entry: { names: { place: number }[] } }>().entry.names[0]?.place
  const entered = await client.api('POST', `/v3/room-codes/${room.code}/enter`, { pick })
  expect(entered.status, entered.text).toBe(201)
  return client
}

let ids = 0
async function hand(
  client: Client,
  room: Room,
  element: string,
  said: string | { pick: string[] } = 'ja',
): Promise<string | undefined> {
  ids += 1
  const one = {
    id: `a${ids}`,
    element_id: element,
    response: typeof said === 'string' ? { text: [said] } : said,
    seq_local: ids,
  }
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
  return answer.json<{ acks: { refused?: string }[] }>().acks[0]?.refused
}

const look = async (client: Client, room: Room) =>
  (await client.api('GET', `/v3/room-codes/${room.code}`)).json<Seen>()
const begin = (client: Client, room: Room, element: string) =>
  client.api('POST', `/v3/room-codes/${room.code}/begin`, { element })
const extend = async (room: Room, extraTime: number) => {
  const { participants } = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    participants: { id: number }[]
  }>()
  await control(room, 'extend', { participant: participants[0]?.id, extraTime })
}
/** As if so many seconds had gone by. */
const pass = async (room: Room, seconds: number) => {
  await sql`update room set step_at = step_at - make_interval(secs => ${seconds}),
    started_at = started_at - make_interval(secs => ${seconds}) where id = ${room.id}`.execute(app.deps.db)
  await sql`
    update room_participant set begun = (
      select coalesce(jsonb_object_agg(key, jsonb_build_array((value ->> 0)::bigint - ${seconds * 1000}::int, value -> 1)), '{}')
      from jsonb_each(begun))
    where room_id = ${room.id}`.execute(app.deps.db)
}

test('a question of a quiz has its own time before the room’s; more of it is given to one or to all', async () => {
  const room = await running({ mode: 'quiz', seconds: 5 })
  const client = await pupil(room)
  expect((await look(client, room)).times.e1).toMatchObject({ state: 'running', seconds: 30 })
  await pass(room, 20)
  expect(await hand(client, room, 'e1')).toBeUndefined()
  await control(room, 'goto', { step: 1 })
  await pass(room, 12)
  expect((await look(client, room)).times.e2).toMatchObject({ state: 'over', leftMs: 0 })
  expect(await hand(client, room, 'e2')).toBe('late')
  await extend(room, 150)
  expect((await look(client, room)).times.e2).toMatchObject({ state: 'running', seconds: 15 })
  await pass(room, 5)
  expect(await hand(client, room, 'e2')).toBe('late')
  const before = (await look(client, room)).view
  await control(room, 'more')
  // Pages that are open see it.
  expect((await look(client, room)).view).not.toBe(before)
  expect(await hand(client, room, 'e2')).toBeUndefined()
  // What was given for one question is none of the next one's.
  await control(room, 'goto', { step: 2 })
  const { e3 } = (await look(client, room)).times
  expect(e3?.leftMs).toBeLessThanOrEqual(45_000)
})

test('tasks of a page share what they have; one without an end leaves the page without one', async () => {
  const room = await running({ mode: 'paced' })
  const client = await pupil(room)
  await pass(room, 35)
  expect(await hand(client, room, 'e2')).toBeUndefined()
  await pass(room, 10)
  expect(await hand(client, room, 'e1')).toBe('late')
  await control(room, 'goto', { step: 1 })
  await pass(room, 500)
  expect((await look(client, room)).times).toEqual({})
  expect(await hand(client, room, 'e3')).toBeUndefined()
})

test('in an exam a task is hidden until it is opened, and its time begins then, once; a break is no time', async () => {
  const room = await running({ mode: 'exam' })
  const client = await pupil(room)
  await pass(room, 300)
  const closed = await look(client, room)
  expect(closed.times.e1).toMatchObject({ state: 'unopened', seconds: 30 })
  expect(JSON.stringify(closed)).not.toMatch(/Geheime Frage e1|Geheime Hilfe/)
  expect(await hand(client, room, 'e1')).toBe('elsewhere')
  for (const none of ['e4', 'e99']) expect((await begin(client, room, none)).status).toBe(404)
  expect((await begin(client, room, 'e1')).status).toBe(200)
  expect(JSON.stringify(await look(client, room))).toContain('Geheime Frage e1')
  await pass(room, 20)
  // Opened twice it has begun once.
  expect((await begin(client, room, 'e1')).status).toBe(200)
  expect((await look(client, room)).times.e1?.leftMs).toBeLessThanOrEqual(10_000)
  await control(room, 'pause')
  expect((await begin(client, room, 'e2')).status).toBe(409)
  await sql`update room set paused_at = paused_at - interval '1 hour' where id = ${room.id}`.execute(
    app.deps.db,
  )
  // The hour of the break was one of the task's clock, too.
  await pass(room, 3600)
  await control(room, 'resume')
  expect(await hand(client, room, 'e1')).toBeUndefined()
  await pass(room, 15)
  expect(await hand(client, room, 'e1', 'zu spät')).toBe('late')
  await control(room, 'more')
  expect(await hand(client, room, 'e1', 'nicht zu spät')).toBeUndefined()
  // Others are as long as they like.
  expect(await hand(client, room, 'e4')).toBeUndefined()
})

const screen = async (room: Room) => {
  const visitor = await resolveVisitor(app.deps, { sessionToken: teacher.client.cookies.get('session') })
  return await screenOf({ ...strangerContext(app.deps, 'de'), visitor }, room.id)
}

test('the board counts the time an exercise gives everybody, and says that somebody has more', async () => {
  const own = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const generous = { ...content, settings: { extraTime: 150 } }
  await teacher.client.api('PUT', `/v3/units/${own}`, { revision: 1, content: generous })
  expect((await teacher.client.api('POST', `/v3/units/${own}/publish`)).status).toBe(200)
  const room = await running({ unitId: own, mode: 'quiz' })
  const client = await pupil(room)
  const theirs = async () => (await look(client, room)).times.e1?.leftMs ?? 0
  const ours = async () => (await screen(room)).time?.leftMs ?? 0
  expect(await ours()).toBeGreaterThan(40_000)
  expect(Math.abs((await ours()) - (await theirs()))).toBeLessThan(3_000)
  expect((await screen(room)).hasExtraTime).toBe(false)
  await extend(room, 200)
  expect(await theirs()).toBeGreaterThan((await ours()) + 10_000)
  expect((await screen(room)).hasExtraTime).toBe(true)
})

test('the board counts what the server counts: the question’s time, the room’s, and in a break nothing', async () => {
  const board = async (room: Room) => (await screen(room)).time
  const quiz = await running({ mode: 'quiz', seconds: 5 })
  await pass(quiz, 10)
  const asked = await board(quiz)
  expect(asked?.isStill).toBe(false)
  expect(asked?.leftMs).toBeGreaterThan(10_000)
  expect(asked?.leftMs).toBeLessThanOrEqual(20_000)
  await control(quiz, 'pause')
  const still = await board(quiz)
  expect(still?.isStill).toBe(true)
  const later = sql`update room set paused_at = paused_at + interval '5 seconds' where id = ${quiz.id}`
  await later.execute(app.deps.db)
  expect((await board(quiz))?.leftMs).toBe((still?.leftMs ?? 0) - 5000)
  await control(quiz, 'resume')
  await pass(quiz, 60)
  expect(await board(quiz)).toEqual({ leftMs: 0, isStill: false })
  await control(quiz, 'reveal')
  expect(await board(quiz)).toBeUndefined()
  // A room that ends as a whole says so in every mode; one without an end says nothing.
  const exam = await running({ mode: 'exam', minutes: 45 })
  await pass(exam, 60)
  expect((await board(exam))?.leftMs).toBeGreaterThan(43 * 60_000)
  expect((await board(exam))?.leftMs).toBeLessThanOrEqual(44 * 60_000)
  expect(await board(await running({ mode: 'self' }))).toBeUndefined()
})

test('where everybody goes at their own pace, or the teacher wants none, no task ends', async () => {
  for (const settings of [{ mode: 'self' }, { mode: 'practice' }, { mode: 'exam', isUntimed: true }]) {
    const room = await running(settings)
    const client = await pupil(room)
    await pass(room, 5000)
    expect((await look(client, room)).times).toEqual({})
    expect(await hand(client, room, 'e1')).toBeUndefined()
  }
  const quiz = await running({ mode: 'quiz', isUntimed: true })
  const client = await pupil(quiz)
  await pass(quiz, 5000)
  expect(await hand(client, quiz, 'e1')).toBeUndefined()
})

test('without script: what came too late is told, what is opened is seen, and nothing is lost that was there in time', async () => {
  const room = await running({ mode: 'exam' })
  const client = await pupil(room)
  const page = url('room', { world: 'de', code: room.code })
  const submit = async (fields: Record<string, string>) =>
    (await client.submit(page, fields)).headers.location?.slice(page.length)
  expect(await submit({ intent: 'begin-room-task', element: 'e1' })).toBe('#e1')
  const answered = { intent: 'answer-room', 'a.e1.text': 'ja' }
  expect(await submit(answered)).toBe('#saved')
  await pass(room, 60)
  expect(await submit({ ...answered, 'a.e4.text': 'ja' })).toBe('#saved')
  expect(await submit({ ...answered, 'a.e1.text': 'nein' })).toBe('#late')
})

test('nobody hands in without what is required, unless its time is over; closing asks nobody', async () => {
  const room = await running({ mode: 'self' })
  const client = await pupil(room)
  const page = url('room', { world: 'de', code: room.code })
  const submit = async (fields: Record<string, string>, from = client, at = page) =>
    (
      await from.submit(at, { intent: 'answer-room', isFinished: '1', isHandingIn: '1', ...fields })
    ).headers.location?.split('#')[1]
  expect(await submit({ 'a.e1.text': 'ja', 'a.e4.text': '' })).toBe('required')
  // Answered and emptied is not answered.
  expect(await submit({ 'a.e4.text': 'ja', isFinished: '' })).not.toBe('finished')
  expect(await submit({ 'a.e4.text': '' })).toBe('required')
  expect(await submit({ 'a.e4.text': 'ja' })).toBe('finished')

  const exam = await running({ mode: 'exam' })
  const second = await pupil(exam)
  const there = url('room', { world: 'de', code: exam.code })
  expect(await submit({ 'a.e4.text': 'ja' }, second, there)).toBe('required')
  await begin(second, exam, 'e1')
  await pass(exam, 60)
  expect(await submit({}, second, there)).toBe('finished')

  const third = await running({ mode: 'self' })
  await pupil(third)
  await control(third, 'close')
})

test('a picture or a text before a question of a quiz is shown with it, has its time, and ends no row of right answers', async () => {
  const own = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const read = (id: string) => task(id, { type: 'info', data: { html: '<p>Lies!</p>' }, points: 0 })
  const asked = { elements: [read('i1'), task('e1', { timeLimit: 30 }), read('i2'), task('e2'), read('i3')] }
  const sent = { title: 'x', pages: [{ id: 'p1', title: '', ...asked }] }
  const saved = await teacher.client.api('PUT', `/v3/units/${own}`, { revision: 1, content: sent })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${own}/publish`)).status).toBe(200)
  const quiz = await running({ unitId: own, mode: 'quiz', seconds: 5, hasStreak: true })
  const client = await pupil(quiz)
  const shown = async () =>
    (await look(client, quiz)).steps.flatMap(({ elements }) => elements.map(({ id }) => id))
  expect(await shown()).toEqual(['i1', 'e1'])
  expect((await screen(quiz)).elements.map(({ id }) => id)).toEqual(['i1', 'e1'])
  const left = (await screen(quiz)).time?.leftMs ?? 0
  expect(left).toBeGreaterThan(5_000)
  expect(await hand(client, quiz, 'e1')).toBeUndefined()
  await control(quiz, 'goto', { step: 1 })
  expect(await shown()).toEqual(['i2', 'e2'])
  expect(await hand(client, quiz, 'e1')).toBeDefined()
  expect(await hand(client, quiz, 'e2')).toBeUndefined()
  await control(quiz, 'reveal')
  expect((await screen(quiz)).best).toMatchObject([{ points: 2100 }])
  await control(quiz, 'goto', { step: 2 })
  expect(await shown()).toEqual(['i3'])
})

test('of several right answers each earns 500 in a quiz, and a wrong one takes one away', async () => {
  const own = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const options = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    text: id,
    weight: id === 'd' ? 0 : 1,
    feedback: '',
  }))
  const several = { type: 'choice', data: { isMulti: true, policy: 'net', options } }
  const elements = [task('e0', several), task('e1', { ...several, quizPoints: 'double' })]
  const sent = { title: 'x', pages: [{ id: 'p1', title: '', elements }] }
  const saved = await teacher.client.api('PUT', `/v3/units/${own}`, { revision: 1, content: sent })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${own}/publish`)).status).toBe(200)
  const quiz = await running({ unitId: own, mode: 'quiz', seconds: 0 })
  const [all, some] = [await pupil(quiz), await pupil(quiz)]
  const picks = [
    ['a', 'b', 'c'],
    ['a', 'b', 'd'],
  ]
  const sums = [
    [1500, 500],
    [4500, 1500],
  ]
  for (const [step, expected] of sums.entries()) {
    if (step > 0) await control(quiz, 'goto', { step })
    expect((await screen(quiz)).elements).toMatchObject([{ isPaidEach: true }])
    for (const [at, client] of [all, some].entries())
      expect(await hand(client, quiz, `e${step}`, { pick: picks[at] ?? [] })).toBeUndefined()
    await control(quiz, 'reveal')
    expect((await screen(quiz)).best.map(({ points }) => points)).toEqual(expected)
  }
})

test('a question of a quiz earns nothing or double where its teacher chose so; pupils and the board are told', async () => {
  const own = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const worths = [{ quizPoints: 'double' }, { quizPoints: 'none' }, {}]
  const elements = worths.map((more, at) => task(`e${at}`, more))
  const sent = { title: 'x', pages: [{ id: 'p1', title: '', elements }] }
  const saved = await teacher.client.api('PUT', `/v3/units/${own}`, { revision: 1, content: sent })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${own}/publish`)).status).toBe(200)
  const quiz = await running({ unitId: own, mode: 'quiz', seconds: 0, hasStreak: true })
  const client = await pupil(quiz)
  const worthOf = (steps: { elements: object[] }[]) => steps.flatMap((step) => step.elements)
  const points = async () => (await screen(quiz)).best[0]?.points
  const expected = [
    ['double', 2000],
    ['none', 2000],
    ['normal', 3100],
  ] as const
  for (const [step, [quizPoints, sum]] of expected.entries()) {
    if (step > 0) await control(quiz, 'goto', { step })
    expect(worthOf((await look(client, quiz)).steps)).toMatchObject([{ quizPoints }])
    expect((await screen(quiz)).elements).toMatchObject([{ quizPoints }])
    expect(await hand(client, quiz, `e${step}`)).toBeUndefined()
    await control(quiz, 'reveal')
    expect(await points()).toBe(sum)
  }
})
