import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createDb, type Db } from '#platform/db/pool.ts'
import { seedTaxonomy } from '#platform/db/taxonomy.ts'

export interface TestDatabase {
  db: Db
  pool: pg.Pool
  databaseUrl: string
  /** Closes the pool and deletes the database. */
  drop(): Promise<void>
}

const template = 'app_template'

/**
 * A fresh database of a test file's own: all tables, the taxonomy of every world, nobody and nothing else.
 * Call it in `beforeAll` and `drop()` it in `afterAll`. Needs tests/support/global-setup.ts as vitest globalSetup.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(adminUrl, `create database ${name} template ${template}`)
  const databaseUrl = urlOf(adminUrl, name)
  const { db, pool } = createDb({ databaseUrl, max: 8, applicationName: 'aularium-test' })
  return {
    db,
    pool,
    databaseUrl,
    async drop() {
      await db.destroy()
      await runOn(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Makes the template that `testDatabase` clones; once per run. */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  await runOn(adminUrl, `create database ${template}`)
  const databaseUrl = urlOf(adminUrl, template)
  await migrate({ databaseUrl })
  const { db } = createDb({ databaseUrl, max: 1 })
  await seedTaxonomy(db)
  await db.destroy()
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function runOn(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
