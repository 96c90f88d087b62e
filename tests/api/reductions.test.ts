import { afterAll, beforeAll, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import { mailPriceDrops } from '#shop/buying/favorites/server/price-drops.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/cards.ts'
import { materialPage } from '#shop/catalogue/catalogue/server/material-page.ts'
import { offersPage } from '#shop/catalogue/catalogue/server/offers.ts'
import { listIds } from '#shop/catalogue/catalogue/server/queries.ts'
import { materialRow, member, type Person, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { priceSince } from '../support/prices.ts'

/** Directive 98/6/EC, article 6a: every place that shows a price before measures it at the lowest of 30 days, or is silent. */
let app: TestApp
let seller: Person
let buyer: Person

beforeAll(async () => {
  app = await openEmptyBuiltApp()
  app.deps.env.siteUrl = app.base
  seller = await member(app, 'seller', { isSeller: true })
  buyer = await member(app, 'buyer')
}, 600_000)
afterAll(() => app.close())

const context = () => strangerContext(app.deps, 'de')
const detail = async (id: number) =>
  (await buyer.client.api('GET', `/v1/materials/${id}?world=de`)).json<MaterialDetail>()
async function seen(id: number): Promise<[number, number, boolean]> {
  const [card] = await cardsByIds(context(), [id])
  return card ? [card.price, card.finalPrice, card.sale] : [0, 0, false]
}
async function stored(id: number) {
  const row = await app.deps.db
    .selectFrom('material')
    .select(['asked_since', 'prior_price_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.prior_price_cents
}

test('a price asked for a second makes no reduction anywhere', async () => {
  const id = await materialRow(app, { authorId: seller.id, title: 'Rationale Zahlen', price: 249 })
  await priceSince(app, id, { daysAgo: 200 })
  await buyer.client.api('POST', '/v3/subscriptions/subscribe', { subjectId: id, subjectType: 'material' })
  await priceSince(app, id, { daysAgo: 0.01, price: 999 })
  await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: id })
  await priceSince(app, id, { daysAgo: 0, sale: 249 })
  expect(await seen(id)).toEqual([249, 249, false])
  const material = await detail(id)
  expect(material).toMatchObject({ price: 249, finalPrice: 249, sale: false, priorPrice: null })
  for (const { price, finalPrice } of material.licences) expect(price).toBe(finalPrice)
  const cart = (await buyer.client.api('GET', '/v1/cart/view?world=de')).json<{ items: { cart: Cart } }>()
    .items.cart
  expect(cart).toMatchObject({ originalPrice: 249, finalPrice: 249 })
  expect(cart.cartItems[0]).toMatchObject({
    discount: 0,
    priceChangedFrom: null,
    material: { price: 249, sale: false },
  })
  const pages = [
    url('cart', { world: 'de' }),
    url('payment', { world: 'de' }),
    url('search', { world: 'de', query: { query: 'rationale zahlen' } }),
    url('author', { world: 'de', id: seller.id, slug: 'seller' }),
    url('material', { world: 'de', id, slug: 'brueche-addieren' }),
    url('offers', { world: 'de' }),
  ]
  for (const page of pages) {
    const { status, text } = await buyer.client.get(page)
    expect([page, status]).toEqual([page, 200])
    // The words alone are in the cart, for when something is saved.
    expect([page, /9,99|class="sums__save"|Du sparst \d/.exec(text)?.[0]]).toEqual([page, undefined])
  }
  expect((await offersPage(context(), 1)).offers.map(({ card }) => card.id)).not.toContain(id)
  expect(await listIds(app.deps.db, 'de', 'onSale', 50)).not.toContain(id)
  await mailPriceDrops(app.deps)
  const mails = app.deps.db.selectFrom('mail').select('dedupe_key').where('recipient', '=', buyer.email)
  expect((await mails.execute()).map(({ dedupe_key: key }) => key)).toEqual([])
})

test.each([
  { what: 'the regular price of months', past: [[200, 500, null]], sale: 300, shown: [500, 300, true] },
  {
    what: 'a lower price within the 30 days',
    past: [
      [200, 400, null],
      [20, 500, null],
    ],
    sale: 300,
    shown: [400, 300, true],
  },
  {
    what: 'an older lower price does not count',
    past: [
      [200, 400, null],
      [34, 500, null],
    ],
    sale: 300,
    shown: [500, 300, true],
  },
  { what: 'less than 30 days known', past: [[29, 500, null]], sale: 300, shown: [300, 300, false] },
  {
    what: 'an earlier sale within the 30 days',
    past: [
      [200, 500, null],
      [20, 500, 250],
      [15, 500, null],
    ],
    sale: 300,
    shown: [300, 300, false],
  },
  {
    what: 'a step of a sale: its first price is one before',
    past: [
      [200, 500, null],
      [10, 500, 400],
    ],
    sale: 300,
    shown: [400, 300, true],
  },
  {
    what: 'a sale that goes on under another regular price',
    past: [
      [200, 500, null],
      [40, 500, 300],
      [2, 900, 300],
    ],
    sale: 300,
    shown: [500, 300, true],
  },
  {
    what: 'what was the regular price for long is no reduction for being called one',
    past: [
      [400, 500, null],
      [300, 300, null],
    ],
    sale: 300,
    shown: [300, 300, false],
  },
] as { what: string; past: [number, number, number | null][]; sale: number; shown: unknown[] }[])(
  'measured: $what',
  async ({ past, sale, shown }) => {
    const id = await materialRow(app, { authorId: seller.id, price: 500 })
    for (const [daysAgo, price, was] of past) await priceSince(app, id, { daysAgo, price, sale: was })
    await priceSince(app, id, { daysAgo: 0, sale, price: 999 })
    expect(await seen(id)).toEqual(shown)
    const isOffer = (await offersPage(context(), 1)).offers.some(({ card }) => card.id === id)
    expect(isOffer).toBe(shown[2])
  },
)

test('a sale that is prolonged goes on; one that ended by itself and begins anew does not', async () => {
  const id = await materialRow(app, { authorId: seller.id, price: 500 })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await priceSince(app, id, { daysAgo: 200 })
  await priceSince(app, id, { daysAgo: 40, sale: 300, saleUntil: inDays(1) })
  await priceSince(app, id, { daysAgo: 0, sale: 300, saleUntil: inDays(20) })
  expect(await seen(id)).toEqual([500, 300, true])
  const other = await materialRow(app, { authorId: seller.id, price: 500 })
  await priceSince(app, other, { daysAgo: 200 })
  await priceSince(app, other, { daysAgo: 20, sale: 300, saleUntil: inDays(-10) })
  await priceSince(app, other, { daysAgo: 5, sale: 300, saleUntil: null })
  expect(await seen(other)).toEqual([300, 300, false])
  // What nobody may call reduced on the day the sale began is not called so later.
  expect(await stored(other)).toBe(300)
})

test('a bundle saves what its parts cost at least in 30 days', async () => {
  const parts = await Promise.all([300, 300].map((price) => materialRow(app, { authorId: seller.id, price })))
  const bundle = await materialRow(app, { authorId: seller.id, title: 'Paket', price: 550 })
  const { db } = app.deps
  await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
  await db
    .insertInto('bundle_item')
    .values(parts.map((id, position) => ({ world: 'de', bundle_id: bundle, material_id: id, position })))
    .execute()
  const [first = 0] = parts
  expect((await detail(bundle)).partsPrice).toBe(600)
  await priceSince(app, first, { daysAgo: 100 })
  await priceSince(app, first, { daysAgo: 1, price: 2000 })
  expect((await detail(bundle)).partsPrice).toBe(600)
  const page = await materialPage(context(), first)
  expect(page).toMatchObject({ bundles: [{ partsPrice: 600 }] })
  // Once it is asked for 30 days it counts, and no job has to say so.
  await db.deleteFrom('material_price_change').where('material_id', '=', first).execute()
  await priceSince(app, first, { daysAgo: 100, price: 300 })
  await priceSince(app, first, { daysAgo: 31, price: 2000 })
  expect((await detail(bundle)).partsPrice).toBe(2300)
})
