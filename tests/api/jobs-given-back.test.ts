import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { job } from '#platform/jobs/job.ts'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/** May take an hour, as drawing the previews of a long film does. */
const long = job<{ name: string }>('takes_an_hour', { expireInSeconds: 3600, retryDelay: 1 })

let database: TestDatabase
let queue: Queue

beforeAll(async () => {
  database = await testDatabase()
  queue = createQueue({
    ...{ connectionString: database.databaseUrl, log: pino({ level: 'silent' }) },
    ...{ role: 'work', types: [long], superviseSeconds: 1 },
  })
  await queue.start()
})

afterAll(async () => {
  await queue.stop()
  await database.drop()
})

/** A process takes the job and says that it works on it, the last time so many seconds ago. */
async function taken(name: string, silentSeconds: number): Promise<void> {
  await transaction(database.db, (tx) => queue.send(tx, long, { name }))
  const { rowCount } = await database.pool.query(
    `update jobs.job set state = 'active', started_on = now() - make_interval(secs => $2), heartbeat_on = now() - make_interval(secs => $2)
     where name = 'takes_an_hour' and data->>'name' = $1`,
    [name, silentSeconds],
  )
  expect(rowCount).toBe(1)
}

test('what a killed process worked on is done by another within minutes, what somebody works on is left to him', async () => {
  await taken('of the dead', 61)
  await taken('of the living', 5)
  const done: string[] = []
  await queue.work(long, async ({ name }) => {
    done.push(name)
  })
  await vi.waitFor(() => expect(done).toEqual(['of the dead']), { timeout: 30_000, interval: 50 })
  const { rows } = await database.pool.query(
    "select data->>'name' as name from jobs.job where name = 'takes_an_hour' and state = 'active'",
  )
  expect(rows).toEqual([{ name: 'of the living' }])
})
