import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/** What people had pasted before the product took invisible signs away. */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a stored address with invisible signs becomes the one that is seen, and two of one person are a task', async () => {
  const { db, pool } = database
  const values = (email: string) => ({ world: 'de', email, public_name: 'Ilse', slug: 'ilse' })
  const dirty = ['\u200bilse@pasted.example', 'anna@pasted.example\u200b', '\u202ebob@pasted.example']
  const stored = await db
    .insertInto('account')
    .values([...dirty, 'bob@pasted.example'].map(values))
    .returning(['id', 'email'])
    .execute()
  const migration = readFileSync(
    join(import.meta.dirname, '../../src/server/db/migrations/20261128-1501_plain_emails.sql'),
    'utf8',
  )
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query(migration)
    await connection.query('commit')
  } finally {
    connection.release()
  }
  const ids = stored.map(({ id }) => id)
  const after = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  // Two accounts of one address stay two, and a person is asked.
  expect(after.map(({ email }) => email)).toEqual([
    'ilse@pasted.example',
    'anna@pasted.example',
    '\u202ebob@pasted.example',
    'bob@pasted.example',
  ])
  const tasks = await db.selectFrom('operator_task').select(['kind', 'detail']).execute()
  expect(tasks).toHaveLength(1)
  expect(JSON.stringify(tasks[0]?.detail)).toContain(`account ${ids[2]}`)
})
