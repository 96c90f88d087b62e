import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { startSales } from '#shop/selling/materials/server/publishing/starting-sales.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient, send } from '../support/http-client.ts'
import { priceSince } from '../support/prices.ts'
import { sold } from '../support/till.ts'

/* Reads that say the same to everybody come from memory for callers without a session, until what they show changes. */

let app: TestApp
let seller: Person
let buyer: Person
let id: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'author', { isSeller: true })
  const sale = await sold(app, { sellers: [seller], prices: [400] })
  buyer = sale.buyer
  id = sale.materialIds[0] ?? 0
  await app.deps.db
    .updateTable('material')
    .set({
      ...{ description: 'Übungen', material_type: 'worksheet', subjects: ['de-mathematics'] },
      ...{ grades: ['5'], school_types: ['sek1-gym'], preview_state: 'ready' },
    })
    .where('id', '=', id)
    .execute()
  await app.deps.db
    .insertInto('material_file')
    .values({
      ...{ world: 'de', material_id: id, type: 'material_file', storage_key: 'x/1.pdf', name: 'a.pdf' },
      ...{ media_type: 'application/pdf', size_bytes: 3, sha256: Buffer.alloc(32) },
    })
    .execute()
})
afterAll(() => app.close())

const address = (materialId = id, world = 'de') => `/api/v1/materials/${materialId}?world=${world}`
const asGuest = (path = address(), headers: Record<string, string> = {}) => send(app.base, { path, headers })
const seen = async () => (await asGuest()).json<MaterialDetail>()
const change = async (input: object) => {
  const { status, text } = await seller.client.api('PUT', `/v1/materials/${id}?world=de`, input)
  expect([status, text]).toEqual([200, expect.anything()])
}
const column = (values: object) =>
  app.deps.db.updateTable('material').set(values).where('id', '=', id).execute()
const kindOf = ({ status, headers }: Answer) => [status, headers['cache-control'], headers.etag !== undefined]
const personal = [200, 'private, no-store', false]

test('a guest gets what is in memory, with a validator; who has it gets nothing again', async () => {
  const first = await asGuest()
  expect(kindOf(first)).toEqual([200, 'public, max-age=0, must-revalidate', true])
  expect(first.headers.vary).toBe('Accept-Encoding, Authorization, Cookie')
  expect(first.headers['x-robots-tag']).toBe('noindex')
  // Behind the product's back: only the database says so.
  await column({ title: 'Nur in der Datenbank' })
  const second = await asGuest()
  expect(second.text).toBe(first.text)
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(Object.keys(second.headers).toSorted()).toEqual(Object.keys(first.headers).toSorted())
  const etag = String(first.headers.etag)
  const third = await asGuest(address(), { 'If-None-Match': etag })
  expect([third.status, third.text, third.headers.etag]).toEqual([304, '', etag])
  const small = await asGuest(address(), { 'Accept-Encoding': 'br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).toString()).toBe(first.text)
  const head = await send(app.base, { path: address(), method: 'HEAD' })
  expect([kindOf(head), head.text]).toEqual([kindOf(first), ''])
  const before = app.deps.pageCache.size
  // A parameter nobody knows is refused by its name, and makes no entry.
  expect((await asGuest(`${address()}&utm=1`)).json()).toMatchObject({
    error: { fields: { utm: 'unknown' } },
  })
  expect(app.deps.pageCache.size).toBe(before)
})

test('owner and buyer ask the database, and a wrong token is refused although there is an answer', async () => {
  await column({ title: 'Eins' })
  app.deps.pageCache.expire([`material:${id}`])
  expect((await seen()).title).toBe('Eins')
  await column({ title: 'Zwei' })
  for (const { client } of [seller, buyer]) {
    const answer = await client.api('GET', `/v1/materials/${id}?world=de`)
    expect([kindOf(answer), answer.json<MaterialDetail>().title]).toEqual([personal, 'Zwei'])
  }
  expect((await asGuest(address(), { Authorization: 'Bearer nobody' })).status).toBe(401)
  expect((await seen()).title).toBe('Eins')
  app.deps.pageCache.expire([`material:${id}`])
})

test('another world has no such material, before and after it is in memory', async () => {
  await seen()
  for (const world of ['es', 'en']) expect((await asGuest(address(id, world))).status).toBe(404)
  expect((await asGuest(address(id, 'xx'))).status).toBe(422)
})

test('a new price, a review and a follower are seen by guests at once', async () => {
  expect(await seen()).toMatchObject({ finalPrice: 400, reviews: [] })
  await change({ priceCents: 500 })
  expect(await seen()).toMatchObject({ finalPrice: 500 })
  const text = 'Das hat in meiner Klasse gut funktioniert.'
  const { status } = await buyer.client.api('PUT', `/v1/materials/${id}/review`, { rating: 4, text })
  expect(status).toBe(200)
  expect(await seen()).toMatchObject({ rating: { average: 4, count: 1 }, reviews: [{ rating: 4, text }] })

  const author = async () =>
    (await asGuest(`/api/v1/authors/${seller.id}?world=de`)).json<{ author: { totalFollowers: number } }>()
  await app.deps.db
    .updateTable('author_profile')
    .set({ total_materials: 1 })
    .where('account_id', '=', seller.id)
    .execute()
  expect((await author()).author.totalFollowers).toBe(0)
  const followed = await buyer.client.submit(url('author', { world: 'de', id: seller.id, slug: 'author' }), {
    intent: 'follow-author',
    authorId: String(seller.id),
  })
  expect(followed.status).toBe(303)
  expect((await author()).author.totalFollowers).toBe(1)
})

test('a sale begins and ends by the clock, in memory, too', async () => {
  await priceSince(app, id, { daysAgo: 60, price: 500 })
  await change({ priceCents: 500, salePriceCents: 300, saleFrom: '2099-03-01', saleUntil: '2099-03-31' })
  expect((await seen()).finalPrice).toBe(500)
  await column({ planned_sale_from: sql<Date>`now() - interval '1 minute'` })
  await startSales(app.deps)
  expect(await seen()).toMatchObject({ finalPrice: 300, sale: true })
  // The job comes every few minutes; an answer is not older than the price it says.
  await column({ sale_until: sql<Date>`now() + interval '1 second'` })
  app.deps.pageCache.expire([`material:${id}`])
  await seen()
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ finalPrice: 500, sale: false }), 20_000)
})

test('what ended by itself ends in the search, in lists and in its history, once', async () => {
  const inSearch = async () => {
    const { rows } = await sql<{ price_cents: number }>`
      select price_cents from material_search where material_id = ${id}::bigint`.execute(app.deps.db)
    return rows[0]?.price_cents
  }
  expect(await inSearch()).toBe(300)
  await Promise.all([startSales(app.deps), startSales(app.deps)])
  expect(await inSearch()).toBe(500)
  const row = await app.deps.db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ price_cents: 500, sale_price_cents: null, sale_until: null })
  expect(await seen()).toMatchObject({ price: 500, finalPrice: 500, sale: false, priorPrice: null })
})

test('what is taken back, and what is deleted, is gone for guests at once', async () => {
  await seen()
  const { status } = await seller.client.api('POST', `/v1/materials/${id}/unpublish?world=de`)
  expect(status).toBeLessThan(300)
  const path = address()
  expect(await seen()).toMatchObject({ status: 'unlisted' })
  await seller.client.api('DELETE', `/v1/materials/${id}?world=de`)
  expect((await asGuest(path)).status).toBe(410)
  expect((await createClient(app.base).get(path)).status).toBe(410)
})
