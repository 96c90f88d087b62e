import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courseOffer } from '#exercises/courses/server/bought.ts'
import { endRefundedRooms } from '#exercises/rooms/server/ending.ts'
import { purgeOldRooms } from '#exercises/rooms/server/jobs.ts'
import { updateOfCopy } from '#exercises/units/server/origins/copies.ts'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { url } from '#platform/routing/url.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { runningRoom, seatPupils } from '../support/rooms.ts'
import { buy, codeOf, makeUnit, onSale, tasks, upload } from '../support/sold-units.ts'

let app: TestApp
let author: Person
let buyer: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'part-author', { isSeller: true })
  buyer = await member(app, 'part-buyer', { isSeller: true })
})
afterAll(() => app.close())

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
    await buy(app, buyer, materialId)
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
    const { unitId, materialId } = await onSale(author)
    await buy(app, buyer, materialId)
    const mixed = await courseOf(buyer, [unitId, await makeUnit(buyer)])
    const courseId = await courseOf(author, [await makeUnit(author)])
    const sold = await upload(author, { courseId: String(courseId), action: 'publish' })
    await buy(app, buyer, sold.materialId)
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

describe('a version somebody points at', () => {
  interface Content {
    title: string
    pages: {
      id: string
      title: string
      elements: { id: string; prompt: string; points: number; timeLimit: number }[]
    }[]
  }
  const draftOf = async (unitId: number) =>
    (await author.client.api('GET', `/v3/units/${unitId}`)).json<{ revision: number; content: Content }>()
  const played = async (key: string) =>
    (await buyer.client.get(`/api/v3/units/practice/${key}?world=de`))
      .json<Content>()
      .pages.flatMap((page) => page.elements)

  async function pointer() {
    const { unitId, materialId } = await onSale(author)
    await buy(app, buyer, materialId)
    const { id } = (await buyer.client.api('POST', `/v3/units/${unitId}/shadow`, {})).json<{ id: number }>()
    const tasksOf = (await draftOf(unitId)).content.pages.flatMap((page) => page.elements)
    return { unitId, materialId, shadowId: id, key: `s${id}`, ids: tasksOf.map((task) => task.id) }
  }

  /** The author takes a task out, writes another one anew, and publishes that. */
  async function nextVersion(unitId: number): Promise<void> {
    const { revision, content } = await draftOf(unitId)
    const [page] = content.pages
    const [, second, ...others] = page?.elements ?? []
    if (!page || !second) throw new Error('no tasks')
    const pages = [{ ...page, elements: [{ ...second, prompt: '<p>Neu gefragt?</p>' }, ...others] }]
    await author.client.api('PUT', `/v3/units/${unitId}`, { revision, content: { ...content, pages } })
    expect((await author.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  }

  test('is adjusted without a copy: hidden, ordered, valued; its words stay; a room plays it so', async () => {
    const { shadowId, key, ids } = await pointer()
    const before = await played(key)
    const overlay = { hidden: [ids[0]], points: { [ids[1] ?? '']: 5 }, order: [ids[2], ids[1]] }
    expect(await codeOf(buyer, 'PUT', `/v3/unit-shadows/${shadowId}`, { overlay })).toBe(200)
    const after = await played(key)
    expect(after.map((task) => task.id).slice(0, 2)).toEqual([ids[2], ids[1]])
    expect([after.length, after[1]?.points]).toEqual([11, 5])
    expect(new Map(before.map((task) => [task.id, task.prompt])).get(ids[1] ?? '')).toBe(after[1]?.prompt)
    const room = (await buyer.client.api('POST', '/v3/rooms', { shadowId })).json<{ id: number }>()
    const desk = (await buyer.client.api('GET', `/v3/rooms/${room.id}`)).json<{
      elements: { id: string }[]
    }>()
    expect(desk.elements.map((task) => task.id)).toEqual(after.map((task) => task.id))
    const all = { hidden: ids, points: {}, order: [] }
    expect(await codeOf(buyer, 'PUT', `/v3/unit-shadows/${shadowId}`, { overlay: all })).toBe('invalid_input')
    expect(await codeOf(author, 'PUT', `/v3/unit-shadows/${shadowId}`, { overlay })).toBe('not_found')
    const timed = { hidden: [], points: {}, order: [], attempts: 3, extraTime: 150 }
    expect(await codeOf(buyer, 'PUT', `/v3/unit-shadows/${shadowId}`, { overlay: timed })).toBe(200)
    const shown = await buyer.client.api('GET', `/v3/unit-shadows/${shadowId}`)
    expect(shown.json<{ settings: object }>().settings).toMatchObject({ attempts: 3, extraTime: 150 })
    const never = { ...timed, attempts: -1 }
    expect(await codeOf(buyer, 'PUT', `/v3/unit-shadows/${shadowId}`, { overlay: never })).toBe(
      'invalid_input',
    )
  })

  test('is given times of its own, which rooms count and a newer version keeps', async () => {
    const { unitId, shadowId, key, ids } = await pointer()
    const [, second = '', third = ''] = ids
    const path = `/v3/unit-shadows/${shadowId}`
    const overlay = { times: { [second]: 40, [third]: 3600 } }
    expect(await codeOf(buyer, 'PUT', path, { overlay })).toBe(200)
    const timesOf = async () =>
      (await played(key)).filter(({ timeLimit }) => timeLimit > 0).map(({ id, timeLimit }) => [id, timeLimit])
    expect(await timesOf()).toEqual([
      [second, 40],
      [third, 3600],
    ])
    for (const wrong of [-1, 3601, 1.5, 'bald'])
      expect(await codeOf(buyer, 'PUT', path, { overlay: { times: { [second]: wrong } } })).toBe(
        'invalid_input',
      )
    const room = await runningRoom(app, buyer, { shadowId, mode: 'exam' })
    const [pupil] = await seatPupils(app, room, 1)
    const seen = await pupil?.client.api('GET', `/v3/room-codes/${room.code}`)
    expect(seen?.json<{ times: object }>().times).toMatchObject({
      [second]: { state: 'unopened', seconds: 40 },
      [third]: { state: 'unopened', seconds: 3600 },
    })
    await nextVersion(unitId)
    expect((await buyer.client.api('PUT', `${path}/version`)).status).toBe(200)
    expect(await timesOf()).toEqual([
      [second, 40],
      [third, 3600],
    ])
    const own = await buyer.client.api('GET', path)
    expect(own.json<{ overlay: object }>().overlay).toMatchObject({ times: overlay.times })
    // The author's unit has none still.
    const drafted = (await draftOf(unitId)).content.pages.flatMap((page) => page.elements)
    expect(drafted.every(({ timeLimit }) => timeLimit === 0)).toBe(true)
  })

  test('the form of the page says the same', async () => {
    const { shadowId, key, ids } = await pointer()
    const page = url('interactive-play', { world: 'de', key })
    const fields = ids.flatMap((id, at) => [
      [`tasks.${id}.points`, ({ 2: '', 3: '2.5', 5: '2,5' } as Record<number, string>)[at] ?? '1'],
      [`tasks.${id}.place`, at === 4 ? '0.5' : String(at + 1)],
      ...(at === 1 ? [] : [[`tasks.${id}.seconds`, at === 3 ? '45' : '']]),
      ...(at === 0 ? [] : [[`tasks.${id}.shown`, '1']]),
    ])
    const form = { ...Object.fromEntries(fields), intent: 'adjust-shadow', shadowId: String(shadowId) }
    expect((await buyer.client.submit(page, form)).status).toBe(303)
    const shown = await played(key)
    expect([shown.length, shown[0]?.id]).toEqual([11, ids[4]])
    // An empty field is the author's number, and a comma is one, too.
    const pointsOf = (at: number) => shown.find((task) => task.id === ids[at])?.points
    expect([pointsOf(2), pointsOf(3), pointsOf(5)]).toEqual([1, 2.5, 2.5])
    const timed = shown.filter(({ timeLimit }) => timeLimit > 0).map(({ id, timeLimit }) => [id, timeLimit])
    expect(timed).toEqual([[ids[3], 45]])
    const field = `tasks.${ids[3]}.seconds`
    const wrongs = [{ attempts: 'abc' }, { [`tasks.${ids[0]}.points`]: '101' }, { [field]: '9999' }]
    for (const wrong of wrongs)
      expect((await buyer.client.submit(page, { ...form, ...wrong })).status).toBe(422)
  })

  test('hears of a newer one, sees what is other, and takes it when its member says so', async () => {
    const { unitId, shadowId, key, ids } = await pointer()
    const path = `/v3/unit-shadows/${shadowId}/version`
    expect(await codeOf(buyer, 'PUT', path)).toBe('conflict')
    await buyer.client.api('PUT', `/v3/unit-shadows/${shadowId}`, {
      overlay: { hidden: [ids[5]], points: {}, order: [] },
    })
    const room = (await buyer.client.api('POST', '/v3/rooms', { shadowId })).json<{ id: number }>()
    await nextVersion(unitId)
    expect(await played(key)).toHaveLength(11)
    const seen = await buyer.client.api('GET', `/v3/unit-shadows/${shadowId}`)
    expect(seen.json<{ update: object }>().update).toMatchObject({
      version: 2,
      changes: { added: [], removed: ['Wie viel ist 0 + 0?'], changed: ['Neu gefragt?'] },
    })
    expect(await codeOf(buyer, 'PUT', path)).toBe(200)
    // What was hidden stays hidden, and a room goes on with what it began with.
    expect((await played(key)).map((task) => task.id)).toEqual(
      ids.filter((id) => id !== ids[0] && id !== ids[5]),
    )
    const desk = (await buyer.client.api('GET', `/v3/rooms/${room.id}`)).json<{ elements: object[] }>()
    expect(desk.elements).toHaveLength(11)
  })

  test('a copy hears of a newer original as long as it may be copied, and takes it as another copy', async () => {
    const { unitId, materialId, ids } = await pointer()
    const { id } = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>()
    const visitor = await resolveVisitor(app.deps, { sessionToken: buyer.client.cookies.get('session') })
    const context = { ...strangerContext(app.deps, 'de'), visitor }
    expect(await updateOfCopy(context, id)).toBeUndefined()
    await nextVersion(unitId)
    const material = (await buyer.client.get(`/api/v1/materials/${materialId}?world=de`)).json<{
      versions: { unitVersion: number | null; added: string[] }[]
    }>()
    expect(material.versions).toMatchObject([{ unitVersion: 2, added: [] }])
    expect(await updateOfCopy(context, id)).toMatchObject({
      ...{ unitId, own: 1, version: 2 },
      changes: { added: [], removed: ['Wie viel ist 0 + 0?'], changed: ['Neu gefragt?'] },
    })
    const page = url('interactive-unit', { world: 'de', unitId })
    const taken = await buyer.client.submit(page, { intent: 'copy-unit' })
    expect(taken.status).toBe(303)
    const own = (await buyer.client.api('GET', `/v3/units/${id}`)).json<{ content: Content }>().content
    expect(own.pages.flatMap((each) => each.elements)).toHaveLength(ids.length)
    await sql`update material set may_copy_interactive = false where id = ${materialId}`.execute(app.deps.db)
    expect(await updateOfCopy(context, id)).toBeUndefined()
  })

  test('survives that its author changes, withdraws and deletes the original; a copy is never sold', async () => {
    const { unitId, materialId, key } = await pointer()
    const copy = (await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).json<{ id: number }>()
    await nextVersion(unitId)
    await author.client.api('DELETE', `/v1/materials/${materialId}`)
    await author.client.api('DELETE', `/v3/units/${unitId}`)
    expect(await tasks(buyer, key)).toBe(12)
    const again = (await buyer.client.api('POST', `/v3/units/${copy.id}/copy`, {})).json<{ id: number }>()
    for (const id of [copy.id, again.id]) {
      expect((await buyer.client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
      const made = await upload(buyer, { interactiveId: String(id), action: 'publish' })
      expect([made.status, made.problems.interactiveId]).toEqual(['draft', 'resale_blocked'])
    }
  })
})

test('a refund leaves a running room a day, a draft never opens, and a room of one’s own goes on', async () => {
  const { unitId, materialId } = await onSale(author)
  await buy(app, buyer, materialId)
  const roomOf = async (id: number) =>
    (await buyer.client.api('POST', '/v3/rooms', { unitId: id })).json<{ id: number }>().id
  const [running, draft, own] = [
    await roomOf(unitId),
    await roomOf(unitId),
    await roomOf(await makeUnit(buyer)),
  ]
  const control = (id: number, command: string) =>
    codeOf(buyer, 'POST', `/v3/rooms/${id}/control`, { command })
  for (const id of [running, own]) expect(await control(id, 'open')).toBe(200)
  await sql`delete from entitlement where world = 'de' and material_id = ${materialId}`.execute(app.deps.db)
  const context = strangerContext(app.deps, 'de')
  const refunded = { world: 'de' as const, buyerId: buyer.id, items: [{ materialId, revokes: true }] }
  await transaction(app.deps.db, (tx) => endRefundedRooms(context, refunded, tx))
  expect(await control(draft, 'open')).toBe('licence_lost')
  expect([await control(running, 'start'), await control(own, 'start')]).toEqual([200, 200])
  await purgeOldRooms(app.deps)
  const statusOf = async (id: number) =>
    (await buyer.client.api('GET', `/v3/rooms/${id}`)).json<{ state: { status: string } }>().state.status
  expect(await statusOf(running)).toBe('running')
  await sql`update room set ends_at = ends_at - interval '23 hours' where ends_at is not null`.execute(
    app.deps.db,
  )
  await purgeOldRooms(app.deps)
  expect([await statusOf(running), await statusOf(own)]).toEqual(['closed', 'running'])
})
