import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { purgeOldRooms } from '#exercises/rooms/server/jobs.ts'
import type { Db } from '#platform/db/pool.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Pupil, type Room, runningRoom, seatPupils } from '../support/rooms.ts'
import { sentAnswers } from '../support/sent-answers.ts'
import { buy, codeOf, makeUnit, onSale } from '../support/sold-units.ts'

/* Rooms that somebody holds, that cannot be ended, and what is left of those that are. */

let app: TestApp
let teacher: Person
let unitId: number
let elementId: string
let sent: ReturnType<typeof sentAnswers>

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'held-teacher')
  unitId = await makeUnit(teacher)
  const { content } = (await teacher.client.api('GET', `/v3/units/${unitId}`)).json<{
    content: { pages: { elements: { id: string }[] }[] }
  }>()
  elementId = content.pages[0]?.elements[0]?.id ?? ''
  sent = sentAnswers(content)
})
afterAll(() => app.close())

async function playing(settings: object = {}): Promise<{ room: Room; pupil: Pupil }> {
  const room = await runningRoom(app, teacher, { unitId, ...settings })
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  return { room, pupil }
}

const hand = ({ room, pupil }: Awaited<ReturnType<typeof playing>>, pick: string, seqLocal: number) =>
  app.deps.roomHub.submit(
    { world: 'de', id: room.id },
    {
      ...{ kind: 'answer', participantId: pupil.id, elementId, answers: sent(elementId, { pick: [pick] }) },
      ...{ seqLocal, at: Date.now() },
    },
  )

/** Somebody else works with the room, until it is let go. */
async function holding({ id }: Room): Promise<() => Promise<void>> {
  let letGo = () => {}
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const end = app.deps.db.transaction().execute(async (tx) => {
    await lock(tx, id)
    isHeld()
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
  })
  await held
  return async () => {
    letGo()
    await end
  }
}

const lock = (tx: Db, id: number) => sql`select from room where id = ${id} for update`.execute(tx)

const stored = async (room: Room) =>
  (
    await sql<{ answers: object }>`select answers from room_answer where room_id = ${room.id}`.execute(
      app.deps.db,
    )
  ).rows

describe('a room somebody holds', () => {
  test('keeps no other room’s answers waiting, and loses none of its own', async () => {
    const [held, other] = [await playing(), await playing()]
    const letGo = await holding(held.room)
    const first = [hand(held, 'a', 1), hand(held, 'b', 2)]
    expect(await hand(other, 'a', 1)).toHaveProperty('score')
    expect(await stored(held.room)).toEqual([])
    const last = hand(held, 'c', 3)
    expect(await hand(other, 'b', 2)).toHaveProperty('score')
    await letGo()
    for (const taken of await Promise.all([...first, last])) expect(taken).toHaveProperty('score')
    expect(await stored(held.room)).toEqual([{ answers: { pick: ['c'] } }])
  })

  test('and one that cannot be closed hold up no other; both are tried again with the next run', async () => {
    const [held, over] = [await playing(), await playing()]
    const [broken, forgotten, ended] = [await playing(), await playing(), await playing()]
    for (const { room } of [held, over])
      await sql`update room set status = 'closed', closed_at = now(), purge_at = now() where id = ${room.id}`.execute(
        app.deps.db,
      )
    await sql`update room set opened_at = now() - interval '99 days'
      where id in (${broken.room.id}, ${forgotten.room.id})`.execute(app.deps.db)
    await sql`update room set settings = '{"retention": "never"}' where id = ${broken.room.id}`.execute(
      app.deps.db,
    )
    await sql`update room set ends_at = now() where id = ${ended.room.id}`.execute(app.deps.db)
    const failed = vi.spyOn(app.deps.metrics.roomsLeft, 'inc')
    const letGo = await holding(held.room)
    await purgeOldRooms(app.deps)
    const all = [held, over, broken, forgotten, ended]
    const statuses = async () => {
      const { rows } = await sql<{ id: number; status: string }>`select id, status from room`.execute(
        app.deps.db,
      )
      const byId = new Map(rows.map(({ id, status }) => [id, status]))
      return all.map(({ room }) => byId.get(room.id))
    }
    expect(await statuses()).toEqual(['closed', undefined, 'running', 'closed', 'closed'])
    expect(failed.mock.calls).toEqual([[{ step: 'close' }], [{ step: 'purge' }]])
    await letGo()
    await sql`update room set settings = '{}' where id = ${broken.room.id}`.execute(app.deps.db)
    await purgeOldRooms(app.deps)
    expect(await statuses()).toEqual([undefined, undefined, 'closed', 'closed', 'closed'])
  })
})

describe('another version of what a room plays', () => {
  interface Shown {
    state: { seq: number }
    steps: { elements: { id: string; prompt: string; widgets: { options: { value: string }[] }[] }[] }[]
    stepCount: number
  }
  const look = async ({ client }: Pupil, room: Room) =>
    (await client.api('GET', `/v3/room-codes/${room.code}`)).json<Shown>()
  const swap = (room: Room, id: number, person = teacher) =>
    codeOf(person, 'PUT', `/v3/rooms/${room.id}/unit`, { unitId: id })

  /** A copy of what the room plays whose tasks ask otherwise, each on a page of its own. */
  async function changedCopy(room: Room): Promise<number> {
    const copied = await teacher.client.api('POST', `/v3/rooms/${room.id}/copy`)
    expect(copied.status, copied.text).toBe(201)
    const { id } = copied.json<{ id: number }>()
    const { revision, content } = (await teacher.client.api('GET', `/v3/units/${id}`)).json<{
      revision: number
      content: { pages: { elements: object[] }[] }
    }>()
    const elements = content.pages.flatMap((page) => page.elements)
    const pages = elements.map((element, at) => ({
      ...{ id: `p${at}`, title: '' },
      elements: [{ ...element, prompt: `<p>Neu ${at}</p>` }],
    }))
    const saved = await teacher.client.api('PUT', `/v3/units/${id}`, {
      revision,
      content: { ...content, pages },
    })
    expect(saved.status, saved.text).toBe(200)
    expect(await swap(room, id)).toBe('not_found')
    expect(await codeOf(teacher, 'POST', `/v3/units/${id}/publish`)).toBe(200)
    return id
  }

  test('is taken at once before it begins, from the next page on where pages are turned, else not at all', async () => {
    const author = await member(app, 'held-author', { isSeller: true })
    const sold = await onSale(author)
    await buy(app, teacher, sold.materialId)
    const shadow = await teacher.client.api('POST', `/v3/units/${sold.unitId}/shadow`, {})
    const { id: shadowId } = shadow.json<{ id: number }>()
    const draft = (await teacher.client.api('POST', '/v3/rooms', { shadowId })).json<Room>()
    const copy = await changedCopy(draft)
    // Of two windows both hear that it is done; what belongs to others is not there.
    expect(await Promise.all([swap(draft, copy), swap(draft, copy)])).toEqual([200, 200])
    expect(await swap(draft, copy, author)).toBe('not_found')
    expect(await swap(draft, unitId)).toBe('not_found')
    const { steps } = (await teacher.client.api('GET', `/v3/rooms/${draft.id}`)).json<Shown>()
    expect(steps).toHaveLength(12)

    const own = await playing({ unitId: sold.unitId, mode: 'self' })
    expect(await swap(own.room, copy)).toBe('conflict')

    const paced = await playing({ unitId: sold.unitId, mode: 'quiz' })
    const before = await look(paced.pupil, paced.room)
    const shown = before.steps[0]?.elements[0]
    const pick = shown?.widgets[0]?.options[0]?.value ?? ''
    await app.deps.roomHub.submit(
      { world: 'de', id: paced.room.id },
      {
        ...{ kind: 'answer', participantId: paced.pupil.id, elementId: shown?.id ?? '', seqLocal: 1 },
        ...{ answers: { pick: [pick] }, at: Date.now() },
      },
    )
    const storedAnswers = await stored(paced.room)
    expect(await swap(paced.room, copy)).toBe(200)
    expect(await look(paced.pupil, paced.room)).toMatchObject({ steps: before.steps, stepCount: 12 })
    const turned = { command: 'goto', step: 1 }
    await teacher.client.api('POST', `/v3/rooms/${paced.room.id}/control`, turned)
    const after = await look(paced.pupil, paced.room)
    expect(after.steps[0]?.elements[0]?.prompt).toBe('<p>Neu 1</p>')
    expect(await stored(paced.room)).toEqual(storedAnswers)
  })
})

test('tasks keep their numbers where pages are turned, and the sum of a pupil is the teacher’s', async () => {
  const gift =
    'Erstens? {=ja ~nein}\n\nWas gehört zusammen? {=Rom -> Italien =Paris -> Frankreich =Wien -> Österreich}'
  const own = await makeUnit(teacher, true, gift)
  const room = await runningRoom(app, teacher, { unitId: own, mode: 'quiz' })
  const [pupil] = await seatPupils(app, room, 1)
  const control = (rest: object) => teacher.client.api('POST', `/v3/rooms/${room.id}/control`, rest)
  const seen = async () =>
    (await pupil?.client.api('GET', `/v3/room-codes/${room.code}`))?.json<{
      steps: { from: number }[]
      sum?: object
    }>()
  expect(await seen()).toMatchObject({ steps: [{ from: 1 }] })
  await control({ command: 'goto', step: 1 })
  expect(await seen()).toMatchObject({ steps: [{ from: 2 }] })
  for (const command of ['close', 'release']) await control({ command })
  expect(await seen()).toMatchObject({ steps: [{ from: 1 }], sum: { raw: 0, max: 4 } })
})

test('a purge leaves no row in any table that names the room, no file and no notice', async () => {
  const files = async () => (await readdir(app.deps.env.dataDir, { recursive: true })).sort()
  const before = await files()
  const { room, pupil } = await playing({ naming: 'seat', seats: 2 })
  const { id } = pupil
  await hand({ room, pupil }, 'a', 1)
  await teacher.client.api('GET', `/v3/rooms/${room.id}/export?format=pdf`)
  await sql`update room set status = 'closed', purge_at = now() where id = ${room.id}`.execute(app.deps.db)
  await purgeOldRooms(app.deps)
  const tables = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('room_id', 'participant_id')`.execute(
    app.deps.db,
  )
  expect(tables.rows.length).toBeGreaterThan(3)
  for (const { name, column } of tables.rows) {
    const value = column === 'room_id' ? room.id : id
    const left = await sql`select from ${sql.table(name)} where ${sql.ref(column)} = ${value}`.execute(
      app.deps.db,
    )
    expect(left.rows, `${name}.${column}`).toHaveLength(0)
  }
  const said = await sql`
    select from notification where data::text like ${`%${room.code}%`}`.execute(app.deps.db)
  expect(said.rows).toHaveLength(0)
  expect(await files()).toEqual(before)
})
