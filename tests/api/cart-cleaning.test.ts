import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#features'
import { strangersCartDays } from '#platform/limits.ts'
import { cleanCarts } from '#shop/buying/cart/server/saved/cleaning.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let buyer: Person
let materialId: number
let otherId: number

beforeAll(async () => {
  app = await openTestApp()
  const seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
  materialId = await materialRow(app, { authorId: seller.id })
  otherId = await materialRow(app, { authorId: seller.id })
})
afterAll(() => app.close())

async function cartOf(client: Client): Promise<number> {
  const before = await newest()
  for (const id of [materialId, otherId])
    expect((await client.api('POST', '/v1/cart/items', { materialId: id })).status).toBe(200)
  const made = await newest()
  expect(made).toBeGreaterThan(before)
  return made
}

async function newest(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from cart`.execute(
    app.deps.db,
  )
  return rows[0]?.id ?? 0
}

/** Makes a cart and what lies in it older. */
async function age(id: number, days: number, itemDays = days): Promise<void> {
  await sql`update cart set updated_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
    app.deps.db,
  )
  await sql`update cart_item set added_at = now() - ${itemDays} * interval '1 day' where cart_id = ${id}`.execute(
    app.deps.db,
  )
}

async function carts(): Promise<number[]> {
  const rows = await app.deps.db.selectFrom('cart').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test("strangers' carts nobody touched go with what lies in them; members' and used ones stay", async () => {
  const old = strangersCartDays + 1
  const forgotten = await cartOf(createClient(app.base))
  const young = await cartOf(createClient(app.base))
  const added = await cartOf(createClient(app.base))
  const shopper = createClient(app.base)
  const removed = await cartOf(shopper)
  const members = await cartOf(buyer.client)
  await age(forgotten, old)
  await age(young, strangersCartDays - 1)
  await age(added, old, 1)
  await age(removed, old)
  expect((await shopper.api('DELETE', `/v1/cart/items/${otherId}`)).status).toBe(200)
  await age(members, 1000)
  await cleanCarts(app.deps)
  expect(await carts()).toEqual([young, added, removed, members])
  const items = await app.deps.db.selectFrom('cart_item').select('cart_id').distinct().execute()
  expect(items.map(({ cart_id }) => cart_id)).not.toContain(forgotten)
})

test('many are removed in batches, every night', async () => {
  await sql`insert into cart (world, token_hash, updated_at)
    select 'fr', decode(md5(n::text), 'hex'), now() - interval '200 days' from generate_series(1, 2500) n`.execute(
    app.deps.db,
  )
  await cleanCarts(app.deps)
  expect(await app.deps.db.selectFrom('cart').select('id').where('world', '=', 'fr').execute()).toEqual([])
  expect(jobs.find(({ type }) => type.name === 'clean_carts')?.cron).toMatch(/^\d+ \d+ \* \* \*$/)
})
