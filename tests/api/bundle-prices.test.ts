import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { BulkResult } from '#shop/selling/materials/rules/bulk-contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'

/** A bundle costs at most what its parts cost together, whoever changes what and when. */

let app: TestApp
let author: Person
let buyer: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  buyer = await member(app, 'buyer')
})
afterAll(() => app.close())

function change(id: number, input: object): Promise<Answer> {
  return author.client.api('PUT', `/v1/materials/${id}?world=de`, input)
}

async function madeOf(prices: readonly number[]): Promise<{ bundle: number; parts: number[] }> {
  const parts: number[] = []
  for (const price of prices) {
    const id = await materialRow(app, { authorId: author.id, price })
    // Complete, as one that an author has published by the form.
    await sql`update material set description = 'Ein Blatt.', subjects = '{de-mathematics}', grades = '{6}',
      school_types = '{sek1-gym}', material_type = 'worksheet', is_own_work = true, ai_use = 'none'
      where id = ${id}`.execute(app.deps.db)
    await sql`insert into material_file (world, material_id, type, storage_key, name, media_type, size_bytes, sha256)
      values ('de', ${id}, 'material_file', ${`sheet-${id}`}, 'blatt.pdf', 'application/pdf', 1, '\\x00')`.execute(
      app.deps.db,
    )
    parts.push(id)
  }
  const made = await author.client.api('POST', '/v1/bundles?world=de', { ids: parts })
  const { materialId: bundle } = made.json<{ materialId: number }>()
  await app.deps.db
    .updateTable('material')
    .set({ is_own_work: true, ai_use: 'none' })
    .where('id', '=', bundle)
    .execute()
  return { bundle, parts }
}

async function priceOf(id: number): Promise<number> {
  return (await buyer.client.api('GET', `/v1/materials/${id}?world=de`)).json<MaterialDetail>().price
}

const fieldsOf = (answer: Answer) => [
  answer.status,
  answer.json<{ error?: { fields?: object } }>().error?.fields,
]
const refused = [422, { price: 'bundle_above_parts' }]

test('is refused above its parts on save, in bulk and on publishing', async () => {
  const { bundle } = await madeOf([400, 300])
  expect(fieldsOf(await change(bundle, { priceCents: 701 }))).toEqual([
    422,
    { priceCents: 'bundle_above_parts' },
  ])
  expect((await change(bundle, { priceCents: 700 })).status).toBe(200)
  const bulk = await author.client.api('POST', '/v3/sales/bulk-price?world=de', {
    ids: [bundle],
    change: { kind: 'set', cents: 9900 },
  })
  expect(bulk.json<BulkResult>().skipped).toMatchObject([{ fields: { price: 'bundle_above_parts' } }])
  await app.deps.db.updateTable('material').set({ price_cents: 900 }).where('id', '=', bundle).execute()
  const published = () => author.client.api('POST', `/v1/materials/${bundle}/publish?world=de`, {})
  expect(fieldsOf(await published())).toEqual(refused)
  await app.deps.db.updateTable('material').set({ price_cents: 700 }).where('id', '=', bundle).execute()
  expect((await published()).status).toBe(200)
})

test('follows its parts down when one costs less or is taken out', async () => {
  const { bundle, parts } = await madeOf([400, 300, 200])
  expect((await change(bundle, { priceCents: 900 })).status).toBe(200)
  await author.client.api('POST', `/v1/materials/${bundle}/publish?world=de`, {})
  expect((await change(parts[0] ?? 0, { priceCents: 250 })).status).toBe(200)
  expect(await priceOf(bundle)).toBe(750)
  const out = await author.client.api('POST', `/v1/bundles/${bundle}/removals?world=de`, { ids: [parts[2]] })
  expect(out.status).toBe(200)
  expect(await priceOf(bundle)).toBe(550)
})

test('is never charged above its parts of today, also while one of them is on sale', async () => {
  const { bundle, parts } = await madeOf([400, 300])
  await change(bundle, { priceCents: 700 })
  await author.client.api('POST', `/v1/materials/${bundle}/publish?world=de`, {})
  expect((await change(parts[0] ?? 0, { salePriceCents: 100 })).status).toBe(200)
  const added = await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: bundle })
  expect(added.status).toBe(200)
  const view = await buyer.client.api('GET', '/v1/cart/view?world=de')
  expect(view.json<{ items: { cart: Cart } }>().items.cart.finalPrice).toBe(400)
})
