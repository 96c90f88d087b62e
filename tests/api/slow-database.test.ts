import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxAnswerMs } from '#platform/limits.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

/* Statements that would take two minutes, on the real database: nobody waits longer than the limit. */

let app: TestApp
let blocker: pg.Client
/** Far from the limit on a busy machine, too, and farther from what the statements take. */
const longestMs = maxAnswerMs * 6

beforeAll(async () => {
  app = await openTestApp({
    async renderPage(path) {
      if (path === '/de') await sql`select pg_sleep(120)`.execute(app.deps.db)
      const status = path === '/500' ? 500 : 200
      return new Response(`<!doctype html><title>${path}</title>`, {
        status,
        headers: { 'Content-Type': 'text/html', 'Cache-Tag': 'test' },
      })
    },
  })
  blocker = new pg.Client({ connectionString: app.deps.env.databaseUrl })
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await app.close()
})

async function timed(path: string) {
  const started = performance.now()
  const { status, headers } = await send(app.base, { path })
  return { status, retryAfter: Number(headers['retry-after']), ms: performance.now() - started }
}

test('a page whose statement sleeps answers 503 in time, others go on', async () => {
  const [slow, other] = await Promise.all([timed('/de'), timed('/fr')])
  expect(slow.status).toBe(503)
  expect(slow.retryAfter).toBeGreaterThan(0)
  expect(slow.ms).toBeLessThan(longestMs)
  expect([other.status, other.ms < slow.ms]).toEqual([200, true])
})

test('a locked table holds no reader of the API, and all is well when it is open again', async () => {
  await blocker.query('begin')
  await blocker.query('lock table material in access exclusive mode')
  const held = await Promise.all([1, 2, 3].map((id) => timed(`/api/v1/materials/${id}?world=de`)))
  await blocker.query('rollback')
  for (const { status, ms } of held) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(longestMs)
  }
  const after = await timed('/api/v1/materials/1?world=de')
  expect(after.status).toBe(404)
})
