import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { formerNames } from '#server/db/migration-names.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('names are times, none twice, and a data folder of before goes on under the new ones', async () => {
  const versions = (await readMigrations()).map(({ version }) => version)
  const times = versions.map((version) => version.slice(0, 13))
  expect(new Set(times).size).toBe(times.length)
  for (const [former, current] of Object.entries(formerNames))
    await database.pool.query('update schema_migration set version = $1 where version = $2', [
      former,
      current,
    ])
  expect(await migrate({ databaseUrl: database.databaseUrl })).toEqual({ applied: [] })
  const { rows } = await database.pool.query('select version from schema_migration order by version')
  expect(rows.map(({ version }) => version)).toEqual(versions)
})
