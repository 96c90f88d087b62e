import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boughtUnits } from '#exercises/units/server/sale/sold.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { buy, codeOf, makeUnit, onSale, tasks, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'pointer-author', { isSeller: true })
  buyer = await member(app, 'pointer-buyer', { isSeller: true })
  stranger = await member(app, 'pointer-stranger')
})
afterAll(() => app.close())

async function boughtBy(person: Person) {
  const visitor = await resolveVisitor(app.deps, { sessionToken: person.client.cookies.get('session') })
  return await boughtUnits({ ...strangerContext(app.deps, 'de'), visitor })
}

interface Task {
  id: string
  prompt: string
  points: number
}
interface Content {
  title: string
  pages: { id: string; title: string; elements: Task[] }[]
}
interface Pointer {
  id: number
  unit_id: number
  version: number
  entitlement_id: number | null
  overlay: object
}

const tasksIn = ({ pages }: Content) => pages.flatMap((page) => page.elements)
const draftOf = async (person: Person, unitId: number) =>
  (await person.client.api('GET', `/v3/units/${unitId}`)).json<{ revision: number; content: Content }>()
const deskOf = async (roomId: number) =>
  (await buyer.client.api('GET', `/v3/rooms/${roomId}`)).json<{
    elements: { id: string; points: number }[]
  }>()

async function bought(fields?: Record<string, string>) {
  const { unitId, materialId } = await onSale(author, fields)
  await buy(app, buyer, materialId)
  const ids = tasksIn((await draftOf(author, unitId)).content).map(({ id }) => id)
  return { unitId, materialId, ids, path: `/v3/units/${unitId}/shadow` }
}

async function point(path: string, wish: object = {}): Promise<Pointer> {
  const answer = await buyer.client.api('POST', path, wish)
  expect(answer.status, answer.text).toBe(201)
  return answer.json<Pointer>()
}

/** The author writes the first task anew and publishes that. */
async function nextVersion(unitId: number): Promise<void> {
  const { revision, content } = await draftOf(author, unitId)
  const [page, ...others] = content.pages
  if (!page) throw new Error('no page')
  const elements = page.elements.map((task, at) => (at === 0 ? { ...task, prompt: '<p>Neu?</p>' } : task))
  const pages = [{ ...page, elements }, ...others]
  await author.client.api('PUT', `/v3/units/${unitId}`, { revision, content: { ...content, pages } })
  expect(await codeOf(author, 'POST', `/v3/units/${unitId}/publish`)).toBe(200)
}

test('a pointer says what it leads to and by which purchase; of an own exercise there is none', async () => {
  const { unitId, materialId, path } = await bought()
  const pointer = await point(path)
  expect(pointer).toEqual({
    ...{ id: expect.any(Number), unit_id: unitId, version: 1, entitlement_id: materialId },
    overlay: { hidden: [], points: {}, times: {}, quizPoints: {}, order: [] },
  })
  const own = await author.client.api('POST', path, {})
  expect(own.json<Pointer>()).toMatchObject({ unit_id: unitId, version: 1, entitlement_id: null })
  // What was adjusted of it is told the next time.
  await buyer.client.api('PUT', `/v3/unit-shadows/${pointer.id}`, { overlay: { hidden: [], attempts: 2 } })
  expect(await point(path)).toMatchObject({ id: pointer.id, overlay: { attempts: 2 } })
})

test('with one key a copy and a pointer are made once; the key is of no use for another wish', async () => {
  const { unitId, path } = await bought()
  const copy = `/v3/units/${unitId}/copy`
  for (const [at, to] of [copy, path].entries()) {
    const send = (body: object) =>
      buyer.client.api('POST', to, body, { 'Idempotency-Key': `pointer-${unitId}-${at}` })
    const [first, again] = [await send({}), await send({})]
    expect([first.status, again.status, again.json()]).toEqual([201, 201, first.json()])
    const other = await send(to === copy ? { title: 'Anders' } : { version: 9 })
    expect([other.status, other.json()]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }])
  }
})

test('a pointer for a room has it play that version, until a class has begun', async () => {
  const { unitId, ids, path } = await bought()
  const own = await makeUnit(buyer)
  const newRoom = async (mode: string) =>
    (await buyer.client.api('POST', '/v3/rooms', { unitId: own, mode })).json<{ id: number }>().id
  const [room, running] = [await newRoom('self'), await newRoom('self')]
  await nextVersion(unitId)
  const pointer = await point(path, { room_id: room, version: 1 })
  expect((await deskOf(room)).elements.map(({ id }) => id)).toEqual(ids)
  // What was adjusted goes along; the same again changes nothing.
  const overlay = { hidden: [ids[0]], points: { [ids[1] ?? '']: 4 } }
  await buyer.client.api('PUT', `/v3/unit-shadows/${pointer.id}`, { overlay })
  await point(path, { room_id: room, version: 1 })
  const { elements } = await deskOf(room)
  expect([elements.length, elements[0]]).toMatchObject([11, { id: ids[1], points: 4 }])
  for (const command of ['open', 'start'])
    expect(await codeOf(buyer, 'POST', `/v3/rooms/${running}/control`, { command })).toBe(200)
  expect(await codeOf(buyer, 'POST', path, { room_id: running })).toBe('conflict')
  const foreign = (await author.client.api('POST', '/v3/rooms', { unitId })).json<{ id: number }>().id
  expect(await codeOf(buyer, 'POST', path, { room_id: foreign })).toBe('not_found')
  // Nothing is left of what was refused.
  const { rows } = await sql`select from unit_shadow where unit_id = ${unitId} and version = 2`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([])
})

test('a pointer for a course is its last item, once; a room and a course at a time are refused', async () => {
  const { unitId, path } = await bought()
  const course = (await buyer.client.api('POST', '/v3/courses', { title: 'Üben' })).json<{ id: number }>().id
  await point(path, { course_id: course })
  await point(path, { course_id: course })
  const { items } = (await buyer.client.api('GET', `/v3/courses/${course}`)).json<{ items: object[] }>()
  expect(items).toMatchObject([{ kind: 'unit', unitId, version: 1, title: 'Doppelt' }])
  const room = (await buyer.client.api('POST', '/v3/rooms', { unitId })).json<{ id: number }>().id
  const refused = async (wish: object) => await codeOf(buyer, 'POST', path, wish)
  expect(await refused({ room_id: room, course_id: course })).toBe('invalid_input')
  const foreign = (await author.client.api('POST', '/v3/courses', { title: 'Fremd' })).json<{ id: number }>()
    .id
  expect(await refused({ course_id: foreign })).toBe('not_found')
})

test('a course plays an exercise as its pointer is adjusted, for whoever learns with it', async () => {
  const { ids, path } = await bought()
  const course = (await buyer.client.api('POST', '/v3/courses', { title: 'Üben' })).json<{ id: number }>().id
  const pointer = await point(path, { course_id: course })
  await buyer.client.api('PUT', `/v3/courses/${course}/share`, { isOpen: true })
  const { items, shareKey } = (await buyer.client.api('GET', `/v3/courses/${course}`)).json<{
    items: { id: string }[]
    shareKey: string
  }>()
  const learn = `/v3/courses/learn/${shareKey}?world=de`
  const { key } = (await createClient(app.base).api('POST', learn, { name: 'Mutiger Otter' })).json<{
    key: string
  }>()
  const played = async () =>
    (
      await createClient(app.base).get(`/api/v3/units/practice/${key}-${items[0]?.id}?world=de`)
    ).json<Content>()
  expect(tasksIn(await played()).map(({ id }) => id)).toEqual(ids)
  const overlay = { hidden: [ids[0]], points: { [ids[1] ?? '']: 4 } }
  await buyer.client.api('PUT', `/v3/unit-shadows/${pointer.id}`, { overlay })
  expect(
    tasksIn(await played())
      .map(({ id, points }) => [id, points])
      .slice(0, 1),
  ).toEqual([[ids[1], 4]])
  // Nobody puts the pointer of somebody else there.
  const whole = (await buyer.client.api('GET', `/v3/courses/${course}`)).json<object>()
  const foreign = (await author.client.api('POST', path, {})).json<Pointer>().id
  const others = items.map((item) => ({ ...item, shadowId: foreign }))
  expect(await codeOf(buyer, 'PUT', `/v3/courses/${course}`, { ...whole, items: others })).toBe(
    'invalid_input',
  )
})

test('editing a pointer makes a copy of its version as it was adjusted; the pointer and its room stay', async () => {
  const { unitId, ids, path } = await bought()
  const pointer = await point(path)
  const overlay = { hidden: [ids[0]], points: { [ids[1] ?? '']: 3 } }
  await buyer.client.api('PUT', `/v3/unit-shadows/${pointer.id}`, { overlay })
  const room = (await buyer.client.api('POST', '/v3/rooms', { shadowId: pointer.id })).json<{ id: number }>()
    .id
  await nextVersion(unitId)
  const edit = `/v3/unit-shadows/${pointer.id}/copy`
  expect(await codeOf(stranger, 'POST', edit)).toBe('not_found')
  const copy = (await buyer.client.api('POST', edit)).json<{ id: number; isResaleBlocked: boolean }>()
  expect(copy.isResaleBlocked).toBe(true)
  const { revision, content } = await draftOf(buyer, copy.id)
  const [first] = tasksIn(content)
  expect([tasksIn(content).length, first?.id, first?.points]).toEqual([11, ids[1], 3])
  // The words of the version that was pinned, not of the newest one.
  expect(JSON.stringify(content)).not.toContain('Neu?')
  const [page] = content.pages
  const pages = [{ ...page, elements: [{ ...first, prompt: '<p>Mit eigenen Worten?</p>' }] }]
  await buyer.client.api('PUT', `/v3/units/${copy.id}`, { revision, content: { ...content, pages } })
  expect(await codeOf(buyer, 'POST', `/v3/units/${copy.id}/publish`)).toBe(200)
  expect([await tasks(buyer, `s${pointer.id}`), (await deskOf(room)).elements.length]).toEqual([11, 11])
  // Only when its teacher says so.
  const confirmed = await buyer.client.submit(url('room-desk', { world: 'de', roomId: room }), {
    ...{ intent: 'switch-room', unitId: String(copy.id) },
  })
  expect([confirmed.status, (await deskOf(room)).elements.length]).toEqual([303, 1])
  const made = await upload(buyer, { interactiveId: String(copy.id), action: 'publish' })
  expect([made.status, made.problems.interactiveId]).toEqual(['draft', 'resale_blocked'])
})

test('a pointer is copied by a form, and only where its author lets buyers change it', async () => {
  const may = await bought()
  const page = (key: string) => url('interactive-play', { world: 'de', key })
  const pointer = await point(may.path)
  const fields = { intent: 'edit-shadow', shadowId: String(pointer.id) }
  expect((await buyer.client.api('GET', `/v3/unit-shadows/${pointer.id}`)).json()).toMatchObject({
    mayCopy: true,
  })
  expect((await buyer.client.submit(page(`s${pointer.id}`), fields)).headers.location).toMatch(
    /\/interaktiv\/meine\/\d+$/,
  )
  const asItIs = await bought({})
  const fixed = await point(asItIs.path)
  expect((await buyer.client.api('GET', `/v3/unit-shadows/${fixed.id}`)).json()).toMatchObject({
    mayCopy: false,
  })
  const refused = await buyer.client.submit(page(`s${fixed.id}`), { ...fields, shadowId: String(fixed.id) })
  expect(refused.status).toBe(422)
  expect(await codeOf(buyer, 'POST', `/v3/unit-shadows/${fixed.id}/copy`)).toBe('edit_not_allowed')
})

test('who bought an exercise in a bundle points at it, copies it and puts it into a course', async () => {
  const { unitId, materialId } = await onSale(author)
  const bundle = await materialRow(app, { authorId: author.id })
  await sql`insert into bundle_item (world, bundle_id, material_id, position)
    values ('de', ${bundle}, ${materialId}, 0)`.execute(app.deps.db)
  const holder = await member(app, 'bundle-buyer')
  await buy(app, holder, bundle)
  const pointer = await holder.client.api('POST', `/v3/units/${unitId}/shadow`, {})
  expect(pointer.json<Pointer>()).toMatchObject({ unit_id: unitId, entitlement_id: materialId })
  expect(await codeOf(holder, 'POST', `/v3/units/${unitId}/copy`, {})).toBe(201)
  const course = (await holder.client.api('POST', '/v3/courses', { title: 'Üben' })).json<{ id: number }>().id
  const added = await holder.client.api('POST', `/v3/courses/${course}/items`, {
    ...{ revision: 1, kind: 'unit', ref: String(unitId) },
  })
  expect(added.status, added.text).toBe(201)
  expect((await boughtBy(holder)).map((unit) => unit.material_id)).toEqual([materialId])
})

test('what one buys for a school is for its verified members, as long as they are some', async () => {
  const { unitId, materialId } = await onSale(author)
  const [holder, colleague, waiting, elsewhere] = [
    await member(app, 'school-holder'),
    await member(app, 'school-colleague'),
    await member(app, 'school-waiting'),
    await member(app, 'school-elsewhere'),
  ]
  await buy(app, holder, materialId)
  const { db } = app.deps
  const schools = await db
    .insertInto('school')
    .values(['Linden', 'Buchen'].map((name) => ({ world: 'de', name })))
    .returning('id')
    .execute()
  const [school = 0, other = 0] = schools.map(({ id }) => Number(id))
  const place = (person: Person, schoolId: number, isVerified: boolean) => ({
    ...{ account_id: person.id, world: 'de', school_id: schoolId, role: 'member' as const },
    is_verified: isVerified,
  })
  const places = [
    ...[place(holder, school, true), place(colleague, school, true)],
    ...[place(waiting, school, false), place(elsewhere, other, true)],
  ]
  await db.insertInto('school_account').values(places).execute()
  const copy = (person: Person) => codeOf(person, 'POST', `/v3/units/${unitId}/copy`, {})
  // One licence is for one teacher.
  expect(await copy(colleague)).toBe('not_entitled')
  await sql`update entitlement set licence = 'school' where material_id = ${materialId}`.execute(db)
  expect([await copy(colleague), await copy(waiting), await copy(elsewhere)]).toEqual([
    ...[201, 'not_entitled', 'not_entitled'],
  ])
  const pointer = await colleague.client.api('POST', `/v3/units/${unitId}/shadow`, {})
  expect(pointer.json<Pointer>()).toMatchObject({ entitlement_id: materialId })
  const key = `s${pointer.json<Pointer>().id}`
  expect([await tasks(colleague, key), await tasks(colleague, `m${materialId}`)]).toEqual([12, 12])
  expect((await boughtBy(colleague)).map((unit) => unit.material_id)).toEqual([materialId])
  expect(await tasks(waiting, `m${materialId}`)).toBe(3)
  const room = (await colleague.client.api('POST', '/v3/rooms', { unitId })).json<{ id: number }>().id
  await sql`delete from school_account where account_id = ${colleague.id}`.execute(db)
  expect([await tasks(colleague, key), await tasks(colleague, `m${materialId}`)]).toEqual(['licence_lost', 3])
  expect(await codeOf(colleague, 'POST', `/v3/rooms/${room}/control`, { command: 'open' })).toBe(
    'licence_lost',
  )
})
