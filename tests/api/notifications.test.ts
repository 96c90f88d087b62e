import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import faye from 'faye-websocket'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket as WsSocket } from 'ws'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import type { NotificationPage } from '#shop/community/notifications/rules/contract.ts'
import { createHub } from '#shop/community/notifications/server/hub.ts'
import { cleanNotifications, tell } from '#shop/community/notifications/server/service.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** The notification centre and its socket, spoken to by clients nobody here wrote: ws, the one of Node itself (undici),
 * and faye-websocket; a real Chromium does in the journeys. */

let app: TestApp
let author: Person
let reader: Person
const opened: { close(): void }[] = []

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  reader = await member(app, 'reader')
})
afterAll(() => app?.close())
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

const address = () => `${app.base.replace('http', 'ws')}/notifications`

function cookiesOf({ client }: Person): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

async function tokenOf({ email }: Person): Promise<string> {
  const body = { grant_type: 'password', username: email, password: castPassword }
  const response = await fetch(`${app.base}/api/v3/oauth2/authenticate?world=de`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, client_id: 'aularium-web', platform: 'ios' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

interface Line {
  socket: WsSocket
  heard: Record<string, unknown>[]
  send(message: unknown): void
  /** The first message that fits, now or later. */
  next(type: string): Promise<Record<string, unknown>>
  closed: Promise<{ code: number; reason: string }>
}

async function connect(options: { headers?: Record<string, string> } = {}): Promise<Line> {
  const socket = new WsSocket(address(), options)
  opened.push(socket)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
  await once(socket, 'open')
  return {
    socket,
    heard,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (type) =>
      vi.waitFor(
        () => {
          const found = heard.find((message) => message.type === type)
          expect(found).toBeDefined()
          return found as Record<string, unknown>
        },
        { timeout: 10_000 },
      ),
  }
}

async function listening(person: Person): Promise<Line> {
  const line = await connect()
  line.send({ type: 'handshake', access_token: await tokenOf(person), world: 'de' })
  await line.next('handshake')
  return line
}

let names = 0
async function tellReader(title: string, to: Person = reader): Promise<void> {
  names += 1
  const dedupeKey = `test:${names}`
  await transaction(app.deps.db, (tx) =>
    tell(tx, [to.id], { world: 'de', kind: 'answer', dedupeKey, data: { title } }),
  )
}

const idsIn = (line: Line) =>
  line.heard.filter(({ type }) => type === 'notification').map(({ id }) => Number(id))

async function unacked(person: Person): Promise<number[]> {
  const rows = await app.deps.db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', person.id)
    .where('acked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}

describe('the socket', () => {
  test('a handshake with a token answers with a session, and a heartbeat with one', async () => {
    const line = await listening(reader)
    const answer = await line.next('handshake')
    expect(answer).toMatchObject({
      session_id: expect.any(String),
      heartbeat: 30,
      unread: expect.any(Number),
    })
    line.send({ type: 'heartbeat' })
    expect(await line.next('heartbeat')).toMatchObject({ type: 'heartbeat' })
  })

  test("a browser's session is in its cookie", async () => {
    const line = await connect({ headers: { Origin: app.base, Cookie: cookiesOf(reader) } })
    line.send({ type: 'handshake', access_token: null, world: 'de' })
    expect(await line.next('handshake')).toMatchObject({ session_id: expect.any(String) })
  })

  test("Node's own client hears what is told while it listens, in words of its world", async () => {
    const socket = new WebSocket(address())
    opened.push(socket)
    const heard: Record<string, unknown>[] = []
    socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)))
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    socket.send(JSON.stringify({ type: 'handshake', access_token: await tokenOf(reader), world: 'en' }))
    await vi.waitFor(() => expect(heard[0]).toMatchObject({ type: 'handshake' }))
    await tellReader('Brüche')
    await vi.waitFor(
      () =>
        expect(heard.at(-1)).toMatchObject({
          type: 'notification',
          kind: 'answer',
          text: 'Your question about “Brüche” has been answered.',
        }),
      { timeout: 10_000 },
    )
    socket.send(JSON.stringify({ type: 'ack', id: heard.at(-1)?.id }))
    await vi.waitFor(async () => expect(await unacked(reader)).toEqual([]), { timeout: 10_000 })
  })

  test('faye-websocket is told, acknowledges, is told no more, and hears why it is closed', async () => {
    const heard: Record<string, unknown>[] = []
    const fayeLine = async () => {
      const socket = new faye.Client(address())
      opened.push(socket)
      const closed = new Promise<{ code: number; reason: string }>((resolve) => socket.on('close', resolve))
      socket.on('message', ({ data }) => heard.push(JSON.parse(data)))
      await new Promise<void>((resolve) => socket.on('open', resolve))
      return { socket, closed }
    }
    const first = await fayeLine()
    first.socket.send(JSON.stringify({ type: 'handshake', access_token: await tokenOf(reader), world: 'fr' }))
    await vi.waitFor(() => expect(heard[0]).toMatchObject({ type: 'handshake', heartbeat: 30 }))
    await tellReader('Brüche')
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'notification', kind: 'answer' }), {
      timeout: 10_000,
    })
    first.socket.send(JSON.stringify({ type: 'ack', id: heard.at(-1)?.id }))
    await vi.waitFor(async () => expect(await unacked(reader)).toEqual([]), { timeout: 10_000 })
    first.socket.send('[]')
    expect(await first.closed).toMatchObject({ code: 4400, reason: 'no_reconnect protocol' })
    const stranger = await fayeLine()
    stranger.socket.send(JSON.stringify({ type: 'handshake', world: 'fr' }))
    expect(await stranger.closed).toMatchObject({ code: 4401, reason: 'no_reconnect unauthorized' })
  })

  test('what was told while nobody listened comes later, in order, until it is acknowledged', async () => {
    for (const title of ['eins', 'zwei', 'drei']) await tellReader(title)
    const waiting = await unacked(reader)
    const first = await listening(reader)
    await vi.waitFor(() => expect(idsIn(first)).toEqual(waiting), { timeout: 10_000 })
    first.send({ type: 'ack', id: waiting[0] })
    await vi.waitFor(async () => expect(await unacked(reader)).toEqual(waiting.slice(1)), { timeout: 10_000 })
    first.socket.terminate()
    const second = await listening(reader)
    await vi.waitFor(() => expect(idsIn(second)).toEqual(waiting.slice(1)), { timeout: 10_000 })
    for (const id of waiting) second.send({ type: 'ack', id })
    await vi.waitFor(async () => expect(await unacked(reader)).toEqual([]), { timeout: 10_000 })
  })

  test('every window of a member hears it; one that heard it is not told twice', async () => {
    const lines = [await listening(reader), await listening(reader)]
    await tellReader('zweimal')
    const [id] = await unacked(reader)
    for (const line of lines) await vi.waitFor(() => expect(idsIn(line)).toEqual([id]), { timeout: 10_000 })
    await tellReader('noch eins')
    const all = await unacked(reader)
    for (const line of lines) await vi.waitFor(() => expect(idsIn(line)).toEqual(all), { timeout: 10_000 })
    for (const each of all) lines[0]?.send({ type: 'ack', id: each })
    await vi.waitFor(async () => expect(await unacked(reader)).toEqual([]), { timeout: 10_000 })
  })

  test('who comes back while the line before is still looked after gets the older ones, too', async () => {
    const { db, log } = app.deps
    const waits = await member(app, 'comes-back')
    const hub = createHub({ db, log, show: ({ id }) => ({ id }), livingSessions: async () => new Set() })
    const join = () => {
      const heard: number[] = []
      const send = (message: object) => heard.push((message as { id: number }).id)
      const peer = { sessionId: 'x', send, close: () => undefined }
      hub.join({ accountId: waits.id, world: 'de', sessionHash: Buffer.alloc(32), peer })
      return heard
    }
    await tellReader('eins', waits)
    const before = join()
    await vi.waitFor(() => expect(before).toHaveLength(1))
    await tellReader('zwei', waits)
    // Nothing was acknowledged: the line broke, and nobody has noticed yet. The look for it has to wait.
    const [held, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = transaction(db, async (tx) => {
      await sql`lock table notification in access exclusive mode`.execute(tx)
      held.resolve()
      await mayGo.promise
    })
    await held.promise
    hub.wake([waits.id])
    await pause(200)
    const after = join()
    mayGo.resolve()
    await lock
    await vi.waitFor(async () => expect(after).toHaveLength(2), { timeout: 10_000 })
    expect([before, after]).toEqual([after, after.toSorted((one, other) => one - other)])
    await hub.stop()
  })

  test('D2 91: an id of somebody else is acknowledged for nobody', async () => {
    await tellReader('nicht deins')
    const [id] = await unacked(reader)
    const line = await listening(author)
    line.send({ type: 'ack', id })
    line.send({ type: 'heartbeat' })
    await line.next('heartbeat')
    await pause(300)
    expect(await unacked(reader)).toEqual([id])
  })

  test.each<[string, unknown, number]>([
    ['no token and no session', { type: 'handshake', world: 'de' }, 4401],
    ['a token nobody gave', { type: 'handshake', access_token: 'x'.repeat(43), world: 'de' }, 4401],
    ['a token that is no text', { type: 'handshake', access_token: { a: 1 }, world: 'de' }, 4401],
    ['a world there is not', { type: 'handshake', access_token: null, world: '__proto__' }, 4401],
    ['something before the handshake', { type: 'ack', id: 1 }, 4400],
    ['no JSON', '{', 4400],
    ['a list', '[1]', 4400],
  ])('D2 90: %s: closed, and asked not to come back', async (_what, message, code) => {
    const line = await connect()
    line.send(message)
    expect(await line.closed).toEqual({ code, reason: expect.stringContaining('no_reconnect') })
  })

  test.each<[string, unknown]>([
    ['a second handshake', { type: 'handshake', access_token: null, world: 'de' }],
    ['an acknowledgement without an id', { type: 'ack' }],
    ['an id that is no number', { type: 'ack', id: '1; drop table' }],
    ['a type nobody knows', { type: '__proto__' }],
  ])('D2 90: %s after the handshake: closed', async (_what, message) => {
    const line = await listening(reader)
    line.send(message)
    expect((await line.closed).code).toBe(4400)
  })

  test('D2 92: bytes, messages that are too long, and a flood are closed', async () => {
    const bytes = await connect()
    bytes.socket.send(Buffer.from([1, 2, 3]))
    expect((await bytes.closed).code).toBe(4400)
    const long = await connect()
    long.send({ type: 'handshake', access_token: 'x'.repeat(socketLimits.messageBytes), world: 'de' })
    expect((await long.closed).code).toBe(1009)
    const flood = await listening(reader)
    for (let count = 0; count <= socketLimits.messages; count += 1) flood.send({ type: 'heartbeat' })
    expect(await flood.closed).toEqual({ code: 4429, reason: 'no_reconnect rate_limited' })
  })

  test('D2 89: a page of another site, and other addresses, are refused', async () => {
    const statusOf = async (path: string, headers: Record<string, string>) => {
      const socket = new WsSocket(`${app.base.replace('http', 'ws')}${path}`, { headers })
      const [error] = await once(socket, 'error')
      return (error as Error).message
    }
    expect(await statusOf('/notifications', { Origin: 'https://elsewhere.example' })).toContain('403')
    expect(await statusOf('/notifications', { Origin: 'null' })).toContain('403')
    expect(await statusOf('/de', {})).toContain('404')
  })

  test('a request that wants another protocol is answered as a plain one', async () => {
    const answer = await reader.client.send({
      method: 'GET',
      path: '/health/live',
      headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' },
    })
    expect(answer.status).toBe(200)
  })

  test('D2 93: no more windows than a member can have', async () => {
    const many = await member(app, 'many')
    const token = await tokenOf(many)
    for (let count = 0; count < socketLimits.perMember; count += 1) {
      const line = await connect()
      line.send({ type: 'handshake', access_token: token, world: 'de' })
      await line.next('handshake')
    }
    const last = await connect()
    last.send({ type: 'handshake', access_token: token, world: 'de' })
    expect(await last.closed).toEqual({ code: 4401, reason: 'no_reconnect rate_limited' })
  })

  test('D2 90: who logs out hears nothing more, at once', async () => {
    const leaving = await member(app, 'leaving')
    const token = await tokenOf(leaving)
    const line = await connect()
    line.send({ type: 'handshake', access_token: token, world: 'de' })
    await line.next('handshake')
    await fetch(`${app.base}/api/v3/oauth2/logout?world=de`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(await line.closed).toEqual({ code: 4401, reason: 'no_reconnect unauthorized' })
  })
})

describe('the notification centre', () => {
  async function page(person: Person, query = ''): Promise<NotificationPage> {
    return (await person.client.api('GET', `/v1/notifications${query}`)).json<NotificationPage>()
  }

  test('a question tells the author, the answer the asker, each once', async () => {
    const asker = await member(app, 'asker')
    const materialId = await materialRow(app, { authorId: author.id, price: 0 })
    const asked = await asker.client.api('POST', `/v1/materials/${materialId}/questions`, {
      text: 'Passt das auch für Klasse 5?',
    })
    expect(asked.status).toBeLessThan(300)
    const [question] = (await page(author)).notifications
    expect(question).toMatchObject({ kind: 'question', isRead: false })
    const questionId = Number(question?.url?.split('#question-')[1])
    for (const text of ['Ja, das passt.', 'Ja, das passt gut.'])
      await author.client.api('PUT', `/v1/questions/${questionId}/answer`, { text })
    const centre = await page(asker)
    expect(centre.notifications.map(({ kind }) => kind)).toEqual(['answer'])
    expect(centre.unread).toBe(1)
  })

  test('a follower is news once', async () => {
    const fan = await member(app, 'fan')
    for (let count = 0; count < 2; count += 1) {
      await fan.client.api('POST', '/v3/subscriptions/subscribe', {
        subjectType: 'author',
        subjectId: author.id,
      })
      await fan.client.api('POST', '/v3/subscriptions/unsubscribe', {
        subjectType: 'author',
        subjectId: author.id,
      })
    }
    const fans = (await page(author)).notifications.filter(({ text }) => text.includes('fan'))
    expect(fans.map(({ kind }) => kind)).toEqual(['follower'])
  })

  test('read is read, of the own ones alone; a kind that is off is not told', async () => {
    const quiet = await member(app, 'quiet')
    await tellReader('eins', quiet)
    await tellReader('zwei', quiet)
    const ids = (await page(quiet)).notifications.map(({ id }) => id)
    await reader.client.api('POST', '/v1/notifications/read', { ids })
    expect((await page(quiet)).unread).toBe(2)
    await quiet.client.api('POST', '/v1/notifications/read', { ids: ids.slice(0, 1) })
    expect((await page(quiet)).unread).toBe(1)
    await quiet.client.api('POST', '/v1/notifications/read', {})
    expect((await page(quiet)).unread).toBe(0)
    await quiet.client.api('POST', '/v1/notifications/settings', { kind: 'answer', isOn: false })
    await tellReader('drei', quiet)
    expect((await page(quiet)).notifications).toHaveLength(2)
  })

  test('older ones follow page by page, each once', async () => {
    const busy = await member(app, 'busy')
    for (let count = 0; count < 35; count += 1) await tellReader(`Nr. ${count}`, busy)
    const first = await page(busy)
    const second = await page(busy, `?cursor=${first.nextCursor}`)
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
    expect([new Set(ids).size, second.nextCursor]).toEqual([35, null])
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
  })

  test("an operator's words reach every member of the world, once a day, and of nobody else", async () => {
    const admin = await member(app, 'admin', { role: 'admin' })
    const far = await member(app, 'far', { world: 'es' })
    const words = { text: 'Heute Nacht von 2 bis 3 Uhr Wartung.' }
    for (const _ of [1, 2]) await admin.client.api('POST', '/v1/notifications/announce', words)
    expect((await page(reader)).notifications.filter(({ text }) => text === words.text)).toHaveLength(1)
    expect((await page(far)).notifications).toEqual([])
    expect((await reader.client.api('POST', '/v1/notifications/announce', words)).status).toBe(403)
    const bad = { ...words, url: 'https://elsewhere.example/de' }
    expect((await admin.client.api('POST', '/v1/notifications/announce', bad)).status).toBe(422)
  })

  test('what is older than three months is removed', async () => {
    const old = await member(app, 'old')
    await tellReader('lange her', old)
    await app.deps.db
      .updateTable('notification')
      .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('account_id', '=', old.id)
      .execute()
    await cleanNotifications(strangerContext(app.deps, 'de'))
    expect((await page(old)).notifications).toEqual([])
  })
})

test('a member who is told by many at once gets growing ids with each commit', async () => {
  const popular = await member(app, 'popular')
  await Promise.all(Array.from({ length: 20 }, (_, index) => tellReader(`Nr. ${index}`, popular)))
  const line = await listening(popular)
  await vi.waitFor(() => expect(idsIn(line)).toHaveLength(20), { timeout: 10_000 })
  expect(idsIn(line)).toEqual([...idsIn(line)].sort((one, other) => one - other))
})

test('at the end of the process every window is told to come back', async () => {
  const other = await openTestApp()
  const guest = await member(other, 'guest')
  const line = new WsSocket(`${other.base.replace('http', 'ws')}/notifications`)
  const cookies = cookiesOf(guest)
  await once(line, 'open')
  line.close()
  const second = new WsSocket(`${other.base.replace('http', 'ws')}/notifications`, {
    headers: { Cookie: cookies },
  })
  await once(second, 'open')
  second.send(JSON.stringify({ type: 'handshake', access_token: null, world: 'de' }))
  await once(second, 'message')
  const closed = once(second, 'close')
  await other.close()
  const [code, reason] = await closed
  expect([code, String(reason)]).toEqual([1012, 'restart'])
})
