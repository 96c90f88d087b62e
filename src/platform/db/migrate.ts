import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

interface Migration {
  version: string
  checksum: string
  sql: string
}

interface Log {
  info(details: object, message: string): void
}

/** One number for every process that migrates this product. */
const advisoryLock = 4_281_973
const lockRetries = 30

/**
 * Applies every file of migrations/ that is not yet recorded, in the order of the names, each in its own
 * transaction. Forward only: a recorded file that changed or vanished is an error. Safe under load: one migrator
 * at a time, and no statement waits longer than a second for a table lock (it is tried again instead).
 * Needs a direct connection: a session lock does not survive a transaction-mode pooler.
 */
export async function migrate(options: {
  databaseUrl: string
  log?: Log
  /** Where the files are; migrations/ beside this file. */
  folder?: URL
}): Promise<{ applied: string[] }> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'aularium-migrate',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      `create table if not exists schema_migration (
         version text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const migrations = await readMigrations(options.folder)
    const pending = await findPending(client, migrations)
    for (const migration of pending) {
      await apply(client, migration)
    }
    const last = pending.at(-1)?.version
    if (last !== undefined) options.log?.info({ migrations: pending.length, last }, 'database migrated')
    return { applied: pending.map((each) => each.version) }
  } finally {
    await client.end()
  }
}

/** The files of migrations/, for everybody who needs to know what a fresh database looks like. */
export async function readMigrations(
  folder = new URL('./migrations/', import.meta.url),
): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{8}-\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return {
        version: name.replace(/\.sql$/, ''),
        checksum: createHash('sha256').update(sql).digest('hex'),
        sql,
      }
    }),
  )
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from schema_migration',
  )
  const known = new Map(migrations.map((each) => [each.version, each]))
  for (const row of rows) {
    const file = known.get(row.version)
    if (!file) throw new Error(unknownMigration(row.version))
    if (file.checksum !== row.checksum)
      throw new Error(`Migration ${row.version} changed after it was applied.`)
  }
  const recorded = new Set(rows.map((row) => row.version))
  return migrations.filter((each) => !recorded.has(each.version))
}

function unknownMigration(version: string): string {
  return (
    `The database has migration ${version}, which this version does not know: a newer version made it, or one of before ` +
    'the first release, whose migrations were replaced. Nothing was changed. Start that version again, or begin with an ' +
    'empty database: move the folder postgres out of DATA_DIR (.data), or name another database in DATABASE_URL.'
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query("set local lock_timeout = '1s'")
      await client.query(migration.sql)
      await client.query('insert into schema_migration (version, checksum) values ($1, $2)', [
        migration.version,
        migration.checksum,
      ])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const lockNotAvailable = error instanceof Error && 'code' in error && error.code === '55P03'
      if (!lockNotAvailable || attempt >= lockRetries) throw error
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800))
    }
  }
}
