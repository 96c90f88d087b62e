import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createDb } from '#platform/db/pool.ts'
import { loadPages } from '#platform/http/page/astro-pages.ts'
import { createLogger } from '#platform/metrics/log.ts'
import { url } from '#platform/routing/url.ts'
import { sumUp } from '#shop/selling/statistics/server/service.ts'
import { member, openTestApp, type TestApp } from '../support/app.ts'
import { databaseCpuSeconds } from './database-cpu.ts'
import { percentile } from './measure.ts'

/*
 * `node tests/bench/charts.ts`: the charts of an author whose materials a million things happened to in two years: the page and the
 * call, of all and of one material, over every period, compared with the time before and with the year before. `--events 1000000`,
 * `--materials 300`, `--rounds 20`; wants `npm run build` before it. Linux.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    materials: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '20' },
  },
})
const [events, materials, rounds] = [values.events, values.materials, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const days = 730
const world = 'de'
const root = join(import.meta.dirname, '../..')
const say = (text: string) => process.stdout.write(`${text}\n`)
const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')

say(`load of the machine at the start: ${load()}`)
// React picks its development build unless this is set before it is loaded.
process.env.NODE_ENV = 'production'
const renderPage = await loadPages(() => import(join(root, 'dist/server/entry.mjs')), 'http://127.0.0.1')
const app = await openTestApp({
  hasOwnDatabase: true,
  clientDir: join(root, 'dist/client'),
  renderPage,
  environment: { DEMO: 'false', WORKER: 'external' },
})
const author = await member(app, 'author', { isSeller: true })
const materialId = await fill(app, author.id)
for (const query of [
  'days=28&compare=before',
  'days=90&compare=before',
  'days=365&compare=before',
  'days=365&compare=year',
]) {
  await measure(`page, ${query}`, `${url('charts', { world })}?${query}`)
  await measure(`call, ${query}`, `/api/v1/statistics?world=${world}&${query}`)
}
await measure(
  'page, a year of one material and the one before',
  `${url('charts', { world })}?days=365&compare=year&material=${materialId}`,
)
await measure(
  'call, the same',
  `/api/v1/statistics?world=${world}&days=365&compare=year&materialId=${materialId}`,
)
await measure('for comparison: the page of sales', url('cabinet-sales', { world }))
say(`load of the machine at the end: ${load()}`)
await app.close()
process.exit(0)

async function measure(what: string, path: string): Promise<void> {
  const ask = async () => {
    const answer = await author.client.get(path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer.text.length
  }
  for (let round = 0; round < 3; round += 1) await ask()
  const length = await ask()
  const times: number[] = []
  const [own, database] = [process.cpuUsage(), databaseCpuSeconds(app.deps.env.dataDir)]
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(own)
  const ours = (user + system) / 1000 / rounds
  const theirs = ((databaseCpuSeconds(app.deps.env.dataDir) - database) * 1000) / rounds
  const of = (percent: number) => percentile(times, percent).toFixed(0)
  say(
    `${what} (${(length / 1000).toFixed(0)} kB): p50 ${of(50)}, p95 ${of(95)} ms; processor time ${ours.toFixed(1)} ms ours, ${theirs.toFixed(1)} of the database`,
  )
}

/** Materials, and what happened to them: each event a row as the product appends it, summed up as the product does it. */
async function fill({ databaseUrl }: TestApp, authorId: number): Promise<number> {
  const { db } = createDb({ databaseUrl, max: 2, log: createLogger('error'), statementTimeoutMs: 0 })
  await sql`insert into material (world, author_id, title, slug, description, language, material_type, currency, price_cents,
      status, published_at)
    select ${world}, ${authorId}::bigint, 'Übung ' || n, 'uebung-' || n, 'Eine Übung.', 'de', 'worksheet', 'EUR', 390, 'published', now()
    from generate_series(1, ${materials}) n`.execute(db)
  // Some materials are seen far more often than others; a sale in a hundred events, a cart in thirty, words of a search in three.
  await sql`insert into statistic_waiting (world, author_id, material_id, day, source, term, views, cart_adds, downloads, sales,
      gross_cents, share_cents, buyers)
    select ${world}, ${authorId}, (select min(id) from material where author_id = ${authorId}) + floor(${materials} * power(a, 2))::int,
      current_date - floor(${days} * b)::int, (array['search', 'author', 'browse', 'engine', 'social', 'elsewhere', 'direct'])[1 + n % 7],
      case when n % 3 = 0 then 'wort ' || floor(400 * power(c, 2)) end, 1, (n % 30 = 0)::int, (n % 50 = 0)::int, (n % 100 = 0)::int,
      case when n % 100 = 0 then 390 else 0 end, case when n % 100 = 0 then 273 else 0 end, (n % 100 = 0)::int
    from (select n, random() as a, random() as b, random() as c from generate_series(1, ${events}) n) drawn`.execute(
    db,
  )
  const start = performance.now()
  await sumUp(db, undefined, events)
  say(`${events} events summed up by one statement in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ table: string; count: string; size: string }>`
    select relname as table, n_live_tup::text as count, pg_size_pretty(pg_total_relation_size(relid)) as size
    from pg_stat_user_tables where relname like 'statistic%' order by 1`.execute(db)
  for (const { table, count, size } of rows) say(`  ${table}: ${count} rows, ${size}`)
  const { rows: first } = await sql<{ id: number }>`
    select min(id) as id from material where author_id = ${authorId}`.execute(db)
  await db.destroy()
  return Number(first[0]?.id)
}
