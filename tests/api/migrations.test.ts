import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { readEnv } from '#platform/env/env.ts'
import { openDeps } from '#platform/start/app.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { databasePid } from '../support/postmaster.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(new URL('../../src/platform/db/migrations', import.meta.url), folder, { recursive: true })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query('select version from schema_migration order by version')
  return rows.map(({ version }) => version)
}

const withFolder = () => ({ databaseUrl: database.databaseUrl, folder: pathToFileURL(`${folder}/`) })

test('names are times, none twice, and a migrated database is left as it is', async () => {
  const versions = (await readMigrations()).map(({ version }) => version)
  const times = versions.map((version) => version.slice(0, 13))
  expect(new Set(times).size).toBe(times.length)
  expect(await migrate({ databaseUrl: database.databaseUrl })).toEqual({ applied: [] })
  expect(await applied()).toEqual(versions)
})

test('a file that comes later is applied once, and may not change afterwards', async () => {
  const later = '29991231-2359_lamp'
  const path = join(folder, `${later}.sql`)
  await writeFile(path, "create table lamp (colour text primary key); insert into lamp values ('red');")
  expect(await migrate(withFolder())).toEqual({ applied: [later] })
  expect(await migrate(withFolder())).toEqual({ applied: [] })
  expect((await database.pool.query('select colour from lamp')).rows).toEqual([{ colour: 'red' }])
  await writeFile(path, 'create table lamp (colour text);')
  await expect(migrate(withFolder())).rejects.toThrow(`Migration ${later} changed after it was applied.`)
  await rm(path)
  await database.pool.query('drop table lamp')
  await database.pool.query('delete from schema_migration where version = $1', [later])
})

test('a file that fails leaves nothing behind', async () => {
  const path = join(folder, '29991231-2359_half.sql')
  await writeFile(path, 'create table half (id integer); select 1 / 0;')
  const before = await applied()
  await expect(migrate(withFolder())).rejects.toThrow('division by zero')
  expect(await applied()).toEqual(before)
  expect((await database.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  await rm(path)
})

test('a database of before the baseline is refused with words, and not touched', async () => {
  const known = await applied()
  await database.pool.query(
    "update schema_migration set version = '20261121-0413_initial' where version = $1",
    [known[0]],
  )
  const before = await applied()
  const refused = migrate({ databaseUrl: database.databaseUrl })
  await expect(refused).rejects.toThrow('20261121-0413_initial, which this version does not know')
  await expect(refused).rejects.toThrow('move the folder postgres out of DATA_DIR')
  expect(await applied()).toEqual(before)
})

test('so is a data folder of before, when the product starts; its database server ends with it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-before-'))
  // mkdtemp closes the folder, but under root the server runs as another user.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(
    'create table schema_migration (version text primary key, checksum text not null, applied_at timestamptz)',
  )
  await client.query("insert into schema_migration values ('20261121-0413_initial', '', now())")
  await client.end()
  await server.stop()
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  await expect(openDeps(env)).rejects.toThrow('move the folder postgres out of DATA_DIR')
  // There is no pid file: the folder can be moved.
  expect(() => databasePid(dataDir)).toThrow('ENOENT')
  await rm(dataDir, { recursive: true })
})
