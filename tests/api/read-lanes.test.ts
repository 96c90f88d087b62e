import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '#server/db/pool.ts'
import { type LanedPool, quickRead, runPrepared } from '#server/db/prepared.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/* Quick reads share two pipelined connections; whatever happens to them, somebody answers. */

const lanesName = 'read-lanes-test'
const whose = quickRead<{ pid: number; given: number }>(
  'test_whose',
  'select pg_backend_pid() as pid, $1::int as given',
)
const sleep = quickRead('test_sleep', 'select pg_sleep($1::float8)')

let database: TestDatabase
let pool: LanedPool
let end: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const made = createDb({
    databaseUrl: database.databaseUrl,
    max: 2,
    applicationName: lanesName,
    withLanes: true,
  })
  pool = made.pool
  end = async () => {
    await pool.lanes?.stop()
    await made.db.destroy()
  }
})
afterAll(async () => {
  await end()
  await database.drop()
})
beforeEach(async () => {
  while (pool.lanes?.query({ text: 'select 1' }) === undefined) await pause(10)
})

test('many at once are answered by two connections, each with its own answer', async () => {
  const rows = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => (await runPrepared(pool, whose, [at]))[0]),
  )
  expect(rows.map((row) => row?.given)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(2)
  expect(pool.totalCount).toBe(0)
})

test('a statement that fails does no harm to its neighbours', async () => {
  const broken = quickRead('test_broken', 'select 1 / $1::int as one')
  const answers = await Promise.allSettled([
    runPrepared(pool, whose, [1]),
    runPrepared(pool, broken, [0]),
    runPrepared(pool, broken, [0]),
    runPrepared(pool, whose, [2]),
    runPrepared(pool, broken, [1]),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('lanes that are held up are passed by', async () => {
  const held = [runPrepared(pool, sleep, [1.5]), runPrepared(pool, sleep, [1.5])]
  let areOver = false
  void Promise.all(held).then(() => {
    areOver = true
  })
  await pause(100)
  await runPrepared(pool, whose, [1])
  expect(areOver).toBe(false)
  await Promise.all(held)
})

test('a lost lane is made again, and meanwhile the pool answers', async () => {
  const lost = runPrepared(pool, sleep, [20]).catch((error: unknown) => error)
  const admin = new pg.Client({ connectionString: database.databaseUrl })
  await admin.connect()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [lanesName],
  )
  await admin.end()
  expect(await lost).toBeInstanceOf(Error)
  expect(await runPrepared(pool, whose, [7])).toMatchObject([{ given: 7 }])
  while (pool.lanes?.query({ text: 'select 1' }) === undefined) await pause(10)
})
