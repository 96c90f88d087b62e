import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { nastyTexts } from '../support/arbitrary.ts'
import { expectHarmless } from '../support/harmless.ts'
import { hostileTexts, longTexts } from '../support/hostile-texts.ts'
import { type Answer, type Client, createClient, type UploadPart } from '../support/http-client.ts'
import { fileOf, type MultipartWay, multipartWays, namesIn, sendParts } from '../support/multipart-ways.ts'
import { runningRoom, seatPupils } from '../support/rooms.ts'

/*
 * The enemy at every part of every multipart body, by call and by form, read off what the actions declare: what is wrong is refused by
 * its name, what was typed comes back, and nothing of it is a fault.
 */

interface Shown {
  problem: string
  fields: Record<string, string>
  values: Record<string, string>
}

let app: TestApp
let owner: Person
let pupil: Client
let editor: Person
let shown: Shown | undefined
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      shown = (locals as { form?: Shown }).form
      return new Response('<!doctype html><title>x</title>', { headers: { 'Content-Type': 'text/html' } })
    },
  })
  owner = await member(app, 'parts', { isSeller: true })
  editor = await member(app, 'parts-editor', { role: 'editor' })
  const make = async (path: string, body: object) =>
    (await owner.client.api('POST', path, body)).json<{ id: number }>().id
  const unitId = await make('/v3/units', { title: 'Zeigen' })
  const task = { id: 'e1', type: 'upload', prompt: 'Zeig es.', points: '2', right: '', wrong: '' }
  const pages = [{ id: 'p1', title: '', elements: [{ ...task, f: { accepts: 'any', room: '8' } }] }]
  const settings = { showsSolution: true, shufflesElements: false, passPercent: 50 }
  const typed = await owner.client.api('POST', `/v3/units/${unitId}/typed`, {
    ...{ title: 'Zeigen', description: '', settings, pages, revision: 1 },
  })
  expect(typed.status, typed.text).toBe(200)
  const published = await owner.client.api('POST', `/v3/units/${unitId}/publish`)
  expect(published.status, published.text).toBe(200)
  const room = await runningRoom(app, owner, { unitId })
  pupil = (await seatPupils(app, room, 1))[0]?.client ?? createClient(app.base)
  Object.assign(ids, {
    unitId: String(unitId),
    courseId: String(await make('/v3/courses', { title: 'Zahlen bis 10' })),
    materialId: String(await materialRow(app, { authorId: owner.id, status: 'draft' })),
    code: room.code,
    ...{ kind: 'magazine', key: 'exit-ticket' },
  })
})
afterAll(() => app.close())

const named = multipartWays.map((row) => [`${row.action.name} by ${row.way} ${row.address}`, row] as const)
/** A material keeps what is good and says of the rest what is wrong. */
const refuses = ({ action }: MultipartWay) =>
  !action.name.startsWith('listing.') || action.name === 'listing.import'
const strict = named.filter(([, row]) => refuses(row))
/** Names that stand for several get one. */
const asSent = (name: string) => name.replace('{element}', 'e1')
const fieldsOf = ({ parts }: MultipartWay) => Object.keys(parts.fields.shape)
const filesOf = ({ parts }: MultipartWay) => Object.keys(parts.files).map(asSent)
/** Where a field has names inside of it. */
const inside = (name: string) => (name === 'a' ? 'a.e1.text' : name)

/** What every field takes, in the words of a form. */
const right: Readonly<Record<string, string>> = {
  ...{ alt: 'Ein blaues Feld', left: '50', top: '50', zoom: '100', title: 'Brüche addieren', language: 'de' },
  ...{
    element: 'e1',
    type: 'upload',
    place: 'media',
    action: 'draft',
    key: 'cover-lesson',
    'a.e1.text': 'Ja',
  },
}

async function rightParts(row: MultipartWay): Promise<UploadPart[]> {
  const fields = fieldsOf(row).flatMap((name) => {
    const value = right[inside(name)]
    return value === undefined || name === 'action' ? [] : [{ name: inside(name), value }]
  })
  const [[file, declared] = []] = Object.entries(row.parts.files)
  if (!file || !declared) throw new Error(`${row.action.name} declares no file`)
  return [...fields, { name: asSent(file), value: await fileOf(declared) }]
}

async function send(row: MultipartWay, parts: readonly UploadPart[], what: string): Promise<Answer> {
  shown = undefined
  // Everybody may upload so many a day, and not all that is tried here.
  await app.deps.db.deleteFrom('author_upload').execute()
  const missing = namesIn(row.address).filter((name) => ids[name] === undefined)
  if (missing.length > 0) throw new Error(`What is ${missing.join()} of ${row.address}? Make one above.`)
  const address = row.address.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '')
  const clients: Readonly<Record<string, Client>> = { room: pupil, text: editor.client }
  const client = clients[row.action.name.split('.')[0] ?? ''] ?? owner.client
  const answer = await sendParts(client, { way: row.way, address }, parts)
  expectHarmless(answer, `${row.action.name} ${what.slice(0, 200)}`)
  return answer
}

/** What the answer says of each field. */
function problemsOf({ way }: MultipartWay, answer: Answer): Record<string, string> {
  if (way === 'form') return shown?.fields ?? {}
  return answer.json<{ error?: { fields?: Record<string, string> } }>().error?.fields ?? {}
}

function without(parts: readonly UploadPart[], name: string): UploadPart[] {
  return parts.filter((part) => part.name !== name)
}

describe('what is right', () => {
  test('there are all multipart actions, by each way', () => {
    expect(new Set(multipartWays.map(({ action }) => action.name)).size).toBeGreaterThanOrEqual(11)
    expect(multipartWays.filter(({ way }) => way === 'form').length).toBeGreaterThanOrEqual(11)
  })

  // All that is tried below reaches the reader of its body.
  test.each(named)('%s is taken', async (_name, row) => {
    const answer = await send(row, await rightParts(row), 'right')
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(400)
    expect(shown?.fields ?? {}).toEqual({})
  })
})

describe('a body that is not what it should be', () => {
  test.each(strict)('%s: its file is missing, or a text', async (_name, row) => {
    const parts = await rightParts(row)
    const file = filesOf(row)[0] ?? ''
    const absent = await send(row, without(parts, file), 'no file')
    expect([absent.status, problemsOf(row, absent)]).toEqual([422, { [file.replace('.e1', '')]: 'required' }])
    const text = await send(row, [...without(parts, file), { name: file, value: 'a.png' }], 'a text')
    expect([text.status, problemsOf(row, text)]).toMatchObject([422, { [file]: 'invalid' }])
  })

  test.each(strict)('%s: two files, and what was typed comes back', async (_name, row) => {
    const parts = await rightParts(row)
    const file = filesOf(row)[0] ?? ''
    const one = parts.find(({ name }) => name === file) as UploadPart
    const answer = await send(row, [one, ...parts], 'two files')
    expect([answer.status, problemsOf(row, answer)]).toEqual([422, { [file]: 'too_long' }])
    const typed = parts.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value]] : []))
    if (row.way === 'form') expect(shown?.values).toEqual(Object.fromEntries(typed))
  })

  const withFields = named.flatMap(([name, row]) => fieldsOf(row).map((field) => [name, field, row] as const))
  test.each(withFields)('%s: a file for the text %s', async (_name, field, row) => {
    const parts = await rightParts(row)
    const file = parts.at(-1) as UploadPart
    const answer = await send(
      row,
      [{ ...file, name: field }, ...without(parts, inside(field))],
      `a file for ${field}`,
    )
    if (!refuses(row)) return
    expect([answer.status, problemsOf(row, answer)]).toEqual([422, { [field]: 'invalid' }])
  })

  test.each(withFields)('%s: NUL in %s', async (_name, field, row) => {
    const parts = await rightParts(row)
    const name = inside(field)
    for (const value of ['a\0b', '\0']) {
      const answer = await send(row, [...without(parts, name), { name, value }], `NUL in ${name}`)
      expect([answer.status, problemsOf(row, answer)]).toMatchObject([422, { [name]: 'invalid' }])
    }
  })

  test.each(named)('%s: what nobody knows is refused by its name', async (_name, row) => {
    const parts = await rightParts(row)
    const file = parts.at(-1) as UploadPart
    const others = [
      { name: 'prize', value: '1' },
      { ...file, name: 'cover' },
    ]
    const answer = await send(row, [...others, ...parts, { name: 'intent', value: 'x' }], 'unknown names')
    expect([answer.status, problemsOf(row, answer)]).toEqual([422, { prize: 'unknown', cover: 'unknown' }])
  })

  test.each(named)('%s: names that are too long or mean something to JavaScript', async (_name, row) => {
    const parts = await rightParts(row)
    const file = parts.at(-1) as UploadPart
    const long = 'x'.repeat(101)
    expect((await send(row, [{ name: long, value: '1' }, ...parts], 'a long name')).status).toBe(400)
    expect((await send(row, [{ ...file, name: long }, ...parts], 'a long name of a file')).status).toBe(400)
    for (const name of ['__proto__', 'constructor', 'toString', 'a.__proto__.polluted', '', '[]', '.'])
      for (const part of [
        { name, value: '1' },
        { ...file, name },
      ])
        await send(row, [part, ...parts], name)
  })

  test.each(named)('%s: names of files that lead elsewhere', async (_name, row) => {
    const parts = await rightParts(row)
    const { name, value } = parts.at(-1) as { name: string; value: Exclude<UploadPart['value'], string> }
    const names = [
      '../../etc/passwd',
      'a\0.png',
      'x'.repeat(5000),
      '.',
      'CON',
      '\u202egnp.exe',
      'a.pdf.exe',
      '; rm',
    ]
    for (const fileName of names)
      await send(row, [...without(parts, name), { name, value: { ...value, fileName } }], fileName)
  })

  test.each(named)('%s: files that are something else', async (_name, row) => {
    const parts = await rightParts(row)
    const { name, value } = parts.at(-1) as { name: string; value: Exclude<UploadPart['value'], string> }
    const bodies = [
      '',
      '\0',
      '%PDF-1.7',
      '<svg onload=x>',
      'PK\u0003\u0004',
      '\u0089PNG\r\n\u001a\n',
      'GIF89a',
      '{}',
    ]
    for (const text of bodies) {
      const body = Buffer.from(text, 'latin1')
      await send(row, [...without(parts, name), { name, value: { ...value, body } }], `a file of ${text}`)
    }
  })

  test.each(named)('%s: more than fits', async (_name, row) => {
    const parts = await rightParts(row)
    const many = (count: number, part: UploadPart) => Array.from({ length: count }, () => part)
    expect((await send(row, [...many(500, { name: 'x', value: '1' }), ...parts], '500 fields')).status).toBe(
      413,
    )
    const wide = { name: 'x', value: 'x'.repeat(60_000) }
    expect((await send(row, [...many(3, wide), ...parts], 'long fields')).status).toBe(413)
    await send(row, many(30, parts.at(-1) as UploadPart), '30 files')
  })
})

describe('hostile texts', () => {
  test.each(named.filter(([, row]) => fieldsOf(row).length > 0))('%s', async (_name, row) => {
    const fields = fieldsOf(row).map(inside)
    const file = filesOf(row)[0] ?? ''
    const parts = without(await rightParts(row), file)
    const texts = [
      ...new Set([...hostileTexts, ...nastyTexts.map((text) => text.toWellFormed()), ...longTexts]),
    ]
    for (const [turn, value] of texts.entries()) {
      // What one way does not try the other does.
      if ((turn % 2 === 0) !== (row.way === 'form')) continue
      const name = fields[Math.floor(turn / 2) % fields.length] ?? ''
      await send(row, [...without(parts, name), { name, value }], `${name}=${value}`)
      await send(row, [...parts, { name, value }, { name: `${name}[]`, value }], `${name}=${value} twice`)
    }
  })

  test.each(strict.filter(([, row]) => fieldsOf(row).length > 0))(
    '%s: longer than any field',
    async (_name, row) => {
      const parts = await rightParts(row)
      for (const field of fieldsOf(row).filter((name) => inside(name) === name)) {
        const value = 'x'.repeat(40_000)
        const answer = await send(row, [...without(parts, field), { name: field, value }], `a long ${field}`)
        expect([answer.status, Object.keys(problemsOf(row, answer))]).toEqual([422, [field]])
      }
    },
  )
})
