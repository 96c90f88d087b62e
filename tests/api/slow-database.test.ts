import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxAnswerMs } from '#shared/limits.ts'
import { openTestHouse, type TestHouse } from '../support/house.ts'
import { send } from '../support/http-client.ts'

/* Statements that would take half a minute, on the real database: nobody waits longer than the limit. */

let house: TestHouse
let blocker: pg.Client
/** What the machine may add under the load of other tests. */
const toleranceMs = 2500

beforeAll(async () => {
  house = await openTestHouse({
    async renderPage(path) {
      if (path === '/de') await sql`select pg_sleep(30)`.execute(house.deps.db)
      const status = path === '/500' ? 500 : 200
      return new Response(`<!doctype html><title>${path}</title>`, {
        status,
        headers: { 'Content-Type': 'text/html', 'Cache-Tag': 'test' },
      })
    },
  })
  blocker = new pg.Client({ connectionString: house.deps.env.databaseUrl })
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await house.close()
})

async function timed(path: string) {
  const started = performance.now()
  const { status, headers } = await send(house.base, { path })
  return { status, retryAfter: Number(headers['retry-after']), ms: performance.now() - started }
}

test('a page whose statement sleeps answers 503 in time, others go on', async () => {
  const [slow, other] = await Promise.all([timed('/de'), timed('/fr')])
  expect(slow.status).toBe(503)
  expect(slow.retryAfter).toBeGreaterThan(0)
  expect(slow.ms).toBeLessThan(maxAnswerMs + toleranceMs)
  expect([other.status, other.ms < maxAnswerMs]).toEqual([200, true])
}, 20_000)

test('a locked table holds no reader of the API, and all is well when it is open again', async () => {
  await blocker.query('begin')
  await blocker.query('lock table material in access exclusive mode')
  const held = await Promise.all([1, 2, 3].map((id) => timed(`/api/v1/materials/${id}?world=de`)))
  await blocker.query('rollback')
  for (const { status, ms } of held) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(maxAnswerMs + toleranceMs)
  }
  const after = await timed('/api/v1/materials/1?world=de')
  expect(after.status).toBe(404)
  expect(after.ms).toBeLessThan(maxAnswerMs)
}, 20_000)
