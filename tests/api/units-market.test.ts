import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#routing/url.ts'
import { strangerContext } from '#server/context.ts'
import { demoWorld } from '#server/demo/catalogue/worlds.ts'
import { seedPeople } from '#server/demo/people.ts'
import { seedUnits } from '#server/demo/units/seed.ts'
import { courseOffer } from '#server/features/courses/bought.ts'
import { learntCourse } from '#server/features/courses/learning.ts'
import { unitOffer } from '#server/features/units/sold.ts'
import { loadInteractiveHome, loadInteractiveMaterials } from '#server/loaders/interactive.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'

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

const questions = Array.from(
  { length: 12 },
  (_, at) => `Wie viel ist ${at} + ${at}? {=${2 * at} ~${at + 50}####Geheime Rückmeldung}`,
).join('\n\n')

async function makeUnit(person: Person, isPublished = true): Promise<number> {
  const value = { fileName: 'Doppelt.gift', mediaType: 'text/plain', body: Buffer.from(questions) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const made = await person.client.api('POST', '/v3/units/import?world=de', body, {
    'Content-Type': contentType,
  })
  const { id } = made.json<{ id: number }>()
  if (isPublished)
    expect((await person.client.api('POST', `/v3/units/${id}/publish`)).status, made.text).toBe(200)
  return id
}

const complete = {
  title: 'Verdoppeln bis 24',
  description: 'Zwölf Aufgaben zum Verdoppeln.',
  materialType: 'interactive',
  price: '2,50',
  language: 'de',
  ...{ isOwnWork: '1', aiUse: 'none' },
}

async function upload(person: Person, fields: Record<string, string>) {
  const terms = { subjects: 'de-mathematics', grades: '2', schoolTypes: 'grundschule' }
  const all = { ...complete, ...terms, ...fields }
  const parts = Object.entries(all).map(([name, value]) => ({ name, value }))
  const { body, contentType } = multipart(parts)
  const answer = await person.client.api('POST', '/v1/materials?world=de', body, {
    'Content-Type': contentType,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ materialId: number; status: string; problems: Record<string, string> }>()
}

async function onSale(fields: Record<string, string> = { mayCopyInteractive: '1' }) {
  const unitId = await makeUnit(author)
  const made = await upload(author, { interactiveId: String(unitId), action: 'publish', ...fields })
  expect(made).toMatchObject({ status: 'published', problems: {} })
  return { unitId, materialId: made.materialId }
}

async function buy(person: Person, materialId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into purchase_order (world, reference, account_id, status, currency, total_cents, tax_cents, tax_rate_bp, country,
      consent_text_version, consent_immediate_at, consent_waiver_at)
    values ('de', ${`sold-${materialId}-${person.id}`}, ${person.id}, 'cancelled', 'EUR', 250, 40, 1900, 'DE', '1', now(), now())
    returning id`.execute(app.deps.db)
  await sql`insert into entitlement (world, account_id, material_id, order_id)
    values ('de', ${person.id}, ${materialId}, ${rows[0]?.id})`.execute(app.deps.db)
}

async function tasks(person: Pick<Person, 'client'>, key: string): Promise<number | string> {
  const answer = await person.client.get(`/api/v3/units/practice/${key}?world=de`)
  if (answer.status !== 200) return answer.json<{ error: { code: string } }>().error.code
  return answer.json<{ pages: { elements: object[] }[] }>().pages.flatMap(({ elements }) => elements).length
}

const codeOf = async (person: Person, method: string, path: string, body?: object) => {
  const answer = await person.client.api(method, path, body)
  return answer.status < 300 ? answer.status : answer.json<{ error: { code: string } }>().error.code
}

describe('what may be sold', () => {
  test('an own published exercise, alone or with files, is said so in one way', async () => {
    const { unitId, materialId } = await onSale()
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
    const { unitId, materialId } = await onSale()
    await buy(buyer, materialId)
    const copy = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>()
    await buyer.client.api('POST', `/v3/units/${copy.id}/publish`)
    for (const id of [copy.id, unitId, await makeUnit(buyer, false), 999_999]) {
      const made = await upload(buyer, { interactiveId: String(id), action: 'publish' })
      expect([made.status, made.problems.interactiveId], String(id)).toEqual(['draft', 'invalid'])
    }
    const own = await upload(buyer, { action: 'draft' })
    const change = { interactiveId: copy.id }
    expect(await codeOf(buyer, 'PUT', `/v1/materials/${own.materialId}`, change)).toBe('invalid_input')
  })
})

describe('before and after buying', () => {
  test('the beginning is played by everybody, without keys; all of it by who bought it', async () => {
    const { materialId } = await onSale()
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
    await buy(buyer, materialId)
    expect(await tasks(buyer, key)).toBe(12)
    await author.client.api('POST', `/v1/materials/${materialId}/unpublish`)
    expect([await tasks(guest, key), await tasks(buyer, key)]).toEqual([3, 12])
    await author.client.api('DELETE', `/v1/materials/${materialId}`)
    expect([await tasks(guest, key), await tasks(buyer, key)]).toEqual(['not_found', 12])
  })

  test('what is free is played whole by everybody; a copy is for who took it', async () => {
    const { unitId, materialId } = await onSale({ price: '0', mayCopyInteractive: '1' })
    const guest = { client: createClient(app.base) }
    expect(await tasks(guest, `m${materialId}`)).toBe(12)
    expect(await codeOf(stranger, 'POST', `/v3/units/${unitId}/copy`, {})).toBe('not_entitled')
    await stranger.client.api('POST', `/v1/materials/${materialId}/claim`)
    expect((await stranger.client.api('POST', `/v3/units/${unitId}/copy`, {})).status).toBe(201)
  })

  test('copies and pointers ask for the purchase, and a refund ends them', async () => {
    const { unitId, materialId } = await onSale()
    const copy = `/v3/units/${unitId}/copy`
    const shadow = `/v3/units/${unitId}/shadow`
    expect([await codeOf(stranger, 'POST', copy, {}), await codeOf(stranger, 'POST', shadow, {})]).toEqual([
      'not_entitled',
      'not_entitled',
    ])
    await buy(buyer, materialId)
    expect(await codeOf(buyer, 'POST', shadow, { version: 7 })).toBe('version_gone')
    const pointer = (await buyer.client.api('POST', shadow, {})).json<{ id: number }>()
    expect(await tasks(buyer, `s${pointer.id}`)).toBe(12)
    await sql`delete from entitlement where world = 'de' and material_id = ${materialId}`.execute(app.deps.db)
    expect([await tasks(buyer, `s${pointer.id}`), await tasks(buyer, `m${materialId}`)]).toEqual([
      'not_found',
      3,
    ])
    expect(await codeOf(buyer, 'POST', copy, {})).toBe('not_entitled')
  })

  test('an author sells an exercise as it is: it is played, not changed', async () => {
    const { unitId, materialId } = await onSale({})
    await buy(buyer, materialId)
    expect(await codeOf(buyer, 'POST', `/v3/units/${unitId}/copy`, {})).toBe('edit_not_allowed')
    expect(await tasks(buyer, `m${materialId}`)).toBe(12)
  })

  test('a copy is put into a folder of the member, and into no other', async () => {
    const { unitId, materialId } = await onSale()
    await buy(buyer, materialId)
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
    const { unitId, materialId } = await onSale()
    const page = url('interactive-play', { world: 'de', key: `m${materialId}` })
    const send = (person: Person, intent: string) =>
      person.client.submit(page, { intent, unitId: String(unitId) })
    expect((await send(stranger, 'copy-unit')).status).toBe(403)
    await buy(buyer, materialId)
    expect((await send(buyer, 'copy-unit')).headers.location).toMatch(/\/interaktiv\/meine\/\d+$/)
    expect((await send(buyer, 'shadow-unit')).headers.location).toMatch(/\/interaktiv\/ueben\/s\d+$/)
  })
})

describe('a course that is sold as one material', () => {
  async function courseOf(person: Person, unitIds: readonly number[]): Promise<number> {
    const { id } = (await person.client.api('POST', '/v3/courses', { title: 'Zahlen' })).json<{
      id: number
    }>()
    for (const [at, ref] of ['Zuerst lesen', ...unitIds.map(String)].entries()) {
      const item = at === 0 ? { kind: 'text', ref, title: 'Anfang' } : { kind: 'unit', ref }
      const answer = await person.client.api('POST', `/v3/courses/${id}/items`, { revision: at + 1, ...item })
      expect(answer.status, answer.text).toBe(201)
    }
    return id
  }

  test('is tried by its first exercise, taken by who bought it, and closed by a refund', async () => {
    const units = [await makeUnit(author), await makeUnit(author)]
    const courseId = await courseOf(author, units)
    const made = await upload(author, { courseId: String(courseId), interactiveId: '', action: 'publish' })
    expect(made).toMatchObject({ status: 'published', problems: {} })
    const { materialId } = made
    const seen = (await author.client.get(`/api/v1/materials/${materialId}?world=de`)).json()
    expect(seen).toMatchObject({ interactiveId: units[0], isStandaloneInteractive: true })
    const guest = { client: createClient(app.base) }
    expect([await tasks(guest, `m${materialId}`), await tasks(author, `m${materialId}`)]).toEqual([3, 12])
    const offer = await courseOffer(strangerContext(app.deps, 'de'), materialId)
    expect(offer?.items.map(({ kind }) => kind)).toEqual(['text', 'unit', 'unit'])
    const take = `/v3/courses/bought/${materialId}`
    const room = { unitId: units[1] }
    expect([await codeOf(buyer, 'PUT', take), await codeOf(buyer, 'POST', '/v3/rooms', room)]).toEqual([
      'not_entitled',
      'not_entitled',
    ])
    await buy(buyer, materialId)
    // A course pins its exercises: the room plays that version, and none that is not there.
    const pinned = { ...room, version: 1 }
    expect(await codeOf(buyer, 'POST', '/v3/rooms', pinned)).toBe(201)
    expect(await codeOf(buyer, 'POST', '/v3/rooms', { ...pinned, version: 9 })).toBe('version_gone')
    const both = await Promise.all([buyer.client.api('PUT', take), buyer.client.api('PUT', take)])
    const [own, again] = both.map((answer) => answer.json<{ id: number }>().id)
    expect(own).toBe(again)
    expect(await codeOf(buyer, 'POST', '/v3/rooms', room)).toBe(201)
    // What its author takes out of it later stays with who bought it.
    await author.client.api('DELETE', `/v3/courses/${courseId}`)
    for (const unitId of units) await author.client.api('DELETE', `/v3/units/${unitId}`)
    const shared = await buyer.client.api('PUT', `/v3/courses/${own}/share`, { isOpen: true })
    const { shareKey, items } = shared.json<{ shareKey: string; items: { id: string; kind: string }[] }>()
    const begun = await guest.client.api('POST', `/v3/courses/learn/${shareKey}?world=de`, { name: 'Otter' })
    const { key } = begun.json<{ key: string }>()
    const played = items.filter(({ kind }) => kind === 'unit').map(({ id }) => tasks(guest, `${key}-${id}`))
    expect(await Promise.all(played)).toEqual([12, 12])
    await sql`delete from entitlement where world = 'de' and material_id = ${materialId}`.execute(app.deps.db)
    const left = items.filter(({ kind }) => kind === 'unit').map(({ id }) => tasks(guest, `${key}-${id}`))
    expect(await Promise.all(left)).toEqual(['not_found', 'not_found'])
    expect((await guest.client.get(`/api/v3/courses/learn/${key}?world=de`)).status).toBe(404)
    expect(await codeOf(buyer, 'GET', `/v3/courses/${own}`)).toBe('not_entitled')
    expect(await codeOf(buyer, 'PUT', take)).toBe('not_entitled')
  })

  test('holds only exercises of its author, and what was bought is not sold again', async () => {
    const { unitId, materialId } = await onSale()
    await buy(buyer, materialId)
    const mixed = await courseOf(buyer, [unitId, await makeUnit(buyer)])
    const courseId = await courseOf(author, [await makeUnit(author)])
    const sold = await upload(author, { courseId: String(courseId), action: 'publish' })
    await buy(buyer, sold.materialId)
    const taken = (await buyer.client.api('PUT', `/v3/courses/bought/${sold.materialId}`)).json<{
      id: number
    }>()
    const copy = (await buyer.client.api('POST', `/v3/courses/${taken.id}/duplicate`)).json<{ id: number }>()
    const empty = await courseOf(buyer, [])
    for (const id of [mixed, courseId, taken.id, copy.id, empty, 999_999]) {
      const made = await upload(buyer, { courseId: String(id), interactiveId: '', action: 'publish' })
      expect([made.status, made.problems.courseId], String(id)).toEqual(['draft', 'invalid'])
    }
  })
})

describe('on paper', () => {
  test('a worksheet is drawn for who has the exercise, with its answers; a sample is none', async () => {
    const { unitId, materialId } = await onSale()
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
    expect(counts.rows[0]).toEqual({ units: 25, courses: 3, practice: 7 })
    const room = await sql<{ id: number; pupils: number; figures: number }>`
      select r.id, (select count(*)::int from room_participant p where p.room_id = r.id) as pupils,
        (select count(distinct element_id)::int from room_answer a where a.room_id = r.id) as figures
      from room r where r.world = 'en' and r.status = 'closed' and r.purge_at > now()`.execute(deps.db)
    expect(room.rows).toMatchObject([{ pupils: 16 }])
    expect(room.rows[0]?.figures).toBeGreaterThan(3)
    const context = strangerContext(deps, 'en')
    const { newest, free, subjects } = await loadInteractiveHome(context)
    expect([newest.length, free.length, subjects.length > 5]).toEqual([12, 4, true])
    const listed = await loadInteractiveMaterials(context, new URLSearchParams())
    expect([listed.total, listed.pageCount]).toEqual([18, 1])
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
