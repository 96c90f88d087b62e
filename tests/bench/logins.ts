import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProduct } from '../support/product.ts'
import type { Order, Seen } from './login-crowd.ts'
import { compare, median, percentile } from './measure.ts'
import { type Row, ratioRow, round } from './rows.ts'
import { makePeople, openDatabase } from './socket-people.ts'
import { hasGenerator } from './wrk.ts'

/*
 * `npm run bench:logins`: how many logins a core makes, what they do to a cached page, and what a validated session costs.
 * The load comes from other processes, who logs in from another than who reads: a reader's clock must not wait for a login's answer. `--seconds 15`, `--rounds 5`, `--port 4580`
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '5' },
    port: { type: 'string', default: '4580' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const port = Number(values.port)
const people = 300
/** Of a login and of a page, each second. */
const [loginRate, pageRate] = [20, 100]

const dataDir = mkdtempSync(join(tmpdir(), 'aularium-logins-'))
// mkdtemp closes the folder, but under root the embedded database runs as somebody else.
chmodSync(dataDir, 0o711)
const product = await startProduct({ port, dataDir, patienceSeconds: 180, environment: { DEMO: 'false' } })
const { db, close } = openDatabase(dataDir)
const [loggingIn, reading] = [crowd(), crowd()]
const rows: Row[] = []
try {
  const { people: members, admin } = await makePeople(db, people)
  const emails = members.map(({ email }) => email)
  // Warm: the password threads, the page in the cache.
  await ask({ base: product.base, emails, seconds: 3, loginsPerSecond: 5, pagesPerSecond: 20 })
  add(await loginsPerCore(emails))
  add(await pageBesideLogins(emails))
  if (hasGenerator()) {
    const calls = [{ path: '/api/v3/oauth2/validate?world=de' }]
    const headers = { Authorization: `Bearer ${admin.token}` }
    const load = { base: product.base, calls, headers, connections: 16, seconds: Math.min(seconds, 8) }
    add(ratioRow('validate', await compare(load, rounds, port + 1), { ratio: 0.2 }))
  }
} finally {
  loggingIn.kill()
  reading.kill()
  await close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
report()
process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1

function crowd(): ChildProcess {
  return fork(join(import.meta.dirname, 'login-crowd.ts'))
}

async function ask(order: Order): Promise<Seen> {
  const [ofLogins, ofPages] = await Promise.all([
    askOf(loggingIn, { ...order, pagesPerSecond: 0 }),
    askOf(reading, { ...order, loginsPerSecond: 0 }),
  ])
  return { logins: ofLogins.logins, pages: ofPages.pages, failures: ofLogins.failures + ofPages.failures }
}

async function askOf(process: ChildProcess, order: Order): Promise<Seen> {
  const answer = once(process, 'message')
  process.send(order)
  const [seen] = await answer
  return seen as Seen
}

/** As many as there can be, by the clock and by the CPU time of the process: the rest of the machine has its own work. */
async function loginsPerCore(emails: string[]): Promise<Row> {
  const before = product.cpuSeconds()
  const started = performance.now()
  const seen = await ask({ base: product.base, emails, seconds, loginsPerSecond: 'all', pagesPerSecond: 0 })
  const wall = (performance.now() - started) / 1000
  const perCore = seen.logins.length / (product.cpuSeconds() - before)
  return {
    what: 'logins (argon2id, 7 MiB, five passes)',
    values: {
      perCore: round(perCore, 1),
      perSecond: round(seen.logins.length / wall, 1),
      failures: seen.failures,
    },
    measured: `${round(perCore, 1)} for each second of CPU, ${round(seen.logins.length / wall, 1)}/s by the clock, ${seen.failures} failures`,
    goal: '>= 15/s per core',
    met: perCore >= 15 && seen.failures === 0,
  }
}

/** In turn without and with logins; the worst percent of each round, and the median of the rounds. */
async function pageBesideLogins(emails: string[]): Promise<Row> {
  const [alone, beside]: [number[], number[]] = [[], []]
  let [failures, logins] = [0, 0]
  for (let turn = 0; turn < rounds; turn++) {
    // Whatever grows or falls off during the run falls to both sides.
    for (const rate of turn % 2 === 0 ? [0, loginRate] : [loginRate, 0]) {
      const seen = await ask({
        base: product.base,
        emails,
        seconds,
        loginsPerSecond: rate,
        pagesPerSecond: pageRate,
      })
      const list = rate === 0 ? alone : beside
      list.push(percentile(seen.pages, 99))
      failures += seen.failures
      logins += seen.logins.length
      await pause(500)
    }
  }
  const ratio = median(beside) / median(alone)
  return {
    what: `a cached page, ${pageRate}/s, beside ${loginRate} logins a second`,
    values: {
      aloneMs: round(median(alone), 1),
      besideMs: round(median(beside), 1),
      ratio: round(ratio),
      failures,
    },
    measured:
      `p99 ${round(median(beside), 1)} ms (rounds ${beside.map((ms) => round(ms, 1)).join(', ')}), ` +
      `alone ${round(median(alone), 1)} ms (${alone.map((ms) => round(ms, 1)).join(', ')}): ratio ${round(ratio)}; ` +
      `${round(logins / (rounds * seconds), 1)} logins/s answered, ${failures} failures`,
    goal: 'ratio <= 2',
    met: ratio <= 2 && failures === 0,
  }
}

function add(row: Row): void {
  rows.push(row)
  process.stderr.write(
    `${row.met === false ? 'MISSED' : 'met   '} ${row.what}: ${row.measured} (goal: ${row.goal})\n`,
  )
}

function report(): void {
  const load = loadavg()[0]?.toFixed(1)
  const lines = rows.map(
    ({ what, measured, goal, met }) =>
      `| ${what} | ${measured} | ${goal} | ${met === undefined ? 'not measured' : met ? 'yes' : '**no**'} |`,
  )
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${load} at the end, Node ${process.version}\n\n` +
      `| what | measured | goal | met |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}
