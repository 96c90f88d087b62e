import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { announceTags } from '#platform/events/tags.ts'
import { translator } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import { deleteFilesJob } from '#shop/selling/materials/server/jobs.ts'
import { member, openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'
import { type Ending, endDatabase, endings, untilDatabaseIsBack } from '../support/postmaster.ts'

/* A database that is lost under readers: nothing unhandled, stored pages go on, and all is whole soon after its return. */

/** From the moment the database takes connections again. */
const wholeWithinMs = 5_000
const readers = 12

let app: TestApp
let authorId: number
let isOver: boolean
let reading: Promise<void>[]
let statuses: Map<string, number>

/** A page that reads in a transaction and rests in it: its connection is lent and runs nothing. */
async function renderPage(path: string): Promise<Response> {
  const isError = path === '/404' || path === '/500'
  if (!isError) {
    await transaction(app.deps.db, async (tx) => {
      await sql`select 1`.execute(tx)
      await pause(30)
      await sql`select 1`.execute(tx)
    })
  }
  const html = `<!doctype html><html lang="de"><body><main>${path}</main></body></html>`
  const status = path === '/404' ? 404 : path === '/500' ? 500 : 200
  return new Response(html, { status, headers: { 'Content-Type': 'text/html', 'Cache-Tag': 'test' } })
}

beforeAll(async () => {
  app = await openTestApp({ renderPage, hasOwnDatabase: true })
  authorId = (await member(app, 'seller', { isSeller: true })).id
})
afterAll(() => app.close())

beforeEach(() => {
  isOver = false
  statuses = new Map()
  reading = Array.from({ length: readers }, (_, reader) => readWithoutEnd(reader))
})
afterEach(async () => {
  isOver = true
  await Promise.all(reading)
})

async function readWithoutEnd(reader: number): Promise<void> {
  const paths = ['/api/v1/materials/1?world=de', url('login', { world: 'de' }), searchFor(reader)]
  for (let turn = reader; !isOver; turn += 1) {
    const path = paths[turn % paths.length] as string
    const answer = await send(app.base, { path })
    if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    const seen = `${answer.status}`
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
    await pause(5)
  }
}

function searchFor(words: number): string {
  return url('search', { world: 'de', query: { q: `${words}` } })
}

/** Everything that depends on the database works: answers, transactions, notices, jobs. */
async function untilWhole(): Promise<number> {
  const started = performance.now()
  const isReady = async () => (await send(app.base, { path: '/health/ready' })).status === 200
  const reads = async () => (await send(app.base, { path: '/api/v1/materials/1?world=de' })).status === 404
  const renders = async () => (await send(app.base, { path: searchFor(performance.now()) })).status === 200
  for (const works of [isReady, reads, renders, hears, runsJobs]) while (!(await works())) await pause(20)
  const text = async () => (await send(app.base, { path: '/fr' })).text
  while ((await text()).includes('class="outage"')) await pause(20)
  return performance.now() - started
}

async function hears(): Promise<boolean> {
  const { pageCache, db } = app.deps
  await send(app.base, { path: '/it' })
  if (pageCache.peek('/it') === undefined) return false
  await announceTags(db, { tags: ['test'], gone: [] })
  for (let look = 0; look < 20 && pageCache.peek('/it'); look += 1) await pause(10)
  return pageCache.peek('/it') === undefined
}

const ran: string[] = []
async function runsJobs(): Promise<boolean> {
  const key = `${performance.now()}`
  await app.deps.queue.send(app.deps.db, deleteFilesJob, { keys: [key] })
  for (let look = 0; look < 150 && !ran.includes(key); look += 1) await pause(20)
  return ran.includes(key)
}

describe('an embedded server that dies under readers', () => {
  beforeAll(async () => {
    await app.deps.queue.work(deleteFilesJob, async ({ keys: [key = ''] }) => {
      if (key === 'slow') await pause(1_500)
      ran.push(key)
    })
  })

  test.each(Object.keys(endings) as Ending[])(
    '%s',
    async (ending) => {
      const { dataDir } = app.deps.env
      while (app.deps.pageCache.peek('/de') === undefined) await send(app.base, { path: '/de' })
      await app.deps.queue.send(app.deps.db, deleteFilesJob, { keys: ['slow'] })
      await pause(300)
      await endDatabase(dataDir, ending)
      await expect
        .poll(async () => (await send(app.base, { path: '/de' })).text, { timeout: 2000, interval: 5 })
        .toContain(translator('de')('common:outage'))
      expect((await send(app.base, { path: '/de' })).status).toBe(200)
      await untilDatabaseIsBack(app.databaseUrl)
      expect(await untilWhole()).toBeLessThan(wholeWithinMs)
      expect([...statuses.keys()].sort()).toEqual(['200', '404', '503'])
      // What was done while the database was away is written down as done.
      await expect.poll(() => openJobs(), { timeout: 5000 }).toBe(0)
    },
    25_000,
  )
})

async function openJobs(): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from jobs.job where name = ${deleteFilesJob.name} and state = 'active'`.execute(
    app.deps.db,
  )
  return rows[0]?.open ?? 0
}

test('connections that are cut under readers are made again, and what was not heard meanwhile is read anew', async () => {
  const { db, authorDomains, taxonomy, pageCache } = app.deps
  const [subject] = taxonomy.terms('de', 'subject')
  if (!subject) throw new Error('no subject')
  // Written without a notice and before the cut: only the reading after it can show this.
  await transaction(db, async (tx) => {
    await sql`alter table author_domain disable trigger user`.execute(tx)
    await sql`insert into author_domain (host, world, author_id) values ('lost.example', 'de', ${authorId})`.execute(
      tx,
    )
    await sql`alter table author_domain enable trigger user`.execute(tx)
    await sql`update taxonomy_term set name = 'Neu' where world = 'de' and kind = 'subject' and id = ${subject.id}`.execute(
      tx,
    )
  })
  expect(authorDomains.find('lost.example')).toBeUndefined()
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  for (let round = 0; round < 10; round += 1) {
    await cut.execute(db).catch(() => undefined)
    await pause(50)
  }
  await expect
    .poll(() =>
      cut.execute(db).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect
    .poll(
      () => [
        authorDomains.find('lost.example')?.authorId,
        taxonomy.term('de', 'subject', subject.id)?.name,
        pageCache.peek('/es'),
      ],
      { timeout: wholeWithinMs },
    )
    .toEqual([authorId, 'Neu', undefined])
  expect(await untilWhole()).toBeLessThan(wholeWithinMs)
  expect([...statuses.keys()].filter((status) => !['200', '404', '503'].includes(status))).toEqual([])
}, 25_000)
