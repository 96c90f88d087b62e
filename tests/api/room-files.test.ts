import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeStrokes } from '#exercises/model/media/strokes.ts'
import { purgeOldRooms } from '#exercises/rooms/server/jobs.ts'
import { url } from '#platform/routing/url.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient, multipart } from '../support/http-client.ts'

/* What pupils draw and hand in: who sees it, what is refused, and that it goes with its room. */

let app: TestApp
let teacher: Person
let unitId: number
let png: Buffer

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'files-teacher')
  const shared = { prompt: 'Zeig es.', points: '2', right: '', wrong: '' }
  const tasks = [
    { id: 'e1', type: 'upload', f: { accepts: 'any', room: '8' } },
    { id: 'e2', type: 'upload', f: { accepts: 'audio', room: '8' } },
    { id: 'e3', type: 'draw', f: { room: '8' } },
  ]
  unitId = (await teacher.client.api('POST', '/v3/units', { title: 'Zeigen' })).json<{ id: number }>().id
  const settings = { showsSolution: true, shufflesElements: false, passPercent: 50 }
  const pages = [{ id: 'p1', title: '', elements: tasks.map((task) => ({ ...shared, ...task })) }]
  const draft = { title: 'Zeigen', description: '', settings, pages, revision: 1 }
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/typed`, draft)).json()).toMatchObject({
    unfinished: [],
  })
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  // With a place in it, as phones write it.
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#046' } })
    .withExif({ IFD0: { Artist: 'Max Mustermann' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app.close())

interface Room {
  id: number
  code: string
}

async function running(): Promise<Room> {
  const room = (await teacher.client.api('POST', '/v3/rooms', { unitId })).json<Room>()
  for (const command of ['open', 'start'])
    expect((await teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command })).status).toBe(200)
  return room
}

async function enter(room: Room): Promise<{ client: Client; id: number }> {
  const client = createClient(app.base)
  const { entry } = (await client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    entry: { names: { place: number }[] }
  }>()
  await client.api('POST', `/v3/room-codes/${room.code}/enter`, { pick: entry.names[0]?.place })
  const { participants } = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    participants: { id: number }[]
  }>()
  return { client, id: participants.at(-1)?.id ?? 0 }
}

async function handIn(client: Client, { code }: Room, element: string, bytes: Buffer) {
  const value = { fileName: 'Max Mustermann.pdf', mediaType: 'application/pdf', body: bytes }
  const { body, contentType } = multipart([{ name: `file.${element}`, value }])
  return await client.api('POST', `/v3/room-codes/${code}/files?world=de`, body, {
    'Content-Type': contentType,
  })
}

const keys = async (room: Room) => {
  const { rows } = await sql<{ key: string }>`
    select 'room/de/' || room_id || '/' || id || '.' || ending as key from room_file where room_id = ${room.id}`.execute(
    app.deps.db,
  )
  return rows.map(({ key }) => key)
}

const pdf = (words: string) =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n${words}trailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  )

test('a file is seen by its pupil and the teacher of the room, by nobody else, under no name', async () => {
  const room = await running()
  const [pupil, other] = [await enter(room), await enter(room)]
  expect((await handIn(pupil.client, room, 'e1', png)).status).toBe(201)
  const own = `/v3/room-codes/${room.code}/file?element=e1`
  const seen = `/v3/rooms/${room.id}/file?participant=${pupil.id}&element=e1`
  const shown = await teacher.client.api('GET', seen)
  expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    ...[200, 'image/webp', 'private, no-store'],
  ])
  expect(shown.text).not.toContain('Mustermann')
  expect((await pupil.client.api('GET', own)).status).toBe(200)
  const stranger = await member(app, `files-stranger-${room.id}`)
  expect((await other.client.api('GET', own)).status).toBe(404)
  expect((await createClient(app.base).api('GET', own)).status).toBe(401)
  expect((await stranger.client.api('GET', seen)).status).toBe(404)
  expect((await pupil.client.api('GET', seen)).status).toBe(401)
  const { pupils } = (await teacher.client.api('GET', `/v3/rooms/${room.id}/results`)).json<{
    pupils: { id: number; answers: ({ state: string; said: string[] } | null)[] }[]
  }>()
  const answer = pupils.find(({ id }) => id === pupil.id)?.answers[0]
  expect(answer).toMatchObject({ state: 'pending', said: ['Bild'] })
  // A teacher gives the points.
  const grade = { participant: pupil.id, element: 'e1', hundredths: 150 }
  expect((await teacher.client.api('POST', `/v3/rooms/${room.id}/grades`, grade)).status).toBe(200)
})

test('what is too large, another kind of file, broken or not asked for is refused in words and leaves nothing', async () => {
  const room = await running()
  const { client } = await enter(room)
  const refused = async (element: string, bytes: Buffer) =>
    (await handIn(client, room, element, bytes)).json<{ error: { code: string } }>().error.code
  expect(await refused('e1', Buffer.concat([png, Buffer.alloc(roomLimits.fileBytes)]))).toBe('file_too_large')
  expect(await refused('e1', Buffer.from('<html><script>alert(1)</script>'))).toBe('file_type_not_allowed')
  expect(await refused('e1', Buffer.from('\0\0\0\0'))).toBe('file_type_not_allowed')
  expect(await refused('e1', Buffer.alloc(0))).toBe('file_empty')
  expect(await refused('e2', png)).toBe('file_type_not_allowed')
  expect(await refused('e1', pdf('4 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n'))).toMatch(
    /^file_|^pdf_/,
  )
  expect(await refused('e3', png)).toBe('invalid_input')
  expect(await refused('zz', png)).toBe('invalid_input')
  expect(await keys(room)).toEqual([])
  await teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command: 'close' })
  expect(await refused('e1', png)).toBe('conflict')
})

test('without script the other answers of the form come along', async () => {
  const room = await running()
  const { client, id } = await enter(room)
  const file = { fileName: 'a.png', mediaType: 'image/png', body: png }
  const { body, contentType } = multipart([
    { name: 'file.e1', value: file },
    { name: 'a.e3.text', value: 'Ein Haus am See' },
  ])
  const path = `${url('room', { world: 'de', code: room.code })}?intent=hand-in-file`
  const headers = { Origin: app.base, 'Content-Type': contentType }
  expect((await client.send({ method: 'POST', path, headers, body })).status).toBe(303)
  const { pupils } = (await teacher.client.api('GET', `/v3/rooms/${room.id}/results`)).json<{
    pupils: { id: number; answers: ({ said: string[] } | null)[] }[]
  }>()
  const said = pupils.find((pupil) => pupil.id === id)?.answers.map((answer) => answer?.said)
  expect(said).toEqual([['Bild'], undefined, ['Ein Haus am See']])
})

test('a drawing is strokes and nothing else; a new file replaces the last; a purge leaves no row and no file', async () => {
  const room = await running()
  const { client, id } = await enter(room)
  const written = writeStrokes([
    {
      ink: 1,
      pen: 2,
      points: [
        { x: 1, y: 2 },
        { x: 300, y: 400 },
      ],
    },
  ])
  const answers = [
    { id: '1', element_id: 'e3', response: { strokes: [`${written}.<svg onload=x>`] }, seq_local: 1 },
  ]
  await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers })
  const { pupils } = (await teacher.client.api('GET', `/v3/rooms/${room.id}/results`)).json<{
    pupils: { id: number; answers: ({ said: string[] } | null)[] }[]
  }>()
  expect(pupils.find((pupil) => pupil.id === id)?.answers[2]?.said).toEqual(['Zeichnung'])
  expect((await handIn(client, room, 'e1', png)).status).toBe(201)
  const [first = ''] = await keys(room)
  expect((await handIn(client, room, 'e1', pdf(''))).status).toBe(201)
  const both = await keys(room)
  expect(await app.deps.storage.size(first)).toBeGreaterThan(0)
  expect(both).toHaveLength(2)
  await purgeOldRooms(app.deps)
  const [second = '', ...others] = await keys(room)
  expect([others, await app.deps.storage.size(first)]).toEqual([[], undefined])
  expect(await app.deps.storage.size(second)).toBeGreaterThan(0)
  await sql`update room set purge_at = now() where id = ${room.id}`.execute(app.deps.db)
  await purgeOldRooms(app.deps)
  expect([await keys(room), await app.deps.storage.size(second)]).toEqual([[], undefined])
})

test('a file that cannot be deleted keeps none of the others, and is tried again', async () => {
  const room = await running()
  const { client } = await enter(room)
  const other = await enter(room)
  expect((await handIn(client, room, 'e1', png)).status).toBe(201)
  expect((await handIn(other.client, room, 'e1', png)).status).toBe(201)
  const [stuck = '', fine = ''] = (await keys(room)).toSorted()
  await sql`update room set purge_at = now() where id = ${room.id}`.execute(app.deps.db)
  const { storage } = app.deps
  const broken = {
    ...storage,
    delete: (key: string) =>
      key === stuck ? Promise.reject(new Error('a read-only disk')) : storage.delete(key),
  }
  await purgeOldRooms({ ...app.deps, storage: broken })
  expect([await keys(room), await storage.size(fine)]).toEqual([[stuck], undefined])
  await purgeOldRooms(app.deps)
  expect([await keys(room), await storage.size(stuck)]).toEqual([[], undefined])
})
