import { strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoWorld } from '#demo/catalogue/worlds.ts'
import { seedPeople } from '#demo/people.ts'
import { seedUnits } from '#demo/units/seed.ts'
import { learntCourse } from '#exercises/courses/server/learning.ts'
import { unitOffer } from '#exercises/units/server/sale/sold.ts'
import { loadInteractiveHome, loadInteractiveMaterials } from '#loaders/exercises/interactive.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { buy, codeOf, makeUnit, onSale, tasks, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'sold-author', { isSeller: true })
  buyer = await member(app, 'sold-buyer', { isSeller: true })
  stranger = await member(app, 'sold-stranger')
})
afterAll(() => app.close())

describe('what may be sold', () => {
  test('an own published exercise, alone or with files, is said so in one way', async () => {
    const { unitId, materialId } = await onSale(author)
    const seen = (await author.client.get(`/api/v1/materials/${materialId}?world=de`)).json()
    expect(seen).toMatchObject({
      interactiveId: unitId,
      isStandaloneInteractive: true,
      isBundleInteractive: false,
    })
    await sql`insert into material_file (world, material_id, type, storage_key, name, media_type, size_bytes, sha256, position)
      values ('de', ${materialId}, 'material_file', 'material/00/x.pdf', 'x.pdf', 'application/pdf', 1, ${Buffer.alloc(32)}, 0)`.execute(
      app.deps.db,
    )
    const both = (await author.client.get(`/api/v1/materials/${materialId}?world=de`)).json()
    expect(both).toMatchObject({ isStandaloneInteractive: false, isBundleInteractive: true })
  })

  test('no draft, nothing of others, no copy of what was bought', async () => {
    const { unitId, materialId } = await onSale(author)
    await buy(app, buyer, materialId)
    const copy = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>()
    await buyer.client.api('POST', `/v3/units/${copy.id}/publish`)
    for (const id of [copy.id, unitId, await makeUnit(buyer, false), 999_999]) {
      const made = await upload(buyer, { interactiveId: String(id), action: 'publish' })
      const why = id === copy.id ? 'resale_blocked' : 'invalid'
      expect([made.status, made.problems.interactiveId], String(id)).toEqual(['draft', why])
    }
    const own = await upload(buyer, { action: 'draft' })
    const change = { interactiveId: copy.id }
    expect(await codeOf(buyer, 'PUT', `/v1/materials/${own.materialId}`, change)).toBe('invalid_input')
  })
})

test('without script a picture is sent by a form of its own, and stands in the form of its task', async () => {
  const unitId = await makeUnit(author, false)
  const page = url('interactive-unit', { world: 'de', unitId })
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  const send = async (fields: Record<string, string>, bytes: Buffer) => {
    const file = { fileName: 'a.png', mediaType: 'image/png', body: bytes }
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const { body, contentType } = multipart([...parts, { name: 'file', value: file }])
    const csrf = author.client.cookies.get('csrf') ?? ''
    const headers = { Origin: app.base, 'X-CSRF-Token': csrf, 'Content-Type': contentType }
    return await author.client.send({ method: 'POST', path: `${page}?intent=send-unit-file`, headers, body })
  }
  const sent = await send({ type: 'media' }, png)
  expect(sent.status).toBe(303)
  const address = new URL(String(sent.headers.location), app.base)
  expect([address.hash, address.searchParams.get('new')]).toEqual(['#new', 'media'])
  const picture = address.searchParams.get('file') ?? ''
  const { revision } = (await author.client.api('GET', `/v3/units/${unitId}`)).json<{ revision: number }>()
  const typed = { 'f.picture': picture, 'f.alt': 'Ein Feld', 'f.caption': '', type: 'media', step: 'element' }
  const saved = await author.client.submit(page, {
    ...typed,
    revision: String(revision),
    intent: 'edit-unit',
  })
  expect(saved.status).toBe(303)
  expect((await author.client.api('GET', `/v3/units/${unitId}`)).text).toContain(picture)
  // What is no picture is said at the form; what is no task leads nowhere, and its picture is not kept.
  expect((await send({ type: 'media' }, Buffer.from('none'))).status).toBe(422)
  const strange = await send({ element: 'a\r\nb' }, png)
  expect([strange.status, strange.headers.location]).toEqual([422, undefined])
})

test('settings nobody can read are said at their field; what can be read is stored as the form ticks it', async () => {
  const unitId = (await author.client.api('POST', '/v3/units', { title: 'Regeln' })).json<{ id: number }>().id
  const page = url('interactive-unit', { world: 'de', unitId })
  const form = { intent: 'edit-unit', step: 'head', revision: '1', title: 'Regeln', extraTime: '125' }
  const read = { attempts: '3', passPercent: '60', 'modes.self': '1', 'modes.quiz': '1' }
  const submit = (fields: Record<string, string>) => author.client.submit(page, { ...form, ...fields })
  for (const [field, typed] of [
    ...['abc', '50', '1,5', '-1'].map((attempts) => ['attempts', attempts] as const),
    ...['NaN', '101', '1e309'].map((percent) => ['passPercent', percent] as const),
    ['extraTime', '126'] as const,
  ]) {
    const { status } = await submit({ ...read, [field]: typed })
    expect([field, typed, status]).toEqual([field, typed, 422])
  }
  const none = await submit({ attempts: '3' })
  expect(none.status).toBe(422)
  expect((await submit(read)).status).toBe(303)
  const { content } = (await author.client.api('GET', `/v3/units/${unitId}`)).json<{
    content: { settings: object }
  }>()
  const stored = { attempts: 3, extraTime: 125, passPercent: 60, modes: ['self', 'quiz'] }
  expect(content.settings).toMatchObject(stored)
})

describe('before and after buying', () => {
  test('the beginning is played by everybody, without keys; all of it by who bought it', async () => {
    const { materialId } = await onSale(author)
    const key = `m${materialId}`
    const guest = { client: createClient(app.base) }
    // Twelve tasks: a fifth is less than three.
    expect([await tasks(guest, key), await tasks(stranger, key), await tasks(author, key)]).toEqual([
      3, 3, 12,
    ])
    const scored = await guest.client.api('POST', `/v3/units/practice/${key}?world=de`, { answers: {} })
    expect(Object.keys(scored.json<{ results: object }>().results)).toHaveLength(3)
    expect(scored.text).not.toContain('Geheime')
    expect(scored.json<{ results: Record<string, { solution: string[] }> }>().results).not.toHaveProperty(
      '[0].solution[0]',
    )
    await buy(app, buyer, materialId)
    expect(await tasks(buyer, key)).toBe(12)
    await author.client.api('POST', `/v1/materials/${materialId}/unpublish`)
    expect([await tasks(guest, key), await tasks(buyer, key)]).toEqual([3, 12])
    await author.client.api('DELETE', `/v1/materials/${materialId}`)
    expect([await tasks(guest, key), await tasks(buyer, key)]).toEqual(['not_found', 12])
  })

  test('what is free is played whole by everybody; a copy is for who took it', async () => {
    const { unitId, materialId } = await onSale(author, { price: '0', mayCopyInteractive: '1' })
    const guest = { client: createClient(app.base) }
    expect(await tasks(guest, `m${materialId}`)).toBe(12)
    // Nobody is offered to keep what they do not have yet.
    const isHeld = async () => {
      const { json } = await stranger.client.get(`/api/v3/units/practice/m${materialId}?world=de`)
      return json<{ sold: { isHeld: boolean } }>().sold.isHeld
    }
    expect(await isHeld()).toBe(false)
    expect(await codeOf(stranger, 'POST', `/v3/units/${unitId}/copy`, {})).toBe('not_entitled')
    await stranger.client.api('POST', `/v1/materials/${materialId}/claim`)
    expect(await isHeld()).toBe(true)
    expect((await stranger.client.api('POST', `/v3/units/${unitId}/copy`, {})).status).toBe(201)
  })

  test('copies and pointers ask for the purchase, and a refund ends them', async () => {
    const { unitId, materialId } = await onSale(author)
    const copy = `/v3/units/${unitId}/copy`
    const shadow = `/v3/units/${unitId}/shadow`
    expect([await codeOf(stranger, 'POST', copy, {}), await codeOf(stranger, 'POST', shadow, {})]).toEqual([
      'not_entitled',
      'not_entitled',
    ])
    await buy(app, buyer, materialId)
    expect(await codeOf(buyer, 'POST', shadow, { version: 7 })).toBe('version_gone')
    const pointer = (await buyer.client.api('POST', shadow, {})).json<{ id: number }>()
    expect(await tasks(buyer, `s${pointer.id}`)).toBe(12)
    await sql`delete from entitlement where world = 'de' and material_id = ${materialId}`.execute(app.deps.db)
    expect([await tasks(buyer, `s${pointer.id}`), await tasks(buyer, `m${materialId}`)]).toEqual([
      'licence_lost',
      3,
    ])
    expect(await codeOf(buyer, 'POST', copy, {})).toBe('not_entitled')
  })

  test('an author sells an exercise as it is: it is played, not changed', async () => {
    const { unitId, materialId } = await onSale(author, {})
    await buy(app, buyer, materialId)
    expect(await codeOf(buyer, 'POST', `/v3/units/${unitId}/copy`, {})).toBe('edit_not_allowed')
    expect(await tasks(buyer, `m${materialId}`)).toBe(12)
  })

  test('a copy is put into a folder of the member, and into no other', async () => {
    const { unitId, materialId } = await onSale(author)
    await buy(app, buyer, materialId)
    const { rows } = await sql<{ id: number }>`insert into folder (world, account_id, type, title)
      values ('de', ${buyer.id}, 'own', 'Mathe'), ('de', ${author.id}, 'own', 'Fremd') returning id`.execute(
      app.deps.db,
    )
    const [own, foreign] = rows.map(({ id }) => Number(id))
    const path = `/v3/units/${unitId}/copy`
    expect(await codeOf(buyer, 'POST', path, { folder_id: foreign })).toBe('not_found')
    const copy = (await buyer.client.api('POST', path, { folder_id: own })).json<{ id: number }>()
    const listed = await buyer.client.api('GET', `/v3/units?folder_id=${own}`)
    expect(listed.json<{ units: { id: number }[] }>().units.map(({ id }) => id)).toEqual([copy.id])
  })

  test('the forms of the player copy and pin what was bought', async () => {
    const { unitId, materialId } = await onSale(author)
    const page = url('interactive-play', { world: 'de', key: `m${materialId}` })
    const send = (person: Person, intent: string) =>
      person.client.submit(page, { intent, unitId: String(unitId) })
    expect((await send(stranger, 'copy-unit')).status).toBe(403)
    await buy(app, buyer, materialId)
    expect((await send(buyer, 'copy-unit')).headers.location).toMatch(/\/interaktiv\/meine\/\d+$/)
    expect((await send(buyer, 'shadow-unit')).headers.location).toMatch(/\/interaktiv\/ueben\/s\d+$/)
  })
})

describe('on paper', () => {
  test('a worksheet is drawn for who has the exercise, with its answers; a sample is none', async () => {
    const { unitId, materialId } = await onSale(author)
    const paper = (person: Pick<Person, 'client'>, key: string, query = '') =>
      person.client.get(`/api/v3/units/practice/${key}/paper?world=de${query}`)
    await author.client.api('PUT', `/v3/units/${unitId}/practice`, { isOpen: true })
    const unit = (await author.client.api('GET', `/v3/units/${unitId}`)).json<{ practiceKey: string }>()
    const guest = { client: createClient(app.base) }
    const [own, open] = [await paper(author, String(unitId)), await paper(guest, unit.practiceKey)]
    expect([own.status, open.status], own.text.slice(0, 300)).toEqual([200, 200])
    const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pages(own.body)).toBe(pages(open.body) + 1)
    for (const sign of ['/StructTreeRoot', '/FontFile2', '/Lang'])
      expect(own.body.toString('latin1')).toContain(sign)
    expect(pages((await paper(author, String(unitId), '&large=1&size=LETTER')).body)).toBeGreaterThan(
      pages(own.body),
    )
    expect((await paper(guest, `m${materialId}`)).status).toBe(403)
    expect((await paper(stranger, String(unitId))).status).toBe(404)
  })
})

describe('the demonstration', () => {
  test('has exercises to buy, to take and to practise, and three courses; again: no effect', async () => {
    const { deps } = app
    const demo = demoWorld('en')
    const people = await seedPeople(deps, demo)
    await seedUnits(deps, demo, people)
    await seedUnits(deps, demo, people)
    const counts = await sql<{ units: number; courses: number; practice: number }>`select
      (select count(*)::int from unit where world = 'en') as units,
      (select count(*)::int from course where world = 'en') as courses,
      (select count(*)::int from unit where world = 'en' and practice_key is not null) as practice`.execute(
      deps.db,
    )
    expect(counts.rows[0]).toEqual({ units: 31, courses: 3, practice: 10 })
    const room = await sql<{ id: number; pupils: number; figures: number }>`
      select r.id, (select count(*)::int from room_participant p where p.room_id = r.id) as pupils,
        (select count(distinct element_id)::int from room_answer a where a.room_id = r.id) as figures
      from room r where r.world = 'en' and r.status = 'closed' and r.purge_at > now()`.execute(deps.db)
    expect(room.rows).toMatchObject([{ pupils: 16 }])
    expect(room.rows[0]?.figures).toBeGreaterThan(3)
    const sold =
      await sql`select from material m join sold_course s on s.world = m.world and s.material_id = m.id
      where m.world = 'en' and m.status = 'published' and m.interactive_id is not null`.execute(deps.db)
    expect(sold.rows).toHaveLength(1)
    const context = strangerContext(deps, 'en')
    const { newest, free, subjects } = await loadInteractiveHome(context)
    expect([newest.length, free.length, subjects.length > 5]).toEqual([12, 7, true])
    const listed = await loadInteractiveMaterials(context, new URLSearchParams())
    expect([listed.total, listed.pageCount]).toEqual([22, 1])
    await expect(loadInteractiveMaterials(context, new URLSearchParams('page=2'))).rejects.toThrow(
      'not_found',
    )
    const [material] = listed.materials
    expect(await unitOffer(context, material?.id ?? 0)).toMatchObject({ preview: 3 })
    const { rows } = await sql<{
      key: string
    }>`select share_key as key from course where world = 'en'`.execute(deps.db)
    for (const { key } of rows) expect((await learntCourse(context, key)).items.length).toBeGreaterThan(1)
  })
})

test('pictures of tasks go along in packages: as JPEG in H5P, as they are in QTI', async () => {
  const create = { width: 40, height: 20, channels: 3, background: '#0a0' } as const
  const spot = (correct: boolean) => ({
    userSettings: { correct, feedbackText: correct ? 'Rom' : 'Bern' },
    computedSettings: { x: correct ? 5 : 50, y: 5, width: 20, height: 20, figure: 'circle' },
  })
  const hotspot = [spot(true), spot(false)]
  const task = { backgroundImageSettings: { path: 'images/a.png' }, hotspotSettings: { hotspot } }
  const bytes = zipSync({
    'h5p.json': strToU8('{"mainLibrary":"H5P.ImageHotspotQuestion","title":"Karte"}'),
    'content/content.json': strToU8(JSON.stringify({ imageHotspotQuestion: task })),
    'content/images/a.png': await sharp({ create }).png().toBuffer(),
  })
  const value = { fileName: 'a.h5p', mediaType: 'application/zip', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const headers = { 'Content-Type': contentType }
  const made = await author.client.api('POST', '/v3/units/import?world=de', body, headers)
  const { id } = made.json<{ id: number }>()
  const files = async (kind: string) =>
    Object.entries(unzipSync((await author.client.get(`/api/v3/units/${id}/${kind}`)).body))
  const kindOf = async (kind: string, folder: string) => {
    const [, picture] = (await files(kind)).find(([name]) => name.startsWith(folder)) ?? []
    return (await sharp(picture).metadata()).format
  }
  expect(await kindOf('h5p?world=de', 'content/images/')).toBe('jpeg')
  expect(await kindOf('qti?world=de', 'pictures/')).toBe('webp')
  expect(await kindOf('qti?version=2.2&world=de', 'pictures/')).toBe('webp')
})
