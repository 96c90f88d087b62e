import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { h5pPackage, importPackage, onePicture, type SourceOnWire } from '../support/h5p-package.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { samples, withSamples } from '../support/samples.ts'
import { buy, codeOf, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'source-author', { isSeller: true })
  buyer = await member(app, 'source-buyer', { isSeller: true })
  stranger = await member(app, 'source-stranger')
})
afterAll(() => app.close())

const by = { license: 'CC BY', version: '4.0', author: 'Rosa Beere', source: 'https://commons.example/rosa' }
const nc = { ...by, license: 'CC BY-NC' }
const nothing = { license: 'U' }

async function unitWith(copyrights: readonly object[], head: object = {}) {
  const { id, sources } = await importPackage(author, await h5pPackage(copyrights, head))
  expect(await codeOf(author, 'POST', `/v3/units/${id}/publish`)).toBe(200)
  return { id, sources }
}

const offer = (id: number, price = '2,50') =>
  upload(author, { interactiveId: String(id), action: 'publish', price, mayCopyInteractive: '1' })
const state = (id: number, sources: readonly object[], who = author) =>
  codeOf(who, 'PUT', `/v3/units/${id}/sources`, { sources })
const stated = (sources: readonly SourceOnWire[], more: object) =>
  sources.map(({ asset }) => ({ asset, ...more }))

/** What is on offer and must not be, told from what versions hold alone. */
async function wrongOffers(): Promise<unknown[]> {
  const { rows } = await sql`
    select m.id, v.content -> 'sources' as sources from material m
    join unit u on u.world = m.world and u.id = m.interactive_id
    join unit_version v on v.world = u.world and v.unit_id = u.id and v.version = u.version
    where m.status in ('published', 'unlisted') and exists (
      select from jsonb_array_elements(v.content -> 'sources') s
      where s ->> 'license' in ('unknown', 'reserved')
        or s ->> 'license' like 'cc-by-nc%' and (m.price_cents > 0
          or exists (select from bundle_item b where b.material_id = m.id)))`.execute(app.deps.db)
  return rows
}

describe('from a file to a sale', () => {
  test.each([
    ['unknown', nothing, 'rights_unclear', 'rights_unclear'],
    ['copyright', { license: 'C', author: 'Verlag' }, 'rights_unclear', 'rights_unclear'],
    ['CC BY-NC', nc, 'rights_non_commercial', undefined],
    ['CC BY', by, undefined, undefined],
    ['public domain', { license: 'PD' }, undefined, undefined],
  ])('%s', async (_name, copyright, whenSold, whenFree) => {
    const { id } = await unitWith([by, copyright])
    for (const [price, problem] of [
      ['2,50', whenSold],
      ['0', whenFree],
    ] as const) {
      const made = await offer(id, price)
      expect([made.status, made.problems.interactiveId], price).toEqual([
        problem ? 'draft' : 'published',
        problem,
      ])
    }
    expect(await wrongOffers()).toEqual([])
  })

  test('what its teacher states opens the way; own work takes a tick, a name where the licence asks for one', async () => {
    const { id, sources } = await unitWith([nothing, nothing])
    expect(sources.map(({ license }) => license)).toEqual(['unknown', 'unknown'])
    expect(await state(id, stated(sources, { license: 'own' }))).toBe('invalid_input')
    expect(await state(id, stated(sources, { license: 'cc-by' }))).toBe('invalid_input')
    expect(await state(id, stated(sources, { license: 'cc0', source: 'javascript:alert(1)' }))).toBe(
      'invalid_input',
    )
    expect((await offer(id)).problems.interactiveId).toBe('rights_unclear')
    expect(await state(id, stated(sources.slice(1), { license: 'own', isOwnWork: true }))).toBe(200)
    expect((await offer(id)).problems.interactiveId).toBe('rights_unclear')
    expect(await state(id, stated(sources.slice(0, 1), { license: 'resale', author: 'Bildshop' }))).toBe(200)
    expect((await offer(id)).status).toBe('published')
  })

  test('a package that is as a whole not for money is not sold, whatever its pictures are', async () => {
    const { id, sources } = await unitWith([by], {
      license: 'CC BY-NC-SA',
      authors: [{ name: 'Schulbuch e. V.' }],
    })
    expect(sources.map(({ asset }) => asset)).toContain('whole')
    expect((await offer(id)).problems.interactiveId).toBe('rights_non_commercial')
  })

  test('what a teacher uploads herself asks nothing', async () => {
    const value = { fileName: 'a.png', mediaType: 'image/png', body: await onePicture() }
    const { body, contentType } = multipart([{ name: 'file', value }])
    const sent = await author.client.api('POST', '/v3/unit-assets?world=de', body, {
      'Content-Type': contentType,
    })
    const { asset } = sent.json<{ asset: string }>()
    const { id } = await unitWith([])
    expect(await putPicture(author, id, asset)).toBe(200)
    expect(await codeOf(author, 'POST', `/v3/units/${id}/publish`)).toBe(200)
    expect((await offer(id)).status).toBe('published')
  })
})

/** The picture before the other tasks of a draft, as any program may send it; `more`: what it says beside it. */
async function putPicture(who: Person, id: number, asset: string, more: object = {}) {
  const unit = (await who.client.api('GET', `/v3/units/${id}`)).json<{
    revision: number
    content: { pages: { elements: object[] }[] }
  }>()
  const { sources: _sources, ...content } = unit.content as {
    sources?: unknown
    pages: { elements: object[] }[]
  }
  const element = {
    ...{ id: 'shown', type: 'media', prompt: '', points: 0, right: '', wrong: '' },
    data: { picture: { asset, alt: 'Ein Bild' }, caption: '' },
  }
  content.pages[0]?.elements.unshift(element)
  return await codeOf(who, 'PUT', `/v3/units/${id}`, {
    revision: unit.revision,
    content: { ...content, ...more },
  })
}

test('an exam says nothing of where a task’s pictures are from before the task is opened', async () => {
  const { id } = await unitWith([by, { ...by, author: 'Geheime Malerin' }])
  const unit = (await author.client.api('GET', `/v3/units/${id}`)).json<{
    revision: number
    content: {
      pages: { elements: { type: string; data: { picture?: { asset: string }; options?: object[] } }[] }[]
    }
  }>()
  const elements = unit.content.pages.flatMap((page) => page.elements)
  const [shown, hidden, question] = elements
  if (!shown || !hidden || !question?.data.options) throw new Error('no pictures or no question')
  for (const option of question.data.options)
    Object.assign(option, { text: `![Beere](${hidden.data.picture?.asset})` })
  const timed = { ...question, id: 'timed', timeLimit: 60 }
  const pages = [{ id: 'p1', title: '', elements: [shown, timed] }]
  const content = { ...unit.content, pages }
  expect(await codeOf(author, 'PUT', `/v3/units/${id}`, { revision: unit.revision, content })).toBe(200)
  expect(await codeOf(author, 'POST', `/v3/units/${id}/publish`)).toBe(200)
  const made = await author.client.api('POST', '/v3/rooms', { unitId: id, mode: 'exam' })
  const room = made.json<{ id: number; code: string }>()
  for (const command of ['open', 'start'])
    expect(await codeOf(author, 'POST', `/v3/rooms/${room.id}/control`, { command })).toBe(200)
  const client = createClient(app.base)
  const look = async () => (await client.api('GET', `/v3/room-codes/${room.code}`)).text
  const { entry } = JSON.parse(await look()) as { entry: { names: { place: number }[] } }
  await client.api('POST', `/v3/room-codes/${room.code}/enter`, { pick: entry.names[0]?.place })
  const before = await look()
  expect(before).toContain('Rosa Beere')
  expect(before).not.toContain('Geheime Malerin')
  await client.api('POST', `/v3/room-codes/${room.code}/begin`, { element: 'timed' })
  expect(await look()).toContain('Geheime Malerin')
})

describe('no way around', () => {
  test('a picture of unclear origin stays that in another unit, in a copy, and in somebody else’s unit', async () => {
    const { id, sources } = await unitWith([nothing])
    const asset = sources[0]?.asset ?? ''
    const claimed = { sources: [{ asset, license: 'own', version: '', title: '', author: '', source: '' }] }
    for (const who of [author, buyer]) {
      const other = (await importPackage(who, await h5pPackage([]))).id
      expect(await putPicture(who, other, asset, claimed)).toBe(200)
      expect(await codeOf(who, 'POST', `/v3/units/${other}/publish`)).toBe(200)
      const made = await upload(who, { interactiveId: String(other), action: 'publish' })
      expect(made.problems.interactiveId).toBe('rights_unclear')
    }
    const copy = (await author.client.api('POST', `/v3/units/${id}/copy`, {})).json<{ id: number }>().id
    await author.client.api('POST', `/v3/units/${copy}/publish`)
    expect((await offer(copy)).problems.interactiveId).toBe('rights_unclear')
  })

  test('while it is on sale it gets no version, no price, no statement and no bundle that would make it wrong', async () => {
    const sold = await unitWith([by])
    const { materialId } = await offer(sold.id)
    const unclear = await unitWith([nothing])
    expect(await putPicture(author, sold.id, unclear.sources[0]?.asset ?? '')).toBe(200)
    expect(await codeOf(author, 'POST', `/v3/units/${sold.id}/publish`)).toBe('rights_unclear')
    expect(await state(sold.id, stated(sold.sources, { license: 'cc-by-nc', author: 'Rosa' }))).toBe(
      'rights_non_commercial',
    )
    const free = await unitWith([nc])
    const given = await offer(free.id, '0')
    expect(given.status).toBe('published')
    const path = `/v1/materials/${given.materialId}`
    expect(await codeOf(author, 'PUT', path, { price: 250 })).toBe('invalid_input')
    const bulk = await codeOf(author, 'PUT', path, { interactiveId: unclear.id })
    expect(bulk).toBe('invalid_input')
    const bundle = await codeOf(author, 'POST', '/v1/bundles', { ids: [materialId, given.materialId] })
    expect(bundle).toBe('invalid_input')
    expect(await wrongOffers()).toEqual([])
  })

  test('a course is sold when each version it names may be', async () => {
    const [clear, unclear] = [await unitWith([by]), await unitWith([nothing])]
    const course = (await author.client.api('POST', '/v3/courses', { title: 'Beeren' })).json<{
      id: number
    }>().id
    const add = async (unitId: number) => {
      const { revision } = (await author.client.api('GET', `/v3/courses/${course}`)).json<{
        revision: number
      }>()
      const item = { kind: 'unit', ref: String(unitId), title: '', revision }
      return await author.client.api('POST', `/v3/courses/${course}/items`, item)
    }
    expect((await add(clear.id)).status, 'added').toBeLessThan(300)
    const made = await upload(author, { courseId: String(course), interactiveId: '', action: 'publish' })
    expect(made.status).toBe('published')
    expect((await add(unclear.id)).status).toBeLessThan(300)
    expect(await codeOf(author, 'PUT', `/v1/materials/${made.materialId}`, { title: 'Beeren im Wald' })).toBe(
      'invalid_input',
    )
    const second = await upload(author, { courseId: String(course), interactiveId: '', action: 'publish' })
    expect(second.problems.courseId).toBe('rights_unclear')
  })

  test('whatever is tried in whatever order, nothing wrong is on offer', async () => {
    const kinds = [nothing, nc, by, { license: 'C' }, { license: 'PD' }]
    const units: Awaited<ReturnType<typeof unitWith>>[] = []
    for (const kind of kinds) units.push(await unitWith([kind]))
    let seed = 7
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    const materials: number[] = []
    for (let step = 0; step < 60; step += 1) {
      const unit = units[next(units.length)]
      const other = units[next(units.length)]
      if (!unit || !other) continue
      const material = materials[next(materials.length || 1)] ?? 0
      const licenses = ['cc0', 'cc-by-nc', 'unknown', 'reserved', 'resale']
      const ways = [
        async () => materials.push((await offer(unit.id, next(2) ? '0' : '3,00')).materialId),
        () => codeOf(author, 'PUT', `/v1/materials/${material}`, { priceCents: next(2) * 300 }),
        () => codeOf(author, 'PUT', `/v1/materials/${material}`, { interactiveId: other.id }),
        () => codeOf(author, 'POST', `/v1/materials/${material}/publish`),
        () => codeOf(author, 'POST', `/v1/materials/${material}/unpublish`),
        () => state(unit.id, stated(unit.sources, { license: licenses[next(licenses.length)], author: 'A' })),
        () => putPicture(author, unit.id, other.sources[0]?.asset ?? ''),
        () => codeOf(author, 'POST', `/v3/units/${unit.id}/publish`),
      ]
      await ways[next(ways.length)]?.()
      expect(await wrongOffers(), `after step ${step}`).toEqual([])
    }
    // All at once as well: who publishes a version and who puts it on sale wait for each other.
    await Promise.all(
      units.flatMap((unit) => [
        offer(unit.id),
        state(unit.id, stated(unit.sources, { license: 'unknown' })),
        codeOf(author, 'POST', `/v3/units/${unit.id}/publish`),
      ]),
    )
    expect(await wrongOffers()).toEqual([])
  })
})

describe('what is shown', () => {
  test('who plays, who buys, who prints and who takes a copy sees whose picture it is', async () => {
    const { id } = await unitWith([by])
    const { materialId } = await offer(id)
    const api = await stranger.client.get(`/api/v3/units/practice/m${materialId}?world=de`)
    expect(api.json<{ credits: object[] }>().credits).toMatchObject([
      { author: 'Rosa Beere', license: 'cc-by' },
    ])
    await buy(app, buyer, materialId)
    const copy = (await buyer.client.api('POST', `/v3/units/${id}/copy`, {})).json<{ id: number }>().id
    const own = (await buyer.client.api('GET', `/v3/units/${copy}`)).json<{
      content: { sources: object[] }
    }>()
    expect(own.content.sources).toMatchObject([{ author: 'Rosa Beere', license: 'cc-by', version: '4.0' }])
    const pdf = await author.client.get(`/api/v3/units/practice/${id}/paper?world=de`)
    expect(pdf.status).toBe(200)
    const zip = await author.client.get(`/api/v3/units/${id}/h5p?world=de`)
    const files = unzipSync(new Uint8Array(zip.body))
    expect(strFromU8(files['content/content.json'] ?? new Uint8Array())).toContain(
      '"license":"CC BY","author":"Rosa Beere","source":"https://commons.example/rosa","version":"4.0"',
    )
  })

  test('another member can state nothing of it, nor hear that it is there', async () => {
    const { id, sources } = await unitWith([nothing])
    const mine = stated(sources, { license: 'own', isOwnWork: true })
    expect(await state(id, mine, stranger)).toBe('not_found')
    expect(await state(id, [{ asset: 'whole', license: 'cc0' }])).toBe('invalid_input')
  })

  test('the form at the desk states it without scripts, for all that is open where it is ticked', async () => {
    const { id, sources } = await unitWith([nothing, nothing, by])
    const page = url('interactive-unit', { world: 'de', unitId: id })
    const form = { intent: 'state-source', asset: sources[0]?.asset ?? '', license: 'own', version: '' }
    expect((await author.client.submit(page, form)).status).toBe(422)
    const sent = await author.client.submit(page, { ...form, isOwnWork: '1', isForAll: '1' })
    expect(sent.status, sent.text.slice(0, 300)).toBe(303)
    const unit = (await author.client.api('GET', `/v3/units/${id}`)).json<{ content: object }>()
    expect(unit.content).toMatchObject({ sources: [{ license: 'own' }, { license: 'own' }, sources[2]] })
    expect((await offer(id)).status).toBe('published')
  })
})

describe('packages of others', () => {
  withSamples('h5p', () => {
    test.each([
      ['H5P.MemoryGame.h5p', ['cc-by-nc', 'cc-by-sa', 'pd']],
      ['H5P.Dialogcards.h5p', ['cc-by', 'cc-by-sa', 'unknown']],
      ['H5P.ImageSequencing.h5p', ['cc-by-sa', 'pd', 'reserved', 'unknown']],
      ['H5P.TrueFalse.h5p', ['pd']],
      ['H5P.Blanks.h5p', ['cc-by-nd']],
    ])('%s', async (name, licenses) => {
      const { sources } = await importPackage(author, readFileSync(`${samples('h5p')}/${name}`))
      expect(new Set(sources.map(({ license }) => license))).toEqual(new Set(licenses))
    })
  })
})

describe('what a QTI package says of itself', () => {
  interface Came {
    revision: number
    content: { subjects: string[]; grades: string[]; language: string; sources?: SourceOnWire[] } & object
  }
  const unit = async (id: number, who = author) =>
    (await who.client.api('GET', `/v3/units/${id}?world=de`)).json<Came>()

  /** To somebody else: who has a picture already is not told anew where it is from. */
  async function roundTrip(id: number, version: string): Promise<Came> {
    const file = await author.client.get(`/api/v3/units/${id}/qti?version=${version}&world=de`)
    const value = { fileName: 'a.zip', mediaType: 'application/zip', body: file.body }
    const { body, contentType } = multipart([{ name: 'file', value }])
    const sent = await stranger.client.api('POST', '/v3/units/import?world=de', body, {
      'Content-Type': contentType,
    })
    return await unit(sent.json<{ id: number }>().id, stranger)
  }

  async function unitUnder(copyright: object): Promise<number> {
    const head = { license: 'CC BY-SA', licenseVersion: '3.0', authors: [{ name: 'Müller; Söhne & Co' }] }
    const { id } = await importPackage(author, await h5pPackage([copyright], head))
    const { revision, content } = await unit(id)
    const about = { title: 'Maß & <Zahl>', subjects: ['de-mathematics'], grades: ['5', '6'], language: 'en' }
    const put = { revision, content: { ...content, ...about } }
    expect(await codeOf(author, 'PUT', `/v3/units/${id}`, put)).toBe(200)
    return id
  }

  test.each(['3', '2.2'])(
    'comes back: title, subject, grades, language, licence, author (%s)',
    async (version) => {
      const { content } = await roundTrip(await unitUnder({ ...by, license: 'CC BY-SA' }), version)
      const about = { subjects: ['de-mathematics'], grades: ['5', '6'], language: 'en' }
      expect(content).toMatchObject({ title: 'Maß & <Zahl>', ...about })
      const said = { asset: 'whole', license: 'cc-by-sa', version: '3.0', author: 'Müller; Söhne & Co' }
      expect(content.sources).toContainEqual(expect.objectContaining(said))
    },
  )

  test('is no licence where one of its pictures has another: that one would be lost', async () => {
    const { content } = await roundTrip(await unitUnder(nc), '3')
    expect(content.language).toBe('en')
    expect(new Set(content.sources?.map(({ license }) => license))).toEqual(new Set(['unknown']))
  })
})
