import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { sockets } from '#features'
import { transaction } from '#platform/db/transaction.ts'
import { createSockets } from '#platform/realtime/sockets.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import { tell } from '#shop/community/notifications/server/service.ts'
import { castPassword, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** Sockets nobody of good will opens: floods, pieces without end, no text, tokens whose time is over (quality.md D2, 90 and 92). */

let app: TestApp
let reader: Person
const opened: WebSocket[] = []

beforeAll(async () => {
  app = await openTestApp()
  reader = await member(app, 'reader')
})
afterAll(() => app.close())
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})

async function connect(base = app.base) {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/notifications`)
  opened.push(socket)
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${reason}`)
  await once(socket, 'open')
  return { socket, closed }
}

async function tokenFor(grant: Record<string, string>): Promise<string> {
  const answer = await fetch(`${app.base}/api/v3/oauth2/authenticate?world=de`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...grant, client_id: 'aularium-web', platform: 'ios' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The same sockets on a port of their own, with little patience. */
async function impatientServer() {
  const impatient = createSockets(app.deps, sockets, { sweepMs: 30, handshakeMs: 400, silenceMs: 2_000 })
  const server = createServer().on('upgrade', (request, line, head) => impatient.upgrade(request, line, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    await impatient.close()
    server.close()
  }
  return { base, close }
}

const readersToken = () =>
  tokenFor({ grant_type: 'password', username: reader.email, password: castPassword })

async function listening(base = app.base) {
  const access_token = await readersToken()
  const line = await connect(base)
  const heard: Record<string, unknown>[] = []
  line.socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  line.socket.send(JSON.stringify({ type: 'handshake', access_token, world: 'de' }))
  await vi.waitFor(() => expect(heard).not.toEqual([]), { timeout: 10_000 })
  return { ...line, heard }
}

test('D2 92: a burst of pings is cut, and a steady flood of them is closed', async () => {
  const burst = await listening()
  for (let count = 0; count < 1000; count += 1) burst.socket.ping()
  expect(await burst.closed).toMatch(/^(1006|4429)/)
  const steady = await listening()
  for (let count = 0; count <= socketLimits.messages && steady.socket.readyState === 1; count += 1) {
    steady.socket.ping()
    await Promise.race([once(steady.socket, 'pong'), steady.closed])
  }
  expect(await steady.closed).toBe('4429 no_reconnect rate_limited')
})

test('D2 92: pieces of one message are no way around its length', async () => {
  const { socket, closed } = await listening()
  for (let count = 0; count < 5; count += 1) socket.send('x'.repeat(1024), { fin: false })
  expect(await closed).toMatch(/^1009/)
})

test('D2 92: empty pieces without end are closed', async () => {
  const { socket, closed } = await listening()
  let isOver = false
  void closed.then(() => {
    isOver = true
  })
  while (!isOver) {
    for (let count = 0; count < 20_000 && !isOver; count += 1) socket.send('', { fin: false })
    await pause(200)
  }
  // Our limit, the library's own, or a line that was cut: whichever counts first.
  expect(await closed).toMatch(/^(4429|1006|1008)/)
})

test('D2 92: what is no UTF-8 is closed', async () => {
  const { socket, closed } = await listening()
  socket.send(Buffer.from([0x7b, 0xff, 0xfe]), { binary: false })
  expect(await closed).toMatch(/^1007/)
})

test('D2 90: who never shakes hands is let go', async () => {
  const { base, close } = await impatientServer()
  const { closed } = await connect(base)
  expect(await closed).toBe('4408 no_reconnect handshake_timeout')
  await close()
})

test('D2 90: a public token, and one whose time is over, open nothing', async () => {
  const old = await readersToken()
  await app.deps.db
    .updateTable('session')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('account_id', '=', reader.id)
    .execute()
  for (const access_token of [old, await tokenFor({ grant_type: 'client_credentials' })]) {
    const { socket, closed } = await connect()
    socket.send(JSON.stringify({ type: 'handshake', access_token, world: 'de' }))
    expect(await closed).toBe('4401 no_reconnect unauthorized')
  }
})

test('D2 90: a token whose time ends while the socket is open ends it, too', async () => {
  const { closed } = await listening()
  await app.deps.db
    .updateTable('session')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('account_id', '=', reader.id)
    .execute()
  await app.deps.notificationHub.closeEnded()
  expect(await closed).toBe('4401 no_reconnect unauthorized')
})

test('D2 92: who is silent, or dead without a goodbye, is cut, and is told again what it never acknowledged', async () => {
  const { base, close } = await impatientServer()
  await transaction(app.deps.db, (tx) =>
    tell(tx, [reader.id], { world: 'de', kind: 'answer', dedupeKey: 'silence', data: { title: 'Da?' } }),
  )
  const { id } = await app.deps.db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const silent = await listening(base)
  const dead = await listening(base)
  // As when the power goes: nothing is read any more, no close is answered, and the line looks open.
  dead.socket.pause()
  expect(await silent.closed).toBe('4410 heartbeat_timeout')
  expect(silent.heard.map((message) => message.id)).toContain(id)
  await vi.waitFor(() => expect(app.deps.notificationHub.countOf(reader.id)).toBe(0), { timeout: 10_000 })
  const back = await listening()
  await vi.waitFor(() => expect(back.heard.map((message) => message.id)).toContain(id), { timeout: 10_000 })
  await close()
})
