import { afterAll, beforeAll, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import { favoritesSum } from '#shop/buying/favorites/server/queries.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/cards.ts'
import { materialPage } from '#shop/catalogue/catalogue/server/material-page.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { priceSince } from '../support/prices.ts'

/** Whatever an author says of a sale, everybody who names a price names the same one. */

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

/** What each place asks for a material, in cents, with the order that is placed for it last. */
async function pricesOf(id: number): Promise<Record<string, number | undefined>> {
  const buyer = await member(app, `buyer-${id}`)
  const { client } = buyer
  const context = strangerContext(app.deps, 'de')
  const [card] = await cardsByIds(context, [id])
  const page = await materialPage(context, id)
  const detail = (await client.api('GET', `/v1/materials/${id}?world=de`)).json<MaterialDetail>()
  const list = { subjectId: id, subjectType: 'material' }
  await client.api('POST', '/v3/subscriptions/subscribe', list)
  const favorites = await favoritesSum(app.deps.db, 'de', { owner: `a:${buyer.id}`, accountId: buyer.id })
  await client.api('POST', '/v3/subscriptions/unsubscribe', list)
  await client.api('POST', '/v1/cart/items?world=de', { materialId: id })
  const { cart } = (await client.api('GET', '/v1/cart/view?world=de')).json<{ items: { cart: Cart } }>().items
  const placed = await client.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: cart.finalPrice },
  })
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)])
  const item = await app.deps.db
    .selectFrom('order_item')
    .select('price_cents')
    .where('material_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    card: card?.finalPrice,
    page: typeof page === 'object' && 'material' in page ? page.material.finalPrice : undefined,
    detail: detail.finalPrice,
    favorites,
    cart: cart.finalPrice,
    order: item.price_cents,
  }
}

test.each([
  { what: 'no sale', sale: null, saleUntil: null, price: 500 },
  { what: 'a sale without an end', sale: 300, saleUntil: null, price: 300 },
  { what: 'a running sale', sale: 300, saleUntil: inHours(1), price: 300 },
  { what: 'an ended sale', sale: 300, saleUntil: inHours(-1), price: 500 },
])('$what is one price everywhere', async ({ sale, saleUntil, price }) => {
  const id = await materialRow(app, { authorId: seller.id, price: 500 })
  await priceSince(app, id, { daysAgo: 60 })
  await priceSince(app, id, { daysAgo: 0, sale, saleUntil })
  const places = ['card', 'page', 'detail', 'favorites', 'cart', 'order']
  expect(await pricesOf(id)).toEqual(Object.fromEntries(places.map((place) => [place, price])))
})

test('a future sale changes no price yet', async () => {
  const id = await materialRow(app, { authorId: seller.id, price: 500 })
  await app.deps.db
    .updateTable('material')
    .set({ planned_sale_cents: 300, planned_sale_from: inHours(1), planned_sale_until: inHours(2) })
    .where('id', '=', id)
    .execute()
  const places = ['card', 'page', 'detail', 'favorites', 'cart', 'order']
  expect(await pricesOf(id)).toEqual(Object.fromEntries(places.map((place) => [place, 500])))
})

test('twenty clicks at once in two tabs leave one line each', async () => {
  const person = await member(app, 'clicker')
  const ids = [
    await materialRow(app, { authorId: seller.id }),
    await materialRow(app, { authorId: seller.id }),
  ]
  const clicks = Array.from({ length: 20 }, (_, at) =>
    person.client.api('POST', '/v1/cart/items?world=de', { materialId: ids[at % 2] }),
  )
  expect(new Set((await Promise.all(clicks)).map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await app.deps.db
    .selectFrom('cart_item')
    .innerJoin('cart', (join) =>
      join.onRef('cart.world', '=', 'cart_item.world').onRef('cart.id', '=', 'cart_item.cart_id'),
    )
    .select('cart_item.material_id')
    .where('cart.account_id', '=', person.id)
    .orderBy('cart_item.material_id')
    .execute()
  expect(rows.map((row) => row.material_id)).toEqual(ids)
})
