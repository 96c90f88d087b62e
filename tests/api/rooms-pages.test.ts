import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { dictatedIn } from '#exercises/rooms/server/results/dictated.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { sentDraft } from '../support/sent-draft.ts'

/* A page that waits for an answer: nothing of it leaves the server before, by whichever way somebody asks. */

let app: TestApp
let teacher: Person
let unitId: number
let practiceKey: string
const lines: WebSocket[] = []

const task = (id: string, prompt: string, right: string) => ({
  ...{ id, type: 'short_text', prompt: `<p>${prompt}</p>`, points: 2, right: '', wrong: '' },
  data: { answers: [{ pattern: right, fraction: 1 }], caseSensitive: false, acceptTypos: false },
})
const condition = (afterElementId: string, minScaled = 0.5) => ({ condition: { afterElementId, minScaled } })
const unit = (second: object = condition('e1'), settings: object = {}) => ({
  title: 'Wartende Seiten',
  settings,
  pages: [
    { id: 'p1', title: '', layout: 'two_col', elements: [task('e1', 'Hauptstadt von Italien?', 'Rom')] },
    { id: 'p2', title: 'Für Schnelle', elements: [task('e2', 'Geheimfrage?', 'Geheimwort')], ...second },
    { id: 'p3', title: '', elements: [task('e3', 'Frage hinter dem Tor?', 'Torwort')], ...condition('e2') },
  ],
})
const secrets = /Geheim|Tor/

async function makeUnit(content: object): Promise<number> {
  const { id } = (await teacher.client.api('POST', '/v3/units', { title: 'Seiten' })).json<{ id: number }>()
  const saved = await teacher.client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  return id
}

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'pages-teacher')
  unitId = await makeUnit(unit())
  const shared = await teacher.client.api('PUT', `/v3/units/${unitId}/practice`, { isOpen: true })
  practiceKey = shared.json<{ practiceKey: string }>().practiceKey
})
afterAll(() => app.close())
afterEach(async () => {
  for (const line of lines.splice(0)) line.close()
  await sql`update room set status = 'closed', closed_at = now() where status <> 'closed'`.execute(
    app.deps.db,
  )
})

async function begin(settings: object = {}): Promise<{ room: Room; pupil: Pupil }> {
  const room = await runningRoom(app, teacher, { unitId, mode: 'self', ...settings })
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  return { room, pupil }
}

let count = 0
async function hand({ client }: Pupil, room: Room, element: string, text: string) {
  count += 1
  const one = { id: `a${count}`, element_id: element, response: { text: [text] }, seq_local: count }
  const answer = await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ acks: { refused?: string }[] }>().acks[0]?.refused
}

const control = (room: Room, command: string, rest: object = {}) =>
  teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })

/** All a pupil is told of the room over HTTP: what devices ask for, at once and after waiting, and the page. */
async function sentTo({ client }: Pupil, room: Room): Promise<string> {
  const answers = await Promise.all([
    client.api('GET', `/v3/room-codes/${room.code}`),
    client.api('GET', `/v3/room-codes/${room.code}?since=-1`),
    client.get(`/de/r/${room.code}`),
  ])
  for (const { status, text } of answers) expect(status, text).toBe(200)
  return answers.map(({ text }) => text).join('\n')
}

const results = async (room: Room) =>
  (await teacher.client.api('GET', `/v3/rooms/${room.id}/results`)).json<{
    pupils: { max: number; shut: string[] }[]
  }>()

describe('a condition', () => {
  test('of a page is refused where it names what comes later, itself or nothing', async () => {
    const { id } = (await teacher.client.api('POST', '/v3/units', { title: 'Kreis' })).json<{ id: number }>()
    const put = (second: object) =>
      teacher.client.api('PUT', `/v3/units/${id}`, { revision: 1, content: unit(second) })
    for (const wrong of [
      ...['e2', 'e3', 'e9', 'constructor', '', 'x'.repeat(400)].map((element) => condition(element)),
      ...[0, -1, 2, 'NaN', null, [1]].map((share) => condition('e1', share as number)),
      { condition: 'e1' },
      { condition: [] },
      { layout: 'carousel' },
      { layout: ['slide'] },
    ])
      expect([JSON.stringify(wrong).slice(0, 80), (await put(wrong)).status]).toEqual([
        JSON.stringify(wrong).slice(0, 80),
        422,
      ])
    expect((await put(condition('e1'))).status).toBe(200)
  })

  test('falls away with its task, and the editor hears which', async () => {
    const { id } = (await teacher.client.api('POST', '/v3/units', { title: 'Weg' })).json<{ id: number }>()
    await teacher.client.api('PUT', `/v3/units/${id}`, { revision: 1, content: unit() })
    const typed = (await teacher.client.api('GET', `/v3/units/${id}/typed`)).json<{
      revision: number
      pages: { elements: object[]; condition?: object; layout: string }[]
    }>()
    expect(typed.pages.map(({ layout }) => layout)).toEqual(['two_col', 'stack', 'stack'])
    const [first, ...others] = typed.pages
    const without = { ...typed, pages: [{ ...first, elements: [] }, ...others] }
    const saved = await teacher.client.api('POST', `/v3/units/${id}/typed`, sentDraft(without))
    expect(saved.json()).toMatchObject({ unmet: ['p2'], unfinished: [] })
    const after = (await teacher.client.api('GET', `/v3/units/${id}/typed`)).json<typeof typed>()
    expect(after.pages.map((page) => page.condition !== undefined)).toEqual([false, false, true])
  })

  test('is set, and falls away with a notice, by forms alone', async () => {
    const { id } = (await teacher.client.api('POST', '/v3/units', { title: 'Formular' })).json<{
      id: number
    }>()
    await teacher.client.api('PUT', `/v3/units/${id}`, { revision: 1, content: unit({}) })
    const path = `/de/interaktiv/meine/${id}`
    const editor = (await teacher.client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
    const step = (fields: object, revision: number) =>
      teacher.client.submit(path, { intent: 'edit-unit', revision: String(revision), ...fields })
    const rules = { step: 'pageRules', page: 'p2', title: 'Zwei', layout: 'slide', afterElement: 'e1' }
    const refused = await step({ ...rules, minPercent: '400' }, editor.revision)
    expect(refused.status).toBe(422)
    const set = await step({ ...rules, minPercent: '75' }, editor.revision)
    expect(set.status, set.text.slice(0, 300)).toBe(303)
    const read = async () =>
      (await teacher.client.api('GET', `/v3/units/${id}`)).json<{
        revision: number
        content: { pages: object[] }
      }>()
    const after = await read()
    expect(after.content.pages[1]).toMatchObject({
      ...{ title: 'Zwei', layout: 'slide' },
      condition: { afterElementId: 'e1', minScaled: 0.75 },
    })
    const gone = await step({ step: 'remove', element: 'e1' }, after.revision)
    expect(String(gone.headers.location)).toContain('#page-opened')
  })
})

describe('practice', () => {
  const practise = async (answers: object, rest: object = {}) =>
    await createClient(app.base).api('POST', `/v3/units/practice/${practiceKey}`, { answers, ...rest })

  test('shows a page that waits to who reached it, and says nothing of it before', async () => {
    const client = createClient(app.base)
    const seen = await client.api('GET', `/v3/units/practice/${practiceKey}?seed=s`)
    expect(seen.text).not.toMatch(secrets)
    expect(seen.json()).toMatchObject({ pages: [{}, { waits: { task: 1, percent: 50 } }, {}] })
    expect((await client.get(`/de/interaktiv/ueben/${practiceKey}`)).text).not.toMatch(/Geheimfrage|Torwort/)
    // Who guesses what is behind it hears nothing, whatever is asked for.
    for (const rest of [{}, { elements: ['e2', 'e3'] }]) {
      const guessed = await practise({ e2: { text: ['Geheimwort'] }, e3: { text: ['Torwort'] } }, rest)
      expect(guessed.text).not.toMatch(secrets)
      expect(Object.keys(guessed.json<{ results: object }>().results)).not.toContain('e2')
    }
    const reached = await practise({ e1: { text: ['rom'] }, e3: { text: ['Torwort'] } })
    expect(reached.text).toContain('Geheimfrage')
    expect(reached.text).not.toContain('Tor')
    expect(reached.json()).toMatchObject({ sum: { raw: 2, max: 4 } })
    const all = await practise({ e1: { text: ['rom'] }, e2: { text: ['geheimwort'] } })
    expect(all.text).toContain('Frage hinter dem Tor?')
  })

  test('on paper has what waits only for who teaches', async () => {
    const paper = async (client: ReturnType<typeof createClient>, key: string | number) =>
      (await client.api('GET', `/v3/units/practice/${key}/paper`)).text.length
    const [theirs, own] = [
      await paper(createClient(app.base), practiceKey),
      await paper(teacher.client, unitId),
    ]
    expect(theirs).toBeGreaterThan(1000)
    expect(own).toBeGreaterThan(theirs)
  })
})

describe('a room', () => {
  test('tells nothing of a page that is shut, takes no answer to it, and opens it to who reached it', async () => {
    const { room, pupil } = await begin()
    const cookie = [...pupil.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/rooms/${room.code}/ws`, {
      headers: { cookie },
    })
    lines.push(socket)
    const heard: string[] = []
    socket.on('message', (data) => heard.push(String(data)))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'hello', world: 'de', role: 'participant' }))
    await vi.waitFor(() => expect(heard.join()).toContain('welcome'), { timeout: 10_000 })
    const answer = {
      type: 'answer',
      id: 's1',
      element_id: 'e2',
      response: { text: ['Geheimwort'] },
      seq_local: 1,
    }
    socket.send(JSON.stringify(answer))
    await vi.waitFor(() => expect(heard.join()).toContain('"refused":"shut"'), { timeout: 10_000 })

    expect(await hand(pupil, room, 'e2', 'Geheimwort')).toBe('shut')
    expect(await hand(pupil, room, 'e1', 'Mailand')).toBeUndefined()
    expect(await hand(pupil, room, 'e3', 'Torwort')).toBe('shut')
    const posted = { intent: 'answer-room', 'a.e1.text': 'Mailand', 'a.e2.text': 'Geheimwort' }
    expect((await pupil.client.submit(`/de/r/${room.code}`, posted)).status).toBe(303)
    const sent = await sentTo(pupil, room)
    expect(sent).not.toMatch(secrets)
    expect(sent).toContain('"waits":{"elementId":"e1","task":1,"percent":50}')
    expect(heard.join()).not.toMatch(secrets)

    expect(await hand(pupil, room, 'e1', 'Rom')).toBeUndefined()
    const open = await sentTo(pupil, room)
    expect(open).toContain('Geheimfrage?')
    expect(open).not.toMatch(/Geheimwort|Tor/)
    expect(await hand(pupil, room, 'e2', 'falsch')).toBeUndefined()
    // What somebody has begun stays open, what they have not is shut again.
    expect(await hand(pupil, room, 'e1', 'Mailand')).toBeUndefined()
    expect(await hand(pupil, room, 'e2', 'Geheimwort')).toBeUndefined()
    expect(await sentTo(pupil, room)).toContain('Frage hinter dem Tor?')
  })

  test('that is released tells a pupil nothing of what never opened, and counts it only in a test', async () => {
    for (const [mode, max] of [
      ['self', 2],
      ['exam', 6],
    ] as const) {
      const { room, pupil } = await begin({ mode })
      await hand(pupil, room, 'e1', 'Mailand')
      for (const command of ['close', 'release']) expect((await control(room, command)).status).toBe(200)
      const sent = await sentTo(pupil, room)
      expect(sent).not.toMatch(secrets)
      expect(sent).toContain('Rom')
      const look = await pupil.client.api('GET', `/v3/room-codes/${room.code}`)
      expect(look.json()).toMatchObject({ sum: { raw: 0, max } })
      const [one] = (await results(room)).pupils
      expect([mode, one?.max, one?.shut]).toEqual([mode, max, ['e2', 'e3']])
    }
  })

  test('in which the teacher turns the pages opens each by turning to it', async () => {
    const { room, pupil } = await begin({ mode: 'paced' })
    expect(await sentTo(pupil, room)).not.toMatch(secrets)
    await control(room, 'goto', { step: 1 })
    expect(await sentTo(pupil, room)).toContain('Geheimfrage?')
    expect(await hand(pupil, room, 'e2', 'Geheimwort')).toBeUndefined()
  })
})

describe('the solution', () => {
  test('is shown never, after an attempt or after the close, as its author says', async () => {
    const revealed: Record<string, boolean[]> = {}
    for (const showSolution of ['never', 'after_attempt', 'after_close']) {
      const own = await makeUnit(unit({}, { showSolution }))
      const practised = await teacher.client.api('POST', `/v3/units/practice/${own}`, {
        answers: { e1: { text: ['Bern'] } },
      })
      const { room, pupil } = await begin({ unitId: own, mode: 'paced' })
      await hand(pupil, room, 'e1', 'Bern')
      const seen = [/"Rom"/.test(practised.text)]
      const look = async () => seen.push(/>Rom<|"Rom"/.test(await sentTo(pupil, room)))
      await control(room, 'reveal')
      await look()
      for (const command of ['close', 'release']) await control(room, command)
      await look()
      revealed[showSolution] = seen
    }
    expect(revealed).toEqual({
      never: [false, false, false],
      after_attempt: [true, true, true],
      after_close: [false, false, true],
    })
  })
})

test('a sentence nobody recorded is read by the teacher; a room is not sent what its pupils are to write', async () => {
  const sentence = 'Le chat dort sur le lit.'
  const dictation = {
    ...{ id: 'd1', type: 'dictation', prompt: '<p>Dictée</p>', points: 2, right: '', wrong: '' },
    data: { sentences: [{ text: sentence, sound: '' }], lang: '', playsMax: 0, ignoresSigns: true },
  }
  const id = await makeUnit({
    ...{ title: 'Diktat', language: 'fr', settings: {} },
    pages: [{ id: 'p1', title: '', elements: [dictation] }],
  })
  const room = await runningRoom(app, teacher, { unitId: id, mode: 'exam' })
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  const sent = await sentTo(pupil, room)
  expect(sent).toContain('Dictée')
  expect(sent).not.toContain('chat')
  const { rows } = await sql<{ id: number; world: 'de'; edition: number }>`
    select id::integer, world, edition from room where code = ${room.code}`.execute(app.deps.db)
  const [row] = rows
  if (!row) throw new Error('no room')
  expect(await dictatedIn(app.deps, row)).toEqual([{ number: 1, lang: '', sentences: [sentence] }])
  const alone = await teacher.client.api('GET', `/v3/units/practice/${id}`)
  expect(alone.json()).toMatchObject({ lang: 'fr' })
  expect(alone.text).toContain(sentence)
})
