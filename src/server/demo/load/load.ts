import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type LiveWorldCode, worldSchema } from '#shared/contract/world.ts'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { createDb, type Db } from '../../db/pool.ts'
import { seedTaxonomy } from '../../db/taxonomy.ts'
import { seedHubs } from './hubs.ts'
import { createParts, finishRows, insertRows } from './rows.ts'

const chunkRows = 20_000
const materialsPerAuthor = 50
const tables = ['material', 'material_search', 'material_sample']
const vacuumed = [...tables, 'hub', 'hub_material']

/**
 * Fills a world with `materials` generated materials (metadata only) for load tests. Into a table that is small
 * against that, rows go without secondary indexes, which are built afterwards; their definitions are kept in the
 * database meanwhile, so that a run that was cut off is repaired by the next. The time is that of rows, indexes and statistics;
 * `hubSeconds` that of the landings gathered from them.
 */
export async function seedBench(
  databaseUrl: string,
  world: LiveWorldCode,
  materials: number,
): Promise<{ rows: number; seconds: number; hubSeconds: number }> {
  const started = performance.now()
  const { db } = createDb({ databaseUrl, max: 3, statementTimeoutMs: 0, applicationName: 'aularium-bench' })
  try {
    await seedTaxonomy(db)
    await sql`create table if not exists bench_seed_index (definition text primary key)`.execute(db)
    await buildIndexes(db)
    await sql`drop schema if exists bench_seed cascade`.execute(db)
    await sql`create schema bench_seed`.execute(db)
    await createParts(db, world, Math.ceil(materials / materialsPerAuthor))
    const range = await reserveIds(db, materials)
    await dropIndexes(db, materials)
    await insertAll(db, world, range)
    await Promise.all([finishRows(db, world, range), buildIndexes(db)])
    await sql`drop schema bench_seed cascade`.execute(db)
    await sql`drop table bench_seed_index`.execute(db)
    await sql`analyze`.execute(db)
    const seconds = (performance.now() - started) / 1000
    const hubSeconds = await seedHubs(db, world)
    // What autovacuum would do during the measurements that follow.
    for (const table of vacuumed) await sql`vacuum ${sql.table(table)}`.execute(db)
    return { rows: materials, seconds, hubSeconds }
  } finally {
    await db.destroy()
  }
}

async function reserveIds(db: Db, count: number): Promise<{ from: number; to: number }> {
  const { rows } = await sql<{ last: number }>`
    select setval(pg_get_serial_sequence('material', 'id'),
      nextval(pg_get_serial_sequence('material', 'id')) + ${count}::bigint) as last
  `.execute(db)
  const to = rows[0]?.last ?? count
  return { from: to - count + 1, to }
}

async function insertAll(db: Db, world: LiveWorldCode, range: { from: number; to: number }): Promise<void> {
  let next = range.from
  const work = (connection: Db) => async () => {
    while (next <= range.to) {
      const from = next
      next = Math.min(next + chunkRows, range.to + 1)
      await insertRows(connection, world, { from, to: next - 1 })
    }
  }
  await Promise.all(
    [0, 1].map(() => db.connection().execute((connection) => unguarded(connection, work(connection)))),
  )
}

/** Foreign keys and the sample's trigger row by row cost half of the time; `insertRows` fills the sample itself. */
async function unguarded(connection: Db, work: () => Promise<void>): Promise<void> {
  await sql`set synchronous_commit = off`.execute(connection)
  // Only a superuser may; without it the load is merely slower.
  await sql`set session_replication_role = replica`.execute(connection).catch(() => undefined)
  try {
    await work()
  } finally {
    await sql`reset session_replication_role`.execute(connection).catch(() => undefined)
    await sql`reset synchronous_commit`.execute(connection)
  }
}

async function dropIndexes(db: Db, added: number): Promise<void> {
  const { rows } = await sql<{ present: number }>`
    select count(*) as present from (select 1 from material_search limit ${added}) as present_row
  `.execute(db)
  if ((rows[0]?.present ?? 0) * 4 > added) return
  const indexes = await sql<{ name: string; definition: string }>`
    select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as definition
    from pg_index index left join pg_constraint held on held.conindid = index.indexrelid
    where index.indrelid = any (${tables}::text[]::regclass[]) and held.oid is null
  `.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { name, definition } of indexes.rows) {
      await sql`insert into bench_seed_index (definition) values (${definition}) on conflict do nothing`.execute(
        tx,
      )
      await sql`drop index ${sql.raw(name)}`.execute(tx)
    }
  })
}

/** Builds every index that was noted and is missing: the largest first, on two connections. */
async function buildIndexes(db: Db): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select definition from bench_seed_index order by definition like '% gin %' desc, definition
  `.execute(db)
  const queue = rows.map((row) => row.definition.replace(/ INDEX /, ' INDEX IF NOT EXISTS '))
  await Promise.all(
    [0, 1].map(() =>
      db.connection().execute(async (connection) => {
        await sql`set maintenance_work_mem = '512MB'`.execute(connection)
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          await sql.raw(next).execute(connection)
        }
        await sql`reset maintenance_work_mem`.execute(connection)
      }),
    ),
  )
  await sql`delete from bench_seed_index`.execute(db)
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
    : await startEmbeddedPostgres({ dataDir: `${values['data-dir']}/postgres` })
  try {
    const databaseUrl = url ?? embedded?.databaseUrl ?? ''
    await migrate({ databaseUrl })
    const { rows, seconds, hubSeconds } = await seedBench(databaseUrl, world.data, materials)
    console.log(
      `${rows} materials in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows/s, indexes included; landings in ${hubSeconds.toFixed(1)} s`,
    )
  } finally {
    await embedded?.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
