import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { announceChange, announcePages } from '#shop/catalogue/seo/server/announce.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

const key = 'a-key-of-this-host-0123456789'
const heard: {
  type: string | undefined
  host: string
  key: string
  keyLocation: string
  urlList: string[]
}[] = []
const state = { status: 200 }
let engine: Server
let app: TestApp
let seller: Person
let id: number

beforeAll(async () => {
  engine = createServer(async (request, response) => {
    heard.push({ type: request.headers['content-type'], ...JSON.parse(await text(request)) })
    response.writeHead(state.status).end()
  })
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  const port = (engine.address() as AddressInfo).port
  app = await openTestApp({
    environment: { INDEXNOW_KEY: key, INDEXNOW_URL: `http://127.0.0.1:${port}/indexnow` },
  })
  seller = await member(app, 'seller', { isSeller: true })
  id = await materialRow(app, { authorId: seller.id })
})
afterAll(async () => {
  await app.close()
  engine.close()
})
beforeEach(() => {
  heard.length = 0
  state.status = 200
})

const waiting = async () =>
  (await sql<{ kind: string; subject_id: number }>`select * from page_announcement`.execute(app.deps.db)).rows
const jobs = async () =>
  (
    await sql<{ n: number }>`
      select count(*) as n from jobs.job where name = 'announce_pages' and state = 'created'
    `.execute(app.deps.db)
  ).rows[0]?.n
const note = (subject = id) =>
  announceChange(app.deps, app.deps.db, { world: 'de', kind: 'material', id: subject })

test('the key stands at the root, on no other address', async () => {
  const answer = await send(app.base, { path: `/${key}.txt` })
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
    200,
    key,
    'text/plain; charset=utf-8',
  ])
  expect((await send(app.base, { path: `/${key}x.txt` })).status).toBe(404)
})

test('a page that is withdrawn and then deleted waits once, in one job, and are said in one call', async () => {
  const { client } = seller
  const path = `/v1/materials/${id}`
  expect((await client.api('POST', `${path}/unpublish?world=de`)).status).toBeLessThan(300)
  expect((await client.api('DELETE', `${path}?world=de`)).status).toBeLessThan(300)
  expect((await waiting()).map(({ kind, subject_id }) => [kind, subject_id])).toEqual([['material', id]])
  expect(await jobs()).toBe(1)
  await announceChange(app.deps, app.deps.db, { world: 'de', kind: 'author', id: seller.id })
  await announcePages(app.deps)
  const { siteUrl } = app.deps.env
  const { host } = new URL(siteUrl)
  const [{ slug }] = (
    await sql<{ slug: string }>`select slug from material where id = ${id}`.execute(app.deps.db)
  ).rows as [{ slug: string }]
  expect(heard).toEqual([
    {
      type: 'application/json; charset=utf-8',
      host,
      key,
      keyLocation: `https://${host}/${key}.txt`,
      urlList: [
        siteUrl + url('material', { world: 'de', id, slug }),
        siteUrl + url('author', { world: 'de', id: seller.id, slug: 'seller' }),
      ],
    },
  ])
  expect(await waiting()).toEqual([])
})

test.each([429, 500, 503])('%i: nothing is lost, the job comes again', async (status) => {
  await note()
  state.status = status
  await expect(announcePages(app.deps)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await waiting()).toHaveLength(1)
  state.status = 202
  await announcePages(app.deps)
  expect([heard.length, (await waiting()).length]).toEqual([2, 0])
})

test.each([403, 422])('%i: said once, and not again', async (status) => {
  await note()
  state.status = status
  await announcePages(app.deps)
  expect([heard.length, (await waiting()).length]).toEqual([1, 0])
})

test('more than one call holds: the calls follow each other, each with 10,000 at most', async () => {
  await sql`
    insert into page_announcement (world, kind, subject_id)
    select 'de', 'post', n from generate_series(1, 10001) as n
  `.execute(app.deps.db)
  await announcePages(app.deps)
  expect(heard.map(({ urlList }) => urlList.length)).toEqual([10_000, 1])
  expect(await waiting()).toEqual([])
})

test('without a key nobody is told, and nothing is kept', async () => {
  await announceChange({ ...app.deps, announcer: undefined }, app.deps.db, {
    world: 'de',
    kind: 'material',
    id,
  })
  expect(await waiting()).toEqual([])
})

test('a text of the editors is said once it is public, by its address', async () => {
  const editor = await member(app, 'editor', { role: 'editor' })
  const name = { kind: 'magazine', key: 'exit-ticket' }
  const withdraw = await editor.client.api('PUT', '/v1/texts/state', { ...name, change: 'withdraw' })
  expect(withdraw.status, withdraw.text).toBe(200)
  const article = () => app.deps.articles.byId('magazine', 'de', 1)
  await expect.poll(article).toBeUndefined()
  expect(await waiting()).toEqual([expect.objectContaining({ kind: 'text', name: 'magazine exit-ticket' })])
  await announcePages(app.deps)
  expect(heard.flatMap(({ urlList }) => urlList)).toEqual([expect.stringContaining('/de/magazin/1/')])
  expect(await waiting()).toEqual([])
})
