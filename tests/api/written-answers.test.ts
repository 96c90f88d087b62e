import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'

/* What pupils write with signs for bold, italic and lists: data on every way, never markup. */

let app: TestApp
let teacher: Person
let room: Room
let pupil: Pupil

const essay = (id: string) => ({
  ...{ id, type: 'essay', prompt: '<p>Warum?</p>', points: 4, right: '', wrong: '' },
  data: { min: 0, max: 9000, keywords: [], sample: '', rubric: [] },
})
const content = { title: 'Aufsatz', pages: [{ id: 'p1', title: '', elements: [essay('e1'), essay('e2')] }] }
const written = [
  'Der **Tiber** fließt *durch ***Rom***.',
  '<script>alert(1)</script> <img src=x onerror=alert(2)> **<b>fett</b>**',
  '',
  '- *eins*',
  '- **zwei <i>drei</i>**',
].join('\n')

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'essay-teacher')
  const { id } = (await teacher.client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>()
  const saved = await teacher.client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  room = await runningRoom(app, teacher, { unitId: id, mode: 'self' })
  const [seated] = await seatPupils(app, room, 1)
  if (!seated) throw new Error('no pupil')
  pupil = seated
})
afterAll(() => app.close())

let count = 0
/** @returns what became of it: its status, and why it was refused */
async function hand(text: string, element = 'e1') {
  count += 1
  const one = { id: `a${count}`, element_id: element, response: { text: [text] }, seq_local: count }
  const answer = await pupil.client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers: [one] })
  const refused =
    answer.status === 200 ? answer.json<{ acks: { refused?: string }[] }>().acks[0]?.refused : undefined
  return [answer.status, refused]
}
const storedText = async (element = 'e1') => {
  const seen = await pupil.client.api('GET', `/v3/room-codes/${room.code}`)
  return seen.json<{ values: Record<string, string> }>().values[`a.${element}.text`]
}
interface Statement {
  result: { response: string }
}
const exported = async (format: string) =>
  await teacher.client.get(`/api/v3/rooms/${room.id}/export?world=de&format=${format}`)

test('a written answer is kept letter by letter, and a device that comes back goes on with it', async () => {
  expect(await hand(written)).toEqual([200, undefined])
  expect(await storedText()).toBe(written)
  // The same once more, as a device without a network sends it again.
  expect(await hand(written)).toEqual([200, undefined])
  expect(await storedText()).toBe(written)
})

test('files have its words without the signs of what is bold', async () => {
  expect(await hand('Der **Tiber** fließt.\n\n- *eins*\n- zwei', 'e2')).toEqual([200, undefined])
  const statements = (await exported('xapi')).json<Statement[]>()
  expect(statements.map(({ result }) => result.response)).toContain('Der Tiber fließt.\n\n• eins\n• zwei')
  for (const format of ['csv', 'xlsx', 'pdf', 'pupils'])
    expect((await exported(format)).status, format).toBe(200)
  expect((await exported('csv')).text).not.toMatch(/\*\*|<strong>/)
  const sheet = Object.values(unzipSync((await exported('xlsx')).body)).map((bytes) => strFromU8(bytes))
  expect(sheet.join('')).not.toMatch(/\*\*Tiber|<strong>/)
})

test.each([
  ['a megabyte', 'a'.repeat(1_000_000)],
  ['more than an answer may be', `**${'ä'.repeat(10_000)}**`],
  ['a NUL', 'Der **Ti\u0000ber**'],
])('%s is refused or cut, and what was there before stays readable', async (_name, text) => {
  expect(await hand('Vorher **da**')).toEqual([200, undefined])
  const [status] = await hand(text)
  expect(status).toBeLessThan(500)
  const now = (await storedText()) ?? ''
  expect(now.length).toBeLessThanOrEqual(10_000)
  expect(now).not.toContain('\u0000')
  expect(now).not.toBe('')
  expect((await exported('xapi')).status).toBe(200)
})

test('ten thousand signs are read in a moment, whatever they are', async () => {
  for (const text of ['*'.repeat(10_000), '* a'.repeat(3000), '**a *b '.repeat(1400), '- '.repeat(5000)]) {
    expect(await hand(text)).toEqual([200, undefined])
    expect((await exported('xapi')).status).toBe(200)
  }
})
