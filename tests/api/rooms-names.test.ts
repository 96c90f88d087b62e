import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino, { type DestinationStream } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { runningRoom } from '../support/rooms.ts'
import { makeUnit } from '../support/sold-units.ts'

/* The name of a pupil leaves a room by no way (interactive-ai.md 12, 9): no line of the log, no other server, no mail, no figure. */

let app: TestApp
afterAll(() => app.close())

const names = ['Żółćwina Ølgå', 'Ξενοφώντας Ψ', 'Quirîn O’Nßeña']
/** As it may be written anywhere. */
const spellings = names.flatMap((name) => {
  const bytes = Buffer.from(name)
  const escaped = name.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    name,
    encodeURIComponent(name),
    escaped,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ]
})
const named = (text: string) => spellings.filter((one) => text.toLowerCase().includes(one.toLowerCase()))

test('during a whole lesson', async () => {
  const log: string[] = []
  app = await openTestApp({ environment: { LOG_LEVEL: 'trace' } })
  const { [pino.symbols.streamSym]: stream } = app.deps.log as unknown as {
    [pino.symbols.streamSym]: DestinationStream
  }
  vi.spyOn(stream, 'write').mockImplementation((line) => void log.push(line))
  app.deps.log.info('the lesson begins')
  const called: unknown[] = []
  const { connect } = Socket.prototype
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: never[]) {
    called.push(args.flat()[0])
    return Reflect.apply(connect, this, args)
  } as never)

  const teacher = await member(app, 'names-teacher', { isSeller: true })
  const unitId = await makeUnit(teacher)
  const room = await runningRoom(app, teacher, { unitId, naming: 'free', mode: 'self' })
  const elementId = (
    await sql<{ id: string }>`select content -> 'pages' -> 0 -> 'elements' -> 0 ->> 'id' as id from room
      where id = ${room.id}`.execute(app.deps.db)
  ).rows[0]?.id
  const page = url('room', { world: 'de', code: room.code })
  const clients = names.map(() => createClient(app.base))
  for (const [at, client] of clients.entries()) {
    const entry = { name: names[at] }
    const path = `/v3/room-codes/${room.code}/enter`
    if (at === 0)
      expect((await client.submit(page, { intent: 'enter-room', name: names[at] ?? '' })).status).toBe(303)
    else expect((await client.api('POST', path, entry)).status).toBe(201)
    // Twice, in a room that does not exist, too long, and broken.
    for (const given of [entry, { name: `${names[at]}${'x'.repeat(300)}` }, { name: [names[at]] }])
      await createClient(app.base).api('POST', path, given)
    await createClient(app.base).api('POST', '/v3/room-codes/ZZZZZZ/enter', entry)
    const answers = [{ id: `a${at}`, element_id: elementId, response: { pick: ['a'] }, seq_local: 1 }]
    await client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers })
    await client.api('GET', `/v3/room-codes/${room.code}/messages?role=participant`)
  }
  const desk = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    participants: { id: number; name: string }[]
  }>()
  expect(desk.participants.map(({ name }) => name).sort()).toEqual([...names].sort())
  const control = (command: string, rest: object = {}) =>
    teacher.client.api('POST', `/v3/rooms/${room.id}/control`, { command, ...rest })
  const [first, second] = desk.participants
  await control('rename', { participant: first?.id, name: second?.name })
  await control('kick', { participant: second?.id })
  await control('close')
  await control('release')
  for (const format of ['csv', 'xlsx', 'xapi', 'gift'])
    await teacher.client.get(`/api/v3/rooms/${room.id}/export?format=${format}&world=de`)
  const figures = await teacher.client.get('/metrics')
  await pause(1_500)

  expect(named(figures.text)).toEqual([])
  const lines = log.join('')
  expect(lines).toContain('the lesson begins')
  expect(named(lines)).toEqual([])
  const elsewhere = called.filter((to) => {
    const { host, port, path } = (to ?? {}) as { host?: string; port?: number; path?: string }
    return (
      path === undefined && port !== undefined && !/^(127\.0\.0\.1|localhost|::1)$/.test(host ?? 'localhost')
    )
  })
  expect(called.length).toBeGreaterThan(0)
  expect(elsewhere).toEqual([])
  // Mails, jobs and whatever waits to go out lie in tables: of all tables only that of the pupils knows a name.
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.deps.db)
  const knowing: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} t
      where ${sql.join(
        names.map((one) => sql`t::text ilike ${`%${one}%`}`),
        sql` or `,
      )} limit 1`.execute(app.deps.db)
    if (rows.length > 0) knowing.push(name)
  }
  expect(knowing).toEqual(['public.room_participant'])
}, 60_000)
