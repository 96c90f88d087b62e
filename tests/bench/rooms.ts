import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { startProduct } from '../support/product.ts'
import { element } from '../support/typed-elements.ts'
import { type AnsweredTask, usual } from './exercise-tasks.ts'
import { makePeople, openDatabase } from './socket-people.ts'

/*
 * `npm run bench:rooms`: learning rooms through real sockets. First 200 pupils of one room who answer within 5 s, a third
 * of them over lines that break; then 50 rooms of 30, an answer a pupil every 5 s. Nothing may be lost or doubled.
 * `--rooms 50 --pupils 30 --seconds 60 --port 4707`
 */

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: '50' },
    pupils: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
    port: { type: 'string', default: '4707' },
  },
})
const say = (text: string) => process.stderr.write(`${text}\n`)
const elementCount = 30
const choice = (): AnsweredTask => ({
  task: element('choice', {
    ...{ isMulti: false, policy: 'net' },
    options: ['a', 'b', 'c'].map((id, at) => ({ id, text: id, weight: at === 0 ? 1 : 0, feedback: '' })),
  }),
  answers: { pick: ['b'] },
})
/** Every second task is a choice, the others are puzzles of 15 words and dictations with mistakes. */
const kinds = [choice, ...Object.values(usual).flatMap((make) => [make, choice])]
const tasks = Array.from({ length: elementCount }, (_, n) => {
  const { task, answers } = (kinds[n % kinds.length] ?? choice)()
  return { task: { ...task, id: `e${n}` }, answers }
})
/** What the room of 200 answers: a dictation with mistakes. */
const first = tasks.find(({ task }) => task.type === 'dictation')?.task.id ?? ''
const answersById = new Map(tasks.map(({ task, answers }) => [task.id, answers]))
const content = JSON.stringify({
  title: 'Last',
  pages: [{ id: 'p1', title: '', elements: tasks.map(({ task }) => task) }],
})

interface Room {
  id: number
  code: string
  tokens: string[]
}

/** A pupil's device: what is not acknowledged is sent again over the next line. */
interface Device {
  answer: (elementId: string) => void
  breakLine: () => void
  close: () => void
  isDone: () => boolean
}

const dataDir = mkdtempSync(join(tmpdir(), 'aularium-rooms-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)
const product = await startProduct({
  ...{ port: Number(values.port), dataDir, patienceSeconds: 240 },
  environment: { DEMO: 'false' },
})
const { db, close } = openDatabase(dataDir)
let isMet = true
try {
  const { people } = await makePeople(db, 1)
  const teacher = people[0]
  if (!teacher) throw new Error('nobody teaches')
  const base = product.base.replace('http', 'ws')
  await oneRoom(base, teacher)
  await manyRooms(base, teacher)
  const death = product.death()
  if (death !== undefined) throw new Error(`the product died: ${death}`)
} finally {
  await close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = isMet ? 0 : 1

/** A running room with so many pupils, as rows: how they come in is measured elsewhere. */
async function makeRoom(ownerId: number, pupils: number, n: number): Promise<Room> {
  const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  const code = `222${signs[Math.floor(n / 900) % 30]}${signs[Math.floor(n / 30) % 30]}${signs[n % 30]}`
  const { rows } = await sql<{ id: number }>`
    insert into room (world, owner_id, code, title, content, mode, status, settings, opened_at, started_at)
    values ('de', ${ownerId}, ${code}, 'Last', ${content}::jsonb, 'self', 'running', '{"maxPupils": 200}', now(), now())
    returning id`.execute(db)
  const id = Number(rows[0]?.id)
  const tokens = Array.from({ length: pupils }, (_, at) => `bench-${id}-${at}`)
  await sql`
    insert into room_participant (world, room_id, name, token_hash)
    select 'de', ${id}, 'Otter ' || token, sha256(token::bytea) from unnest(${tokens}::text[]) token`.execute(
    db,
  )
  return { id, code, tokens }
}

function connect(
  base: string,
  { code }: Room,
  hello: object,
  hear: (message: Record<string, unknown>) => void,
): WebSocket {
  const socket = new WebSocket(`${base}/rooms/${code}/ws`)
  socket.on('error', () => undefined)
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', world: 'de', ...hello })))
  socket.on('message', (data) => hear(JSON.parse(String(data))))
  return socket
}

function device(base: string, room: Room, token: string, acked: (ms: number) => void): Device {
  const waiting = new Map<string, { message: object; at: number }>()
  let [seq, isClosed, isOpen] = [0, false, false]
  let socket = open()

  function open(): WebSocket {
    const fresh = connect(base, room, { role: 'participant', token }, (message) => {
      if (message.type === 'welcome') {
        isOpen = true
        for (const { message: again } of waiting.values()) fresh.send(JSON.stringify(again))
      }
      const known = message.type === 'ack' ? waiting.get(String(message.id)) : undefined
      if (!known) return
      if (message.refused) throw new Error(`refused: ${message.refused}`)
      waiting.delete(String(message.id))
      acked(Date.now() - known.at)
    })
    fresh.on('close', () => {
      isOpen = false
      if (!isClosed) setTimeout(() => (socket = open()), 100 + Math.random() * 400)
    })
    return fresh
  }

  return {
    answer(elementId) {
      seq += 1
      const id = `${token}-${seq}`
      const message = {
        type: 'answer',
        id,
        element_id: elementId,
        response: answersById.get(elementId),
        seq_local: seq,
      }
      waiting.set(id, { message, at: Date.now() })
      if (isOpen && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    breakLine: () => socket.terminate(),
    close() {
      isClosed = true
      socket.terminate()
    },
    isDone: () => waiting.size === 0,
  }
}

async function oneRoom(base: string, teacher: { id: number; token: string }): Promise<void> {
  const room = await makeRoom(teacher.id, 200, 0)
  const seen = new Map<string, number>()
  const sent = new Map<string, number>()
  const ids = await participantIds(room)
  const board = connect(base, room, { role: 'teacher', token: teacher.token }, (message) => {
    if (message.type !== 'progress_delta') return
    for (const { participant, element: id, tries } of message.answers as {
      participant: number
      element: string
      tries: number
    }[]) {
      if (tries > 1) seen.set('doubled', 1)
      if (!seen.has(`${participant} ${id}`)) seen.set(`${participant} ${id}`, Date.now())
    }
  })
  const devices = room.tokens.map((token) => device(base, room, token, () => undefined))
  await pause(4_000)
  for (const [at, one] of devices.entries())
    setTimeout(() => {
      sent.set(`${ids[at]} ${first}`, Date.now())
      one.answer(first)
      if (at % 3 === 0) one.breakLine()
    }, Math.random() * 5_000)
  const until = Date.now() + 30_000
  while ((seen.size < 200 || !devices.every((one) => one.isDone())) && Date.now() < until) await pause(50)
  const steady = [...sent]
    .filter((_, at) => at >= 0)
    .flatMap(([key, at]) => (isSteady(key, ids) ? [(seen.get(key) ?? Number.POSITIVE_INFINITY) - at] : []))
  for (const one of devices) one.close()
  board.terminate()
  const stored = await answerCount(room)
  const p95 = quantile(steady, 0.95)
  add(
    '200 pupils of one room answer within 5 s; every third line breaks',
    `${seen.size} seen by the teacher, ${stored} stored, p95 ${p95} ms of those whose line held`,
    '200 and 200, p95 <= 1000 ms',
    seen.size === 200 && stored === 200 && p95 <= 1000,
  )
}

function isSteady(key: string, ids: readonly number[]): boolean {
  return ids.indexOf(Number(key.split(' ')[0])) % 3 !== 0
}

async function manyRooms(base: string, teacher: { id: number }): Promise<void> {
  const [count, pupils, seconds] = [Number(values.rooms), Number(values.pupils), Number(values.seconds)]
  const rooms: Room[] = []
  for (let n = 1; n <= count; n += 1) rooms.push(await makeRoom(teacher.id, pupils, n))
  const acks: number[] = []
  const devices = rooms.flatMap((room) =>
    room.tokens.map((token) => device(base, room, token, (ms) => acks.push(ms))),
  )
  await pause(8_000)
  const idle = await pageMs()
  acks.length = 0
  const cpu = product.cpuSeconds()
  const ends = Date.now() + seconds * 1000
  let given = 0
  const timers = devices.map((one) => {
    let turn = 0
    return setTimeout(function next() {
      if (Date.now() > ends) return
      one.answer(`e${turn % elementCount}`)
      given += 1
      if (Math.random() < 0.01) one.breakLine()
      turn += 1
      timers.push(setTimeout(next, 5_000))
    }, Math.random() * 5_000)
  })
  await pause(seconds * 500)
  const busy = await pageMs()
  while (Date.now() < ends) await pause(200)
  const until = Date.now() + 30_000
  while (!devices.every((one) => one.isDone()) && Date.now() < until) await pause(100)
  const left = devices.filter((one) => !one.isDone()).length
  for (const timer of timers) clearTimeout(timer)
  for (const one of devices) one.close()
  const p95 = quantile(acks, 0.95)
  const used = (product.cpuSeconds() - cpu).toFixed(1)
  add(
    `${count} rooms of ${pupils} for ${seconds} s, an answer a pupil every 5 s, 1 % of lines break`,
    `${given} given, ${acks.length} acknowledged, ${left} devices with some left, p50 ${quantile(acks, 0.5)} ms, p95 ${p95} ms, CPU ${used} s`,
    'all, p95 <= 300 ms',
    given === acks.length && left === 0 && p95 <= 300,
  )
  add(
    'a public page meanwhile',
    `${busy.toFixed(1)} ms, idle ${idle.toFixed(1)} ms (median)`,
    'within 2x',
    busy <= idle * 2 + 2,
  )
}

async function pageMs(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 40; n += 1) {
    const started = performance.now()
    await (await fetch(`${product.base}/de/faq`)).text()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[20] ?? 0
}

async function participantIds({ id }: Room): Promise<number[]> {
  const rows = await db
    .selectFrom('room_participant')
    .select(['id', 'name'])
    .where('room_id', '=', id)
    .execute()
  return rows
    .sort((a, b) => Number(a.name.split('-').at(-1)) - Number(b.name.split('-').at(-1)))
    .map((row) => Number(row.id))
}

async function answerCount({ id }: Room): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from room_answer where room_id = ${id} and tries = 1`.execute(db)
  return rows[0]?.count ?? 0
}

function quantile(all: readonly number[], share: number): number {
  return [...all].sort((a, b) => a - b)[Math.max(0, Math.ceil(all.length * share) - 1)] ?? 0
}

function add(what: string, measured: string, goal: string, met: boolean): void {
  isMet &&= met
  say(
    `${met ? 'met   ' : 'MISSED'} ${what}: ${measured} (goal: ${goal}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)})`,
  )
}
