import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDb, type Db } from '#platform/db/pool.ts'
import { seedTaxonomy } from '#platform/db/taxonomy.ts'
import { type LiveWorldCode, worldSchema } from '#platform/rules/contract/world.ts'
import { gatherHubs } from './hubs.ts'
import { closeNotes, dropIndexes, missingIndexes, openNotes } from './indexes.ts'
import { inLanes, type Task } from './lanes.ts'
import { createParts, finishRows, insertRows } from './rows.ts'

const chunkRows = 10_000
const materialsPerAuthor = 50
const tables = ['material', 'material_search', 'material_sample']
const hubs = 'hub'
const landings = 'hub_material'
/** What the server may hold in memory of its own while it is loaded: pages that leave it are checked and come back. */
const bufferMb = Math.max(128, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 8)))
/**
 * Of the server while it is loaded: no log for others who follow it, no checkpoint in between, and nobody who cleans up
 * behind each part, because everything is cleaned up at the end.
 */
const loading = {
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', checkpoint_timeout: '1h' },
  ...{ autovacuum: 'off', shared_buffers: `${bufferMb}MB` },
}

/**
 * Fills a world with `materials` generated materials (metadata only) for load tests. Into a table that is small
 * against that, rows go without secondary indexes, which are built afterwards; their definitions are kept in the
 * database meanwhile, so that a run that was cut off is repaired by the next. The time is that of everything: rows,
 * landings, indexes, statistics.
 */
export async function seedBench(
  databaseUrl: string,
  world: LiveWorldCode,
  materials: number,
): Promise<{ rows: number; seconds: number }> {
  const started = performance.now()
  const { db } = createDb({ databaseUrl, max: 3, statementTimeoutMs: 0, applicationName: 'aularium-bench' })
  try {
    await seedTaxonomy(db)
    await openNotes(db)
    await inLanes(db, await missingIndexes(db))
    await sql`drop schema if exists bench_seed cascade`.execute(db)
    await sql`create schema bench_seed`.execute(db)
    await createParts(db, world, Math.ceil(materials / materialsPerAuthor))
    const range = await reserveIds(db, materials)
    const isMost = await isMostOf(db, materials)
    if (isMost) await dropIndexes(db, tables, 'no keys')
    await inLanes(db, insertions(world, range))
    await inLanes(db, await finishing(db, { world, range, isMost }))
    await sql`drop schema bench_seed cascade`.execute(db)
    await closeNotes(db)
    return { rows: materials, seconds: (performance.now() - started) / 1000 }
  } finally {
    await db.destroy()
  }
}

interface Ids {
  from: number
  to: number
}

async function reserveIds(db: Db, count: number): Promise<Ids> {
  const { rows } = await sql<{ last: number }>`
    select setval(pg_get_serial_sequence('material', 'id'),
      nextval(pg_get_serial_sequence('material', 'id')) + ${count}::bigint) as last
  `.execute(db)
  const to = rows[0]?.last ?? count
  return { from: to - count + 1, to }
}

/** Whether the rows to be added are so many that indexes are built anew sooner than kept. */
async function isMostOf(db: Db, added: number): Promise<boolean> {
  const { rows } = await sql<{ present: number }>`
    select count(*) as present from (select 1 from material_search limit ${added}) as present_row
  `.execute(db)
  return (rows[0]?.present ?? 0) * 4 <= added
}

function insertions(world: LiveWorldCode, { from, to }: Ids): Task[] {
  return Array.from({ length: Math.ceil((to - from + 1) / chunkRows) }, (_, chunk) => {
    const first = from + chunk * chunkRows
    return (lane) => insertRows(lane, world, { from: first, to: Math.min(first + chunkRows - 1, to) })
  })
}

/**
 * What comes after the rows: the landings on one connection, meanwhile the words and the indexes on the other, and what
 * autovacuum would do during the measurements that follow. The landings' largest index begins as soon as it can.
 */
async function finishing(
  db: Db,
  { world, range, isMost }: { world: LiveWorldCode; range: Ids; isMost: boolean },
): Promise<Task[]> {
  const tasks: Task[] = [
    async (lane) => {
      await dropIndexes(lane, [landings], 'keys')
      if (isMost) await dropIndexes(lane, [hubs], 'no keys')
      await gatherHubs(lane, world)
      tasks.unshift(...(await missingIndexes(lane, hubs)))
      tasks.push(...[landings, hubs].map(vacuum))
    },
    (lane) => finishRows(lane, world, range),
    ...(await missingIndexes(db)),
    ...[...tables, 'author_profile', 'account', 'search_word'].map(vacuum),
  ]
  return tasks
}

/** Waits for indexes that are made on the other connection. */
function vacuum(table: string): Task {
  return (lane) => sql`vacuum (analyze) ${sql.table(table)}`.execute(lane)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      materials: { type: 'string', default: '1000000' },
      world: { type: 'string', default: 'de' },
      'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
    },
  })
  const materials = Number(values.materials)
  const world = worldSchema.safeParse(values.world)
  if (!Number.isInteger(materials) || materials < 1 || !world.success) {
    throw new Error('usage: npm run seed:bench -- --materials 1000000 [--world de] [--data-dir .data]')
  }
  const url = process.env.DATABASE_URL
  const embedded = url
    ? undefined
    : await startEmbeddedPostgres({ dataDir: `${values['data-dir']}/postgres`, settings: loading })
  try {
    const databaseUrl = url ?? embedded?.databaseUrl ?? ''
    await migrate({ databaseUrl })
    const { rows, seconds } = await seedBench(databaseUrl, world.data, materials)
    console.log(
      `${rows} materials in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows/s, landings, indexes and statistics included`,
    )
  } finally {
    await embedded?.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
