import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOf, type ImportLine } from '#exercises/formats/incoming/import-report.ts'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { url } from '#platform/routing/url.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient, multipart } from '../support/http-client.ts'
import { watchTurns } from '../support/loop-turns.ts'
import { sentAnswers } from '../support/sent-answers.ts'
import { sentDraft } from '../support/sent-draft.ts'

let app: TestApp
let author: Person
let other: Person

/** What the page of the last form was shown with. */
let result: unknown

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (_path, locals) => {
      result = (locals as PageLocals).result
      const headers = { 'Content-Type': 'text/html; charset=utf-8' }
      return new Response('<!doctype html><title>x</title>', { headers })
    },
  })
  author = await member(app, 'unit-author', { isSeller: true })
  other = await member(app, 'unit-other')
})
afterAll(() => app.close())

interface Unit {
  id: number
  revision: number
  version: number
  practiceKey: string | null
  content: { title: string; pages: { id: string; elements: { id: string }[] }[] }
}

const api = (person: Person, method: string, path: string, body?: object) =>
  person.client.api(method, path, body)
const codeOf = (answer: Answer) => answer.json<{ error: { code: string } }>().error.code
const editor = (unitId: number) => url('interactive-unit', { world: 'de', unitId })

async function make(person = author, title = 'Hauptstädte'): Promise<number> {
  const answer = await api(person, 'POST', '/v3/units', { title })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}

async function read(id: number, person = author): Promise<Unit> {
  const answer = await api(person, 'GET', `/v3/units/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Unit>()
}

/** A choice, typed as a teacher types it into the form. */
async function add(id: number, options = '* Rom\nMailand'): Promise<void> {
  const { revision } = await read(id)
  const typed = { intent: 'edit-unit', step: 'element', type: 'choice', revision: String(revision) }
  const fields = {
    prompt: 'Hauptstadt von Italien?',
    right: 'Stimmt.',
    'f.options': options,
    'f.policy': 'net',
  }
  const answer = await author.client.submit(editor(id), { ...typed, ...fields })
  expect(answer.status, answer.text.slice(0, 500)).toBe(303)
}

async function published(): Promise<Unit> {
  const id = await make()
  await add(id)
  const answer = await api(author, 'POST', `/v3/units/${id}/publish`)
  expect(answer.status, answer.text).toBe(200)
  return await read(id)
}

async function opened(): Promise<{ unit: Unit; key: string }> {
  const { id } = await published()
  await api(author, 'PUT', `/v3/units/${id}/practice`, { isOpen: true })
  const unit = await read(id)
  return { unit, key: unit.practiceKey ?? '' }
}

async function send(name: string, bytes: string | Uint8Array) {
  const value = { fileName: name, mediaType: 'application/octet-stream', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  return await author.client.api('POST', '/v3/units/import?world=de', body, { 'Content-Type': contentType })
}

describe('the draft', () => {
  test('is written step by step; who saves over a newer one is told', async () => {
    const id = await make()
    await add(id)
    await add(id, '* Ja\nNein')
    const unit = await read(id)
    const [first, second] = unit.content.pages[0]?.elements.map((element) => element.id) ?? []
    const step = (step: string, revision: number) =>
      author.client.submit(editor(id), {
        intent: 'edit-unit',
        step,
        element: second ?? '',
        revision: String(revision),
      })
    expect((await step('up', unit.revision)).status).toBe(303)
    expect((await read(id)).content.pages[0]?.elements.map((element) => element.id)).toEqual([second, first])
    expect((await step('remove', unit.revision)).status).toBe(409)
    const stale = await api(author, 'PUT', `/v3/units/${id}`, { revision: 1, content: unit.content })
    expect([stale.status, codeOf(stale)]).toEqual([409, 'conflict'])
  })

  test('of another member is none', async () => {
    const { id } = await published()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/publish'],
      ['POST', '/copy'],
      ['POST', '/shadow'],
      ['DELETE', ''],
    ] as const)
      expect(
        (await api(other, method, `/v3/units/${id}${path}`, method === 'POST' ? {} : undefined)).status,
      ).toBe(404)
  })

  test('is refused where nobody could play it, and kept from publishing where something is missing', async () => {
    const id = await make()
    const typed = { intent: 'edit-unit', step: 'element', type: 'choice', revision: '1' }
    expect((await author.client.submit(editor(id), { ...typed, 'f.options': 'Rom' })).status).toBe(422)
    const empty = await api(author, 'POST', `/v3/units/${id}/publish`)
    expect([empty.status, empty.json<{ error: { fields: object } }>().error.fields]).toEqual([
      422,
      { elements: 'required' },
    ])
  })
})

describe('the editor', () => {
  interface Typed {
    revision: number
    pages: { elements: { id: string; type: string; prompt: string; f: Record<string, string> }[] }[]
  }
  const typedOf = async (id: number) => (await api(author, 'GET', `/v3/units/${id}/typed`)).json<Typed>()
  const write = (id: number, typed: Typed) => api(author, 'POST', `/v3/units/${id}/typed`, sentDraft(typed))

  test('saves what was typed, unfinished or not, as it was typed; an older state is a conflict', async () => {
    const { id } = await published()
    const typed = await typedOf(id)
    const [element] = typed.pages[0]?.elements ?? []
    if (!element) throw new Error('nothing typed')
    element.f.options = '* Rom\nTurin'
    const saved = (await write(id, typed)).json<{ revision: number }>()
    expect(saved).toMatchObject({ unfinished: [], missing: [] })
    expect((await write(id, typed)).status).toBe(409)
    element.f.options = 'Rom'
    const half = await write(id, { ...typed, revision: saved.revision })
    const gaps = { unfinished: [element.id], missing: [`${element.id}.options`] }
    expect(half.json()).toMatchObject(gaps)
    expect(await typedOf(id)).toMatchObject({ ...gaps, pages: [{ elements: [{ f: { options: 'Rom' } }] }] })
    expect((await api(other, 'POST', `/v3/units/${id}/typed`, sentDraft(typed))).status).toBe(404)
    const twice = { ...typed, pages: [{ ...typed.pages[0], elements: [element, element] }] } as Typed
    expect((await write(id, { ...twice, revision: (await typedOf(id)).revision })).status).toBe(422)
  })

  test('keeps a task nobody could play yet for every device: in its place, not published, whole once it is', async () => {
    const { id } = await published()
    const typed = await typedOf(id)
    const [whole] = typed.pages[0]?.elements ?? []
    if (!whole) throw new Error('nothing typed')
    const begun = { ...whole, id: 'begun', prompt: '<p>Halb<script>x()</script></p>', f: { options: '' } }
    typed.pages[0]?.elements.unshift(begun)
    const saved = (await write(id, typed)).json<{ revision: number }>()
    const elsewhere = await typedOf(id)
    expect(elsewhere.pages[0]?.elements.map((element) => element.id)).toEqual(['begun', whole.id])
    expect(elsewhere).toMatchObject({
      unfinished: ['begun'],
      pages: [{ elements: [{ prompt: '<p>Halb</p>' }, {}] }],
    })
    expect((await read(id)).content.pages[0]?.elements.map((element) => element.id)).toEqual([whole.id])
    const early = await api(author, 'POST', `/v3/units/${id}/publish`)
    expect([early.status, early.json<{ error: { fields: object } }>().error.fields]).toEqual([
      422,
      { 'begun.options': 'required' },
    ])
    const copied = (await api(author, 'POST', `/v3/units/${id}/copy`, {})).json<{ id: number }>()
    expect(await typedOf(copied.id)).toMatchObject({ unfinished: ['begun'] })
    begun.f.options = '* Ja\nNein'
    await write(id, { ...typed, revision: saved.revision })
    expect(await typedOf(id)).toMatchObject({ unfinished: [], missing: [] })
    expect((await api(author, 'POST', `/v3/units/${id}/publish`)).status).toBe(200)
  })

  test('of an unfinished task is finished or taken away by the plain forms, too', async () => {
    const { id } = await published()
    const typed = await typedOf(id)
    const [whole] = typed.pages[0]?.elements ?? []
    if (!whole) throw new Error('nothing typed')
    typed.pages[0]?.elements.push(
      { ...whole, id: 'begun', f: { options: '' } },
      { ...whole, id: 'more', f: {} },
    )
    const saved = (await write(id, typed)).json<{ revision: number }>()
    const step = async (revision: number, fields: Record<string, string>) =>
      await author.client.submit(editor(id), { intent: 'edit-unit', revision: String(revision), ...fields })
    const named = { step: 'element', type: 'choice', element: 'begun' }
    await step(saved.revision, { ...named, prompt: 'Ja?', 'f.options': '* Ja\nNein', 'f.policy': 'net' })
    expect(await typedOf(id)).toMatchObject({ unfinished: ['more'] })
    await step(saved.revision + 1, { step: 'remove', element: 'more' })
    const left = await typedOf(id)
    expect(left).toMatchObject({ unfinished: [], missing: [] })
    expect(left.pages[0]?.elements.map((element) => element.id)).toEqual([whole.id, 'begun'])
  })

  test('is told which name gives an answer away, and which field is refused', async () => {
    const { id } = await published()
    const typed = await typedOf(id)
    const [element] = typed.pages[0]?.elements ?? []
    if (!element) throw new Error('nothing typed')
    element.f.options = '* Correct! Rome\nTurin'
    const saved = (await write(id, typed)).json<{ revision: number }>()
    const reported = { missing: [`${element.id}.telling`], telling: { [element.id]: ['Correct! Rome'] } }
    expect(saved).toMatchObject(reported)
    expect(await typedOf(id)).toMatchObject(reported)
    element.f.options = 'x'.repeat(interactiveLimits.textLength * 5 + 1)
    const refused = await write(id, { ...typed, revision: saved.revision })
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { error: { fields: { 'pages.0.elements.0.f.options': 'too_long' } } },
    ])
  })

  test('finds own elements by their words and nobody else theirs', async () => {
    await add(await make(author, 'Turm'), '* Eiffelturm\nKolosseum')
    const find = async (person: Person, query: string) =>
      (await api(person, 'GET', `/v3/unit-elements?query=${query}`)).json<{ elements: object[] }>().elements
    expect(await find(author, 'eiffelturm')).toMatchObject([
      { unitTitle: 'Turm', element: { type: 'choice' } },
    ])
    expect(await find(author, 'eiffelturm%20nirgends')).toEqual([])
    expect(await find(other, 'eiffelturm')).toEqual([])
  })

  test('finds more than is shown at once, each once, and nothing after the last', async () => {
    const person = await member(app, 'unit-bank')
    const task = (id: number) => ({
      ...{ id: `e${id}`, type: 'short_text', prompt: `<p>Zahl ${id}</p>`, points: 1, right: '', wrong: '' },
      data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
    })
    // More units than are looked through at once, one of them longer than an answer.
    for (let unit = 0; unit < 14; unit += 1) {
      const id = await make(person, `Zahlen ${unit}`)
      const elements = Array.from({ length: unit === 5 ? 25 : 1 }, (_none, at) => task(unit * 100 + at))
      const content = { title: `Zahlen ${unit}`, pages: [{ id: 'p1', title: '', elements }] }
      expect((await api(person, 'PUT', `/v3/units/${id}`, { revision: 1, content })).status).toBe(200)
    }
    const names: string[] = []
    let from: string | undefined = ''
    let parts = 0
    while (from !== undefined) {
      const path: string = `/v3/unit-elements?query=zahl${from && `&from=${from}`}`
      const part = (await api(person, 'GET', path)).json<{ elements: { name: string }[]; next?: string }>()
      expect(part.elements.length).toBeLessThanOrEqual(20)
      names.push(...part.elements.map(({ name }) => name))
      from = part.next
      parts += 1
    }
    expect([names.length, new Set(names).size, parts]).toEqual([38, 38, 2])
    const far = await api(person, 'GET', '/v3/unit-elements?from=900.3')
    expect(far.json()).toEqual({ elements: [] })
    const odd = await api(person, 'GET', "/v3/unit-elements?query=zahl&from=1';--")
    expect(odd.json<{ elements: object[] }>().elements).toHaveLength(20)
  })

  test('takes a picture by what it is, and shows it to whoever knows its name', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer()
    const put = async (bytes: Buffer, person = author) => {
      const value = { fileName: 'bild.png', mediaType: 'image/png', body: bytes }
      const { body, contentType } = multipart([{ name: 'file', value }])
      return await person.client.api('POST', '/v3/unit-assets?world=de', body, {
        'Content-Type': contentType,
      })
    }
    const { asset } = (await put(png)).json<{ asset: string }>()
    expect(asset).toMatch(/^unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.webp$/)
    expect((await put(png, other)).json()).toEqual({ asset })
    const shown = await createClient(app.base).get(`/api/v3/unit-assets?name=${asset.split('/').at(-1)}`)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await put(Buffer.from('<svg onload="x()"/>'))).status).toBe(422)
    const status = async (name: string) =>
      (await createClient(app.base).get(`/api/v3/unit-assets?name=${name}`)).status
    expect([await status('..%2f..%2fetc'), await status(`${'0'.repeat(64)}.webp`)]).toEqual([404, 404])
  })
})

describe('practice', () => {
  test('shows no key to anybody, and scores what was answered', async () => {
    const { unit, key } = await opened()
    const stranger = createClient(app.base)
    const seen = await stranger.get(`/api/v3/units/practice/${key}?world=de`)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.text).toContain('Mailand')
    expect(seen.text).not.toMatch(/weight|Stimmt|solution/)
    const element = unit.content.pages[0]?.elements[0]?.id ?? ''
    const sent = sentAnswers(unit.content)
    const answers = { [element]: sent(element, { pick: ['a'] }) }
    const scored = await stranger.api('POST', `/v3/units/practice/${key}?world=de`, { answers })
    expect(scored.json()).toMatchObject({ sum: { raw: 1, max: 1, percent: 100 } })
    const wrong = await stranger.api('POST', `/v3/units/practice/${key}?world=de`, {
      answers: { [element]: sent(element, { pick: ['a', 'b'] }) },
    })
    expect(wrong.json()).toMatchObject({ sum: { raw: 0, percent: 0 } })
    const nothing = await stranger.api('POST', `/v3/units/practice/${key}?world=de`, {
      answers,
      elements: [],
    })
    expect(nothing.json()).toMatchObject({ results: {} })
  })

  test('without scripts the page shows what the call answers, however wild the form is', async () => {
    const { unit, key } = await opened()
    const guest = () => createClient(app.base)
    const page = url('interactive-play', { world: 'de', key })
    const element = unit.content.pages[0]?.elements[0]?.id ?? ''
    const answers = { [element]: sentAnswers(unit.content)(element, { pick: ['a'] }) }
    const picked = answers[element]?.pick ?? []
    const form = { intent: 'check-answers', seed: 's' }
    const ticks = picked.map((option) => [`a.${element}.pick.${option}`, 'on'])
    expect((await guest().submit(page, { ...form, ...Object.fromEntries(ticks) })).status).toBe(200)
    const outcome = (
      await guest().api('POST', `/v3/units/practice/${key}?world=de`, { answers, seed: 's' })
    ).json()
    expect(outcome).toMatchObject({ sum: { raw: 1 } })
    expect(result).toEqual({ seed: 's', answers, outcome })
    for (const name of [
      'a',
      'a.',
      `a.${element}`,
      `a.${element}.pick`,
      'a.__proto__.x',
      'a.constructor.x.y',
    ]) {
      expect((await guest().submit(page, { ...form, [name]: 'x'.repeat(9000) })).status, name).toBe(200)
      expect(result).toMatchObject({ outcome: { sum: { raw: 0, max: 1 } } })
    }
    expect((await guest().submit(page, { ...form, seed: 'x'.repeat(9000) })).status).toBe(200)
    expect(result).toMatchObject({ seed: 'x'.repeat(64), answers: {} })
    expect((await guest().submit(url('interactive-play', { world: 'de', key: 'none' }), form)).status).toBe(
      404,
    )
  })

  test('ends when its address is closed; numbers open nothing for strangers', async () => {
    const { unit, key } = await opened()
    const status = async (path: string) =>
      (await createClient(app.base).get(`/api/v3/units/practice/${path}?world=de`)).status
    expect([await status(key), await status(String(unit.id)), await status('s1')]).toEqual([200, 404, 404])
    await api(author, 'PUT', `/v3/units/${unit.id}/practice`, { isOpen: false })
    expect(await status(key)).toBe(404)
  })
})

describe('copies and pointers', () => {
  async function bought(id: number): Promise<void> {
    const { db } = app.deps
    const material = await materialRow(app, { authorId: author.id, title: 'Hauptstädte' })
    await sql`update material set interactive_id = ${id} where id = ${material} and world = 'de'`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into purchase_order (world, reference, account_id, status, currency, total_cents, tax_cents, tax_rate_bp, country,
        consent_text_version, consent_immediate_at, consent_waiver_at)
      values ('de', ${`unit-${material}`}, ${other.id}, 'cancelled', 'EUR', 390, 62, 1900, 'DE', '1', now(), now())
      returning id`.execute(db)
    await sql`
      insert into entitlement (world, account_id, material_id, order_id)
      values ('de', ${other.id}, ${material}, ${rows[0]?.id})`.execute(db)
  }

  test('whoever bought a unit copies it, and no copy of it can be sold', async () => {
    const { id } = await published()
    await bought(id)
    const copy = (await api(other, 'POST', `/v3/units/${id}/copy`, { title: 'Meine' })).json<{
      id: number
      isResaleBlocked: boolean
    }>()
    expect(copy.isResaleBlocked).toBe(true)
    expect((await read(copy.id, other)).content.title).toBe('Meine')
    // Played in rooms and courses, never on the open web.
    await api(other, 'POST', `/v3/units/${copy.id}/publish`)
    const share = await api(other, 'PUT', `/v3/units/${copy.id}/practice`, { isOpen: true })
    expect([share.status, share.text]).toEqual([422, expect.stringContaining('resale_blocked')])
    const again = await api(other, 'POST', `/v3/units/${copy.id}/copy`, {})
    expect(again.json()).toMatchObject({ isResaleBlocked: true })
    expect((await api(author, 'POST', `/v3/units/${id}/copy`, {})).json()).toMatchObject({
      isResaleBlocked: false,
    })
  })

  test('a pointer shows its version after its author went on, and after the unit is deleted', async () => {
    const { id } = await published()
    await bought(id)
    const shadow = (await api(other, 'POST', `/v3/units/${id}/shadow`, {})).json<{
      id: number
      version: number
    }>()
    expect(shadow.version).toBe(1)
    expect((await api(other, 'POST', `/v3/units/${id}/shadow`, { version: 9 })).status).toBe(409)
    await add(id, '* Neu\nAlt')
    await api(author, 'POST', `/v3/units/${id}/publish`)
    await api(author, 'DELETE', `/v3/units/${id}`)
    expect((await api(author, 'GET', `/v3/units/${id}`)).status).toBe(404)
    const seen = await other.client.api('GET', `/v3/units/practice/s${shadow.id}`)
    expect(seen.json<{ pages: { elements: object[] }[] }>().pages[0]?.elements).toHaveLength(1)
    expect((await author.client.api('GET', `/v3/units/practice/s${shadow.id}`)).status).toBe(404)
  })
})

describe('files', () => {
  test('a file comes in with a report and goes out again', async () => {
    const answer = await send(
      'Italien.gift',
      'Hauptstadt von Italien? {=Rom}\n\nKaputt {#x}\n\nZwei? {~1 =2}',
    )
    const result = answer.json<{ id: number; report: { outcome: string }[] }>()
    expect(result.report.map(({ outcome }) => outcome)).toEqual(['converted', 'converted', 'skipped'])
    const out = await api(author, 'GET', `/v3/units/${result.id}/export?format=gift`)
    expect(out.text).toContain('Hauptstadt von Italien?')
    expect((await api(other, 'GET', `/v3/units/${result.id}/export?format=gift`)).status).toBe(404)
  })

  test('a long file is read while everybody else is served, and one at a time', async () => {
    const long = '::Stadt:: Wie heißt die Stadt? {=Rom ~Paris ~Wien}\n\n'.repeat(60_000)
    const turns = watchTurns()
    const answers = await Promise.all([send('lang.gift', long), send('zwei.gift', 'Rom? {T}')])
    // Whichever came second: while one was read, the member's other file was refused, or it was done before.
    expect(answers.map(({ status }) => status).sort()).toBeOneOf([
      [201, 201],
      [201, 409],
    ])
    if (answers[0].status === 409) expect((await send('lang.gift', long)).status).toBe(201)
    const [longest, limit] = [turns.longest(), turns.limit()]
    turns.stop()
    const refused = answers.find(({ status }) => status === 409)
    if (refused) {
      expect(refused.json<{ error: { code: string } }>().error.code).toBe('import_running')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(longest).toBeLessThanOrEqual(limit)
  })

  test('what is hostile is refused with the reason', async () => {
    const refusal = async (name: string, bytes: string | Uint8Array) => {
      const answer = await send(name, bytes)
      const { error } = answer.json<{ error: { code: string; refusal: string } }>()
      expect([answer.status, error.code]).toEqual([422, 'import_refused'])
      return error.refusal
    }
    const head = strToU8(JSON.stringify({ mainLibrary: 'H5P.Blanks', title: 'x' }))
    const zip = (files: Record<string, Uint8Array>) =>
      zipSync({ 'h5p.json': head, 'content/content.json': strToU8('{}'), ...files })
    expect(await refusal('a.xml', '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz/>')).toBe('has_doctype')
    expect(await refusal('a.h5p', 'nein')).toBe('not_a_package')
    expect(await refusal('a.h5p', zip({ '../../etc/passwd': strToU8('x') }))).toBe('bad_path')
    expect(await refusal('a.h5p', zip({ 'content/bomb.json': new Uint8Array(8 * 1024 * 1024) }))).toBe(
      'too_large',
    )
    expect(
      await refusal(
        'a.h5p',
        zip(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`content/${at}.txt`, head]))),
      ),
    ).toBe('too_large')
  })

  test('a file of which nothing came is refused with its report', async () => {
    const answer = await send('kaputt.gift', '::Rechnung:: {= kaputt')
    expect([answer.status, answer.json<object>()]).toMatchObject([
      422,
      {
        error: {
          ...{ code: 'import_refused', refusal: 'no_content' },
          report: [{ name: '1', outcome: 'skipped', reason: 'unreadable' }],
        },
      },
    ])
    // A file of which a part came is no refusal.
    const part = await send('teils.gift', '::Rechnung:: {= kaputt\n\nRom? {T}')
    expect([part.status, part.json<{ id: number }>().id]).toEqual([201, expect.any(Number)])
  })

  test('of ten thousand questions the report says what did not fit', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `Frage ${at}? {=ja}`).join('\n\n')
    const result = (await send('viele.gift', many)).json<{ id: number; report: ImportLine[] }>()
    expect((await read(result.id)).content.pages[0]?.elements).toHaveLength(400)
    expect(result.report.some(({ reason }) => reason === 'too_many')).toBe(true)
    const counts = (['converted', 'simplified', 'skipped'] as const).map((each) =>
      countOf(result.report, each),
    )
    expect(counts).toEqual([400, 0, 9600])
    expect(result.report.length).toBeLessThan(500)
  })
})
