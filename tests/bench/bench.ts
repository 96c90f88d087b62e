import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { send } from '../support/http-client.ts'
import { weighJavaScript } from '../support/javascript-weight.ts'
import { addressOfDatabase } from '../support/postmaster.ts'
import { type Product, startProduct } from '../support/product.ts'
import { checkouts } from './checkout-row.ts'
import { databaseCpuSeconds } from './database-cpu.ts'
import { median, timed } from './measure.ts'
import { images, sitemapShard, suggestions } from './media-rows.ts'
import {
  addToCart,
  type Course,
  cachedPage,
  concurrentMisses,
  deepPage,
  materialDetail,
  type Row,
  round,
  search,
  spreadMaterials,
  uncachedPage,
} from './rows.ts'
import { soak } from './soak.ts'
import { hasGenerator } from './wrk.ts'

/*
 * `npm run bench`: the built product in production mode in one process, the load from a native generator (wrk, found on
 * the PATH; `apt-get install wrk`). Every ratio is to bare node:http sending the same bytes and headers, in turn with it.
 * `--materials 100000` (the catalogue is made once per number and kept), `--json`, `--rounds 3`, `--seconds 8`,
 * `--data-dir <folder>`, `--port 4560`, `--only checkout` or `--only search`; `--soak 120` instead of all that: minutes of mixed use, memory by the minute
 */

const given = process.argv.slice(2)
const soakAt = given.indexOf('--soak')
if (soakAt >= 0 && !/^\d/.test(given[soakAt + 1] ?? '')) given.splice(soakAt + 1, 0, '120')
const { values } = parseArgs({
  args: given,
  options: {
    soak: { type: 'string' },
    materials: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    port: { type: 'string', default: '4560' },
    'data-dir': { type: 'string' },
    only: { type: 'string' },
  },
})
const total = Number(values.materials)
const port = Number(values.port)
const dataDir = values['data-dir'] ?? join(tmpdir(), `aularium-bench-${total}`)
const say = (text: string) => process.stderr.write(`${text}\n`)

if (!existsSync('dist/server/main.mjs')) {
  say('There is no build: run `npm run build` first.')
  process.exit(2)
}
if (values.soak !== undefined) {
  const steady = await soak({ minutes: Number(values.soak), port, dataDir: values['data-dir'], say })
  process.exit(steady ? 0 : 1)
}
fillCatalogue()
const rows: Row[] = []
let product = await start()
try {
  await requireLimiter(product.base)
  const materials = await spreadMaterials(product.base, 3000)
  if (materials.length === 0) throw new Error('The catalogue is empty.')
  const course: Course = {
    base: product.base,
    barePort: port + 1,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    materials,
    total,
  }
  if (values.only === undefined) await everyRow(course)
  if (values.only === 'search') await searchRows(course)
  else
    await add(() =>
      checkouts(course, {
        deadlocks: () => deadlocksIn(dataDir),
        cpuMs: () => ({ web: product.cpuSeconds() * 1000, database: databaseCpuSeconds(dataDir) * 1000 }),
      }),
    )
} finally {
  await product.stop()
}
report()
process.exitCode = rows.every(({ values: { failures = 0 } }) => failures === 0) ? 0 : 1

async function everyRow(course: Course): Promise<void> {
  await addRatio('cached public page, br', () => cachedPage(course))
  await addRatio('material detail by API, for callers without a session', () => materialDetail(course))
  await searchRows(course)
  await add(() => sitemapShard(course, () => product.residentBytes()))
  for (const row of await images(course, dataDir, hasGenerator())) await add(async () => row)
  await addRatio('add to cart by API, durable', () => addToCart(course))
  await add(() => concurrentMisses(course))
  rows.push(memoryRow(product))
  for (const row of await javaScriptRows(course)) rows.push(row)
  await restart({ PAGE_CACHE_MB: '0' })
  await openEach(course)
  await addRatio('uncached material page', () => uncachedPage(course, 'identity'))
  await addRatio('uncached material page, compressed for each visitor', () => uncachedPage(course, 'br'))
  rows.push(memoryRow(product, ' without page cache'))
  rows.push(await warmStart())
}

/**
 * What is like a material is found behind its publication; the load's catalogue was never published, so its pages are opened
 * once before they are measured. Without that the rows measure the ranking of similar materials.
 */
async function openEach({ base, materials }: Course): Promise<void> {
  const paths = materials.map(({ url }) => url)
  await timed(base, paths, 4)
}

async function searchRows(course: Course): Promise<void> {
  await add(() => search(course))
  await add(() => suggestions(course))
  await add(() => deepPage(course, 1000))
}

/** Deadlocks the database has counted since it was made. */
async function deadlocksIn(folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: addressOfDatabase(folder) })
  await client.connect()
  const { rows } = await client.query<{ sum: string }>('select sum(deadlocks) as sum from pg_stat_database')
  await client.end()
  return Number(rows[0]?.sum ?? 0)
}

/** What is measured includes the counting of calls; a 429 would count as a failure. */
async function requireLimiter(base: string): Promise<void> {
  const { headers } = await send(base, { path: '/api/v1/search?world=de' })
  if (headers['ratelimit-limit'] === undefined)
    throw new Error('The limiter is off: its cost would be left out.')
}

async function add(measure: () => Promise<Row>): Promise<void> {
  const row = await measure()
  rows.push(row)
  say(`${word(row)} ${row.what}: ${row.measured} (goal: ${row.goal})`)
}

/** The same for a row of ratios, which needs the native generator. */
async function addRatio(what: string, measure: () => Promise<Row>): Promise<void> {
  const unmeasured = {
    what,
    values: {},
    measured: 'not measured: wrk is not installed',
    goal: '-',
    met: undefined,
  }
  await add(hasGenerator() ? measure : async () => unmeasured)
}

function word({ met }: Row): string {
  if (met === undefined) return 'NOT MEASURED'
  return met ? 'met   ' : 'MISSED'
}

function fillCatalogue(): void {
  const mark = join(dataDir, 'bench-catalogue')
  if (existsSync(mark)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  say(`making ${total} materials in ${dataDir}`)
  const args = ['src/demo/load/load.ts', '--materials', String(total), '--data-dir', dataDir]
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The catalogue could not be made.')
  writeFileSync(mark, new Date().toISOString())
}

function start(environment: Record<string, string> = {}): Promise<Product> {
  return startProduct({ port, dataDir, patienceSeconds: 60, environment: { DEMO: 'false', ...environment } })
}

async function restart(environment: Record<string, string> = {}): Promise<void> {
  await product.stop()
  product = await start(environment)
}

/** From the start of the process to "ready", the database included. */
async function warmStart(): Promise<Row> {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    await restart()
    times.push(product.readyMs)
  }
  const ms = Math.round(median(times))
  return {
    what: 'warm start to ready',
    values: { ms },
    measured: `${ms} ms`,
    goal: '<= 3 s',
    met: ms <= 3000,
  }
}

function memoryRow({ residentBytes }: Product, when = ''): Row {
  const megabytes = Math.round(residentBytes() / 1_000_000)
  const goal = when === '' ? '<= 250 MB' : '-'
  return {
    what: `resident memory of the web process after the bench${when}`,
    values: { megabytes },
    measured: `${megabytes} MB`,
    goal,
    met: megabytes <= 250,
  }
}

async function javaScriptRows({ base, materials }: Course): Promise<Row[]> {
  const [material] = materials
  const pages = { home: '/de', search: '/de/suchergebnisse', material: material?.url ?? '/de' }
  const weights = await weighJavaScript(base, pages)
  const before = Math.max(...weights.map(({ beforeIntent }) => beforeIntent))
  const after = Math.max(...weights.map(({ afterAll }) => afterAll))
  return [
    {
      what: 'JavaScript before intent (the heaviest of home, search, material)',
      values: { bytes: before },
      measured: `${round(before / 1000, 1)} kB br`,
      goal: '<= 12 kB br',
      met: before <= 12_000,
    },
    {
      what: 'JavaScript after hydrating everything',
      values: { bytes: after },
      measured: `${round(after / 1000, 1)} kB br`,
      goal: '<= 90 kB br',
      met: after <= 90_000,
    },
  ]
}

function report(): void {
  const machine = `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const date = new Date().toISOString().slice(0, 10)
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ date, machine, materials: total, rows }, undefined, 2)}\n`)
    return
  }
  const lines = rows.map(
    ({ what, measured, goal, met }) =>
      `| ${what} | ${measured} | ${goal} | ${met === undefined ? 'not measured' : met ? 'yes' : '**no**'} |`,
  )
  process.stdout.write(
    `\n${date}, ${machine}, ${total.toLocaleString('en')} materials, medians of ${values.rounds} runs of ${values.seconds} s\n\n` +
      `| what | measured | goal | met |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}
