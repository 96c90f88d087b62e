import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { tell } from '#shop/community/notifications/server/service.ts'
import { type Product, startProduct } from '../support/product.ts'
import { databaseCpuSeconds } from './database-cpu.ts'
import type { Heard, Order, Walked } from './socket-crowd.ts'
import { makePeople, openDatabase, type Person } from './socket-people.ts'

/*
 * `npm run bench:sockets`: what the socket at `/notifications` carries. The product runs in one process, the members in
 * another one. First 10,000 idle sockets and a broadcast to all of them, then 5,000 whose lines break every few seconds.
 * `--seconds 300` of breaking lines, `--idle 10000`, `--breaking 5000`, `--rate 200` notifications a second, `--port 4570`
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    idle: { type: 'string', default: '10000' },
    breaking: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '200' },
    port: { type: 'string', default: '4570' },
  },
})
const idle = Number(values.idle)
const breaking = Number(values.breaking)
const seconds = Number(values.seconds)
const say = (text: string) => process.stderr.write(`${text}\n`)

interface Row {
  what: string
  measured: string
  goal: string
  met: boolean
}

const rows: Row[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-sockets-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)
const product = await startProduct({
  ...{ port: Number(values.port), dataDir, patienceSeconds: 180 },
  environment: { DEMO: 'false' },
})
const { db, close } = openDatabase(dataDir)
const crowd = fork(join(import.meta.dirname, 'socket-crowd.ts'))
try {
  say(`making ${Math.max(idle, breaking)} members`)
  const { people, admin } = await makePeople(db, Math.max(idle, breaking))
  const address = `${product.base.replace('http', 'ws')}/notifications`
  if (idle > 0) await idleSockets(address, people.slice(0, idle), admin)
  if (breaking > 0) await breakingLines(address, people.slice(0, breaking))
  const death = product.death()
  if (death !== undefined) throw new Error(`the product died: ${death}`)
} finally {
  crowd.kill()
  await close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
report()
process.exitCode = rows.every(({ met }) => met) ? 0 : 1

async function ask(order: Order): Promise<{ heard: Heard; walked: Walked }> {
  const answer = once(crowd as ChildProcess, 'message')
  crowd.send(order)
  const [received] = await answer
  return received as { heard: Heard; walked: Walked }
}

/** Memory is compared with the same process after it had, and lost, some hundred sockets: warm, and idle. */
async function idleSockets(address: string, some: readonly Person[], admin: Person): Promise<void> {
  const tokens = some.map(({ token }) => token)
  await ask({ do: 'open', address, tokens: tokens.slice(0, 500) })
  await ask({ do: 'close' })
  await pause(5_000)
  const before = product.residentBytes()
  const [started, cpuBefore] = [performance.now(), cpuNow()]
  const { heard } = await ask({ do: 'open', address, tokens })
  const openedMs = performance.now() - started
  await pause(15_000)
  const each = (product.residentBytes() - before) / tokens.length / 1000
  add({
    what: `${heard.open.toLocaleString('en')} idle sockets in one process`,
    measured: `${each.toFixed(1)} kB resident each (${megabytes(product)} MB in all), opened in ${(openedMs / 1000).toFixed(1)} s (${cpuSince(cpuBefore)})`,
    goal: '<= 30 kB each',
    met: heard.open === tokens.length && each <= 30,
  })
  for (const again of [1, 2, 3]) await broadcast(admin, tokens.length, again)
  await ask({ do: 'close' })
}

/** An operator's announcement by API, until the last member has it. */
async function broadcast(admin: Person, count: number, again: number): Promise<void> {
  await ask({ do: 'listen' })
  const [started, cpuBefore] = [Date.now(), cpuNow()]
  const answer = await fetch(`${product.base}/api/v1/notifications/announce?world=de`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: `Wartung heute Nacht (${again})` }),
  })
  const writtenMs = Date.now() - started
  if (!answer.ok) throw new Error(`announcing answers ${answer.status} ${await answer.text()}`)
  let { heard } = await ask({ do: 'report' })
  while (heard.received < count && Date.now() - started < 60_000) {
    await pause(200)
    heard = (await ask({ do: 'report' })).heard
  }
  const ms = heard.lastAt - started
  add({
    what: `a broadcast to all of them (${again})`,
    measured: `${heard.received.toLocaleString('en')} received in ${(ms / 1000).toFixed(2)} s, of which ${(writtenMs / 1000).toFixed(2)} s until it was written (${cpuSince(cpuBefore)})`,
    goal: 'all in <= 2 s',
    met: heard.received === count && ms <= 2000,
  })
  // Acknowledgements are written before the next one.
  await pause(3_000)
}

async function breakingLines(address: string, some: readonly Person[]): Promise<void> {
  await db.deleteFrom('notification').execute()
  await ask({ do: 'come-and-go', address, tokens: some.map(({ token }) => token) })
  const received = await tellWithoutEnd(
    db,
    some.map(({ id }) => id),
  )
  await ask({ do: 'stay' })
  const left = await untilAcknowledged(180)
  await pause(1_000)
  const { walked } = await ask({ do: 'report' })
  const isRight = left === 0 && walked.shown === received && walked.shownTwice === 0 && walked.disorder === 0
  const refused = Object.entries(walked.refused).map(([what, count]) => `${count} x ${what}`)
  add({
    what: `${some.length.toLocaleString('en')} sockets whose lines break every 3 to 7 s, for ${seconds} s`,
    measured:
      `${received.toLocaleString('en')} notifications over ${walked.connections.toLocaleString('en')} connections: ` +
      `${left} not acknowledged, ${walked.shown.toLocaleString('en')} shown, ${walked.shownTwice} twice, ` +
      `${walked.disorder} out of order; ${walked.again.toLocaleString('en')} came again and were known` +
      `${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}; ${megabytes(product)} MB`,
    goal: 'every id acknowledged, none shown twice, order kept',
    met: isRight,
  })
}

/** As features tell members, from a second process, two at a time. @returns how many notifications there are */
async function tellWithoutEnd(db: Db, ids: readonly number[]): Promise<number> {
  const until = Date.now() + seconds * 1000
  const everyMs = 250
  const batch = Math.max(1, Math.round((Number(values.rate) * everyMs) / 1000 / 2))
  let number = 0
  async function teller(): Promise<void> {
    while (Date.now() < until) {
      const started = Date.now()
      number += 1
      const dedupeKey = `bench:${number}`
      const chosen = Array.from({ length: batch }, () => ids[Math.floor(Math.random() * ids.length)] ?? 0)
      const data = { title: `Brüche ${number}` }
      await transaction(db, (tx) =>
        tell(tx, [...new Set(chosen)], { world: 'de', kind: 'answer', dedupeKey, data }),
      )
      await pause(Math.max(0, everyMs - (Date.now() - started)))
    }
  }
  await Promise.all([teller(), teller()])
  const { count } = await db
    .selectFrom('notification')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function untilAcknowledged(patienceSeconds: number): Promise<number> {
  for (let second = 0; ; second += 1) {
    const { count } = await db
      .selectFrom('notification')
      .where('acked_at', 'is', null)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count === 0 || second >= patienceSeconds) return count
    await pause(1000)
  }
}

function megabytes({ residentBytes }: Product): number {
  return Math.round(residentBytes() / 1_000_000)
}

interface Cpu {
  web: number
  database: number
}

function cpuNow(): Cpu {
  return { web: product.cpuSeconds(), database: databaseCpuSeconds(dataDir) }
}

/** What the product itself took: says more than the clock where a machine is shared. */
function cpuSince(before: Cpu): string {
  const now = cpuNow()
  const [web, database] = [now.web - before.web, now.database - before.database]
  return `CPU ${web.toFixed(2)} s, of the database ${database.toFixed(2)} s`
}

function add(row: Row): void {
  rows.push(row)
  say(`${row.met ? 'met   ' : 'MISSED'} ${row.what}: ${row.measured} (goal: ${row.goal})`)
}

function report(): void {
  const load = loadavg()[0]?.toFixed(1)
  const lines = rows.map(
    ({ what, measured, goal, met }) => `| ${what} | ${measured} | ${goal} | ${met ? 'yes' : '**no**'} |`,
  )
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${load} at the end, Node ${process.version}\n\n` +
      `| what | measured | goal | met |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}
