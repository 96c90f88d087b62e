import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnitContent } from '#exercises/model/unit.ts'
import { collectPictures } from '#exercises/units/server/assets/assets.ts'
import { makePreviews } from '#shop/selling/materials/server/previews/previews.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { buy, codeOf, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'media-author', { isSeller: true })
  buyer = await member(app, 'media-buyer', { isSeller: true })
  stranger = await member(app, 'media-stranger')
})
afterAll(() => app.close())

let turn = 0
async function png(): Promise<Buffer> {
  turn += 1
  const background = { r: turn * 7, g: 90, b: 200 - turn }
  return await sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer()
}

async function sendTo(person: Person, path: string, fields: Record<string, string> = {}, bytes?: Buffer) {
  const value = { fileName: 'bild.png', mediaType: 'image/png', body: bytes ?? (await png()) }
  const parts = [
    { name: 'file', value },
    ...Object.entries(fields).map(([name, text]) => ({ name, value: text })),
  ]
  const { body, contentType } = multipart(parts)
  return await person.client.api('POST', `${path}?world=de`, body, { 'Content-Type': contentType })
}

async function picture(person = author): Promise<string> {
  const sent = await sendTo(person, '/v3/unit-assets')
  expect(sent.status).toBe(201)
  return sent.json<{ asset: string }>().asset
}

const choice = (id: string, more: object) => ({
  ...{ id, type: 'choice', prompt: '<p>Was ist das?</p>', points: 1, right: '', wrong: '' },
  data: {
    ...{ isMulti: false, policy: 'net' },
    options: [
      { id: 'a', text: 'ein Turm', weight: 1, feedback: '' },
      { id: 'b', text: 'ein Baum', weight: 0, feedback: '' },
    ],
  },
  ...more,
})

/** A unit of these tasks, as a draft. */
async function unitOf(elements: readonly object[], more: object = {}, person = author): Promise<number> {
  const { id } = (await person.client.api('POST', '/v3/units', { title: 'Türme' })).json<{ id: number }>()
  expect(await put(id, elements, more, person)).toBe(200)
  return id
}
async function put(id: number, elements: readonly object[], more: object = {}, person = author) {
  const { revision, content } = await read(id, person)
  const pages = [{ id: 'p1', title: '', elements }]
  return await codeOf(person, 'PUT', `/v3/units/${id}`, { revision, content: { ...content, pages, ...more } })
}
async function read(id: number, person = author) {
  return (await person.client.api('GET', `/v3/units/${id}`)).json<{
    revision: number
    content: UnitContent
  }>()
}
const publish = async (id: number, person = author) =>
  (await person.client.api('POST', `/v3/units/${id}/publish`)).json<{
    version?: number
    error?: { code: string; fields: Record<string, string> }
  }>()
const isStored = async (asset: string) => (await app.deps.storage.size(asset)) !== undefined
const shown = (asset: string, alt: string) => `<img asset="${asset}" alt="${alt}">`
const song = (words = '') => ({
  asset: `unit/ab/ab${'0'.repeat(62)}.mp3`,
  kind: 'sound',
  alt: '',
  transcript: words,
})

describe('what is written into the words of a task', () => {
  test('is cleaned on the way in and out, and what is not ours is nothing', async () => {
    const asset = await picture()
    const prompt = `<p onclick="x()">Schau: <img src="/api/v3/unit-assets?name=${asset.slice(8)}" alt="a &quot;b&quot;" onerror="x()">
      <img src="https://evil.example/p.gif" alt="fremd"><img asset="material/7/cover.webp" alt="c"></p>`
    const id = await unitOf([choice('e1', { prompt })])
    const { content } = await read(id)
    expect(content.pages[0]?.elements[0]?.prompt.replace(/\s+/g, ' ')).toBe(
      `<p>Schau: ${shown(asset, 'a &quot;b&quot;')} </p>`,
    )
    // What a table holds from elsewhere is cleaned when it is read.
    await sql`update unit set draft = replace(draft::text, 'Schau: ', 'Schau: <img src=x onerror=alert(1)>')::jsonb
      where id = ${id}`.execute(app.deps.db)
    const played = await author.client.get(`/api/v3/units/practice/${id}?world=de`)
    expect(played.text).not.toMatch(/onerror|alert|evil/)
  })

  test.each<[string, object, string[]]>([
    ['a picture in words', { prompt: '<p>{{picture}}</p>' }, ['e1.promptAlt']],
    ['a picture above', { media: { asset: '{{asset}}', alt: '' } }, ['e1.mediaAlt']],
    ['a recording', { media: song() }, ['e1.mediaTranscript']],
    [
      'a picture in a text',
      { type: 'info', prompt: '', points: 0, data: { html: '<p>{{picture}}</p>' } },
      ['e1.alt'],
    ],
  ])('%s without words keeps a unit from being published', async (_name, more, gaps) => {
    const asset = await picture()
    const filled = (alt: string) =>
      JSON.parse(
        JSON.stringify(more)
          .replace('{{picture}}', shown(asset, alt).replaceAll('"', '\\"'))
          .replace('{{asset}}', asset)
          .replace('"alt":"","', `"alt":"${alt}","`)
          .replace('"alt":""}', `"alt":"${alt}"}`)
          .replace('"transcript":""', `"transcript":"${alt}"`),
      )
    const id = await unitOf([choice('e1', filled(''))])
    expect(Object.keys((await publish(id)).error?.fields ?? {})).toEqual(gaps)
    expect(await put(id, [choice('e1', filled('ein Turm'))])).toBe(200)
    expect((await publish(id)).version).toBe(1)
  })

  test('a medium that is none, of another kind, or not ours is refused and never an error of ours', async () => {
    const id = await unitOf([])
    const asset = await picture()
    for (const media of [
      { asset: 'https://evil.example/a.mp3', alt: '' },
      { asset, kind: 'video', alt: 'x' },
      { ...song(), kind: 'picture' },
      { asset: `${asset}\0`, alt: 'x' },
      { asset, alt: 'a\0b' },
      { asset, alt: 7 },
      'a',
      [],
    ])
      expect(await put(id, [choice('e1', { media })]), JSON.stringify(media)).toBe('invalid_input')
  })
})

test('a file that only words or a place above a task name is nobody’s rubbish; what nothing names goes', async () => {
  const [inWords, inText, above, asCover, unused] = await Promise.all(
    Array.from({ length: 5 }, () => picture()),
  )
  const cover = { asset: asCover, alt: 'ein Titel' }
  const tasks = [
    choice('e1', { prompt: `<p>${shown(inWords ?? '', 'a')} ?</p>`, media: { asset: above, alt: 'b' } }),
    { ...choice('e2', {}), type: 'info', prompt: '', points: 0, data: { html: shown(inText ?? '', 'c') } },
  ]
  const id = await unitOf(tasks, { cover })
  expect((await publish(id)).version).toBe(1)
  await sql`update unit_asset set created_at = now() - interval '40 days'`.execute(app.deps.db)
  await collectPictures(app.deps)
  const used = [inWords, inText, above, asCover]
  expect(await Promise.all([...used, unused].map((asset) => isStored(asset ?? '')))).toEqual([
    ...used.map(() => true),
    false,
  ])
  const listed = (await author.client.api('GET', '/v3/unit-files')).json<{ files: { asset: string }[] }>()
    .files
  expect(listed.map(({ asset }) => asset)).toEqual(expect.arrayContaining(used))
  expect((await stranger.client.api('GET', '/v3/unit-files')).json<{ files: [] }>().files).toEqual([])
  expect(await codeOf({ client: createClient(app.base) } as Person, 'GET', '/v3/unit-files')).toBe(
    'unauthorized',
  )
})

test('what it shows is copied with it, keeps its licence, and is not sold where that is unclear', async () => {
  const [own, foreign] = [await picture(), await picture(stranger)]
  const id = await unitOf([choice('e1', { prompt: `<p>Was zeigt ${shown(own, 'a')} hier?</p>` })])
  expect((await publish(id)).version).toBe(1)
  const fields = { interactiveId: String(id), action: 'publish', mayCopyInteractive: '1' }
  const { materialId, status } = await upload(author, fields)
  expect(status).toBe('published')
  await buy(app, buyer, materialId)
  const copied = (await buyer.client.api('POST', `/v3/units/${id}/copy`, {})).json<{ id: number }>()
  expect((await read(copied.id, buyer)).content.pages[0]?.elements[0]?.prompt).toContain(own)

  // Somebody else's file, by its name alone, is of unknown origin: in words, above a task and above all of it.
  for (const more of [{ prompt: `<p>${shown(foreign, 'b')}</p>` }, { media: { asset: foreign, alt: 'b' } }]) {
    const other = await unitOf([choice('e1', more)])
    expect((await publish(other)).version).toBe(1)
    const made = await upload(author, { interactiveId: String(other), action: 'publish' })
    expect(made.problems.interactiveId).toBe('rights_unclear')
  }
  const covered = await unitOf([choice('e1', {})], { cover: { asset: foreign, alt: 'b' } })
  expect((await publish(covered)).version).toBe(1)
  const made = await upload(author, { interactiveId: String(covered), action: 'publish' })
  expect(made.problems.interactiveId).toBe('rights_unclear')
})

test('the beginning anybody may try shows it; paper has it for pupils and with the key', async () => {
  const [own, above] = [await picture(), await picture()]
  const media = { asset: above, alt: 'ein Platz' }
  const id = await unitOf([
    choice('e1', { prompt: `<p>Was zeigt ${shown(own, 'ein Turm')} hier?</p>`, media }),
  ])
  expect((await publish(id)).version).toBe(1)
  const { materialId } = await upload(author, { interactiveId: String(id), action: 'publish' })
  const visitor = createClient(app.base)
  const offered = await visitor.get(`/api/v3/units/practice/m${materialId}?world=de`)
  expect(offered.json<{ sold: object }>().sold).toMatchObject({ isPreview: true })
  for (const asset of [own, above]) expect(offered.text).toContain(asset)

  const shared = await author.client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
  const { practiceKey } = shared.json<{ practiceKey: string }>()
  for (const [key, client] of [
    [String(id), author.client],
    [practiceKey, visitor],
  ] as const) {
    const pdf = await client.get(`/api/v3/units/practice/${key}/paper?world=de`)
    expect(pdf.status).toBe(200)
    expect(pdf.body.toString('latin1').match(/\/Subtype \/Image/g), key).toHaveLength(2)
  }
})

describe('the picture above a unit', () => {
  test('is sent, told, listed, restored and taken away; it is its owner’s alone to change', async () => {
    const id = await unitOf([choice('e1', {})])
    const before = (await read(id)).revision
    const sent = await sendTo(author, `/v3/units/${id}/cover`, { alt: 'Türme im Abendlicht' })
    expect(sent.json()).toEqual({
      cover_asset: expect.stringMatching(/^unit\/.+\.webp$/),
      alt: 'Türme im Abendlicht',
    })
    const { cover_asset: asset } = sent.json<{ cover_asset: string }>()
    expect((await read(id)).revision).toBe(before + 1)
    const list = (await author.client.api('GET', '/v3/units')).json<{
      units: { id: number; cover_asset: string }[]
    }>()
    expect(list.units.find((unit) => unit.id === id)?.cover_asset).toBe(asset)
    expect((await publish(id)).version).toBe(1)

    for (const who of [stranger, buyer]) {
      expect((await sendTo(who, `/v3/units/${id}/cover`)).status).toBe(404)
      expect(await codeOf(who, 'DELETE', `/v3/units/${id}/cover`)).toBe('not_found')
    }
    expect((await sendTo({ client: createClient(app.base) } as Person, `/v3/units/${id}/cover`)).status).toBe(
      401,
    )
    expect((await sendTo(author, `/v3/units/${id}/cover`, {}, Buffer.from('kein Bild'))).status).toBe(422)
    expect(await codeOf(author, 'DELETE', `/v3/units/${id}/cover`)).toBe(200)
    expect((await read(id)).content.cover).toBeUndefined()
    expect(await codeOf(author, 'POST', `/v3/units/${id}/restore`, { version: 1 })).toBe(200)
    expect((await read(id)).content.cover?.asset).toBe(asset)
  })

  test('needs its words before it is published, goes along with copies, and stands where a class begins', async () => {
    const id = await unitOf([choice('e1', {})])
    expect((await sendTo(author, `/v3/units/${id}/cover`)).status).toBe(200)
    expect((await publish(id)).error?.fields).toEqual({ 'cover.coverAlt': 'required' })
    const { content } = await read(id)
    const cover = { asset: content.cover?.asset, alt: 'ein "Turm"' }
    expect(await put(id, content.pages[0]?.elements ?? [], { cover })).toBe(200)
    expect((await publish(id)).version).toBe(1)
    const copy = (await author.client.api('POST', `/v3/units/${id}/copy`, {})).json<{ id: number }>()
    expect((await read(copy.id)).content.cover).toEqual(cover)

    const shared = await author.client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
    const { practiceKey: key } = shared.json<{ practiceKey: string }>()
    const played = await createClient(app.base).get(`/api/v3/units/practice/${key}?world=de`)
    expect(played.json<{ cover: object }>().cover).toEqual(cover)
    const room = await author.client.api('POST', '/v3/rooms', { unitId: id, mode: 'self' })
    const { id: roomId, code } = room.json<{ id: number; code: string }>()
    await author.client.api('POST', `/v3/rooms/${roomId}/control`, { command: 'open' })
    const entry = await createClient(app.base).get(`/api/v3/room-codes/${code}?world=de`)
    expect(entry.json<{ cover: object }>().cover).toEqual(cover)
  })

  test('is what a material shows that is the unit alone; another one takes its place with the next version', async () => {
    const id = await unitOf([choice('e1', {})])
    const red = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    await sendTo(author, `/v3/units/${id}/cover`, { alt: 'rot' }, red)
    expect((await publish(id)).version).toBe(1)
    const { materialId } = await upload(author, { interactiveId: String(id), action: 'publish' })
    expect(await colourOf(materialId)).toMatchObject({ r: 248, g: 8, b: 8 })
    const blue = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    await sendTo(author, `/v3/units/${id}/cover`, { alt: 'blau' }, blue)
    expect((await publish(id)).version).toBe(2)
    expect(await colourOf(materialId)).toMatchObject({ r: 8, g: 8, b: 248 })
  })
})

/** What the picture of a material is made of, once it is drawn. */
async function colourOf(materialId: number) {
  await makePreviews(app.deps, { world: 'de', materialId })
  const { rows } = await sql<{
    cover_key: string
  }>`select cover_key from material where id = ${materialId}`.execute(app.deps.db)
  return (await sharp(await app.deps.storage.readBuffer(rows[0]?.cover_key ?? '')).stats()).dominant
}
