import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { Order } from '#shop/money/orders/rules/contract.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { boughtMaterials } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let people = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

function buyer(): Promise<Person> {
  people += 1
  return member(app, `buyer-${people}`)
}

function put(client: Client, materialId: number, licence?: Licence) {
  return client.api('POST', '/v1/cart/items', { materialId, ...(licence && { licence }) })
}

async function view(client: Client): Promise<Cart> {
  const answer = await client.api('GET', '/v1/cart/view')
  return answer.json<{ items: { cart: Cart } }>().items.cart
}

/** Orders what is in the cart at the price the cart shows, and pays. */
async function pay(person: Person): Promise<Order> {
  const { finalPrice } = await view(person.client)
  const body = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: finalPrice }
  const answer = await person.client.api('POST', '/v1/orders', body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  if (finalPrice > 0) {
    await settlePayment(app.deps, 'de', {
      provider: 'sandbox',
      providerReference: redirectUrl.split('/').at(-1) ?? '',
      status: 'succeeded',
      amountCents: finalPrice,
      currency: 'EUR',
    })
  }
  return (await person.client.api('GET', `/v1/orders/${reference}`)).json<Order>()
}

async function heldBy(person: Person) {
  return await app.deps.db
    .selectFrom('entitlement')
    .select(['material_id', 'licence', 'colleagues'])
    .where('account_id', '=', person.id)
    .orderBy('material_id')
    .execute()
}

async function bundleOf(price: number, parts: readonly number[]): Promise<number> {
  const bundle = await materialRow(app, { authorId: seller.id, price, title: 'Paket' })
  const { db } = app.deps
  await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
  await db
    .insertInto('bundle_item')
    .values(parts.map((id, position) => ({ world: 'de', bundle_id: bundle, material_id: id, position })))
    .execute()
  return bundle
}

function contextOf(person: Person): Context {
  const visitor = { kind: 'member', accountId: person.id } as Extract<Context['visitor'], { kind: 'member' }>
  return {
    ...app.deps,
    world: 'de',
    visitor,
    requestId: 'test',
    rateClient: { network: 'test' },
    cartToken: undefined,
  }
}

describe('licences', () => {
  test('a cart line carries its licence; order, receipt and library say it; old rows are single', async () => {
    const person = await buyer()
    // One after the other: an order lists its lines by material number.
    const single = await materialRow(app, { authorId: seller.id, price: 399 })
    const both = await materialRow(app, { authorId: seller.id, price: 400 })
    const school = await materialRow(app, { authorId: seller.id, price: 1000 })
    await put(person.client, single)
    await put(person.client, both, 'additional')
    await put(person.client, school, 'school')
    const cart = await view(person.client)
    expect(cart.cartItems.map(({ licence, finalPrice }) => [licence, finalPrice])).toEqual([
      ['single', 399],
      ['additional', 760],
      ['school', 4000],
    ])
    expect(cart).toMatchObject({ finalPrice: 5159, originalPrice: 5159 })
    const order = await pay(person)
    expect(order).toMatchObject({ status: 'paid', total: 5159 })
    expect(order.items.map(({ licence, price }) => [licence, price])).toEqual([
      ['single', 399],
      ['additional', 760],
      ['school', 4000],
    ])
    expect(await heldBy(person)).toEqual([
      { material_id: single, licence: 'single', colleagues: 0 },
      { material_id: both, licence: 'single', colleagues: 1 },
      { material_id: school, licence: 'school', colleagues: 0 },
    ])
    const { materials } = await boughtMaterials(contextOf(person))
    expect(materials.find(({ material }) => material.id === school)).toMatchObject({ licence: 'school' })
    const mail = await app.deps.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', person.email)
      .where('template', '=', 'order-paid')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('(Schullizenz)')
  })

  test('putting it in again with another licence changes the line, not the number of lines', async () => {
    const client = createClient(app.base)
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    expect((await put(client, id)).json()).toMatchObject({ count: 1 })
    expect((await put(client, id, 'school')).json()).toMatchObject({ count: 1 })
    expect((await view(client)).cartItems).toMatchObject([
      { licence: 'school', finalPrice: 1600, priceChangedFrom: null },
    ])
    expect((await put(client, id, 'school')).json()).toMatchObject({ count: 1 })
    await app.deps.db.updateTable('material').set({ price_cents: 500 }).where('id', '=', id).execute()
    expect((await view(client)).cartItems).toMatchObject([{ finalPrice: 2000, priceChangedFrom: 1600 }])
    client.close()
  })

  test('without script the form sends the licence; a made-up one is refused', async () => {
    const client = createClient(app.base)
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    const wrong = await client.submit('/de/warenkorb', {
      intent: 'add-to-cart',
      materialId: String(id),
      licence: 'world',
    })
    expect(wrong.status).toBe(422)
    const right = await client.submit('/de/warenkorb', {
      intent: 'add-to-cart',
      materialId: String(id),
      licence: 'additional',
    })
    expect(right.status).toBe(303)
    expect((await view(client)).cartItems).toMatchObject([{ licence: 'additional', finalPrice: 760 }])
    expect((await client.api('POST', '/v1/cart/items', { materialId: id, licence: 'x' })).status).toBe(422)
    client.close()
  })

  test('who has it pays for what is added only, until the whole school has it', async () => {
    const person = await buyer()
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    await put(person.client, id)
    await pay(person)
    expect((await put(person.client, id)).status).toBe(409)

    expect((await put(person.client, id, 'additional')).status).toBe(200)
    expect((await view(person.client)).cartItems).toMatchObject([
      { finalPrice: 360, discount: 400, owned: { parts: 0, of: 0 }, priceChangedFrom: null },
    ])
    expect((await pay(person)).total).toBe(360)
    expect(await heldBy(person)).toEqual([{ material_id: id, licence: 'single', colleagues: 1 }])

    await put(person.client, id, 'school')
    expect((await pay(person)).total).toBe(1600 - 400 - 360)
    expect(await heldBy(person)).toEqual([{ material_id: id, licence: 'school', colleagues: 1 }])
    expect((await put(person.client, id, 'school')).status).toBe(409)
    expect((await put(person.client, id, 'additional')).status).toBe(409)
    const { rows } = await sql<{ sum: string }>`select sum(amount_cents) as sum from ledger_entry`.execute(
      app.deps.db,
    )
    expect(Number(rows[0]?.sum)).toBe(0)
  })

  test('free materials and bundles have the single licence only', async () => {
    const client = createClient(app.base)
    const free = await materialRow(app, { authorId: seller.id, price: 0 })
    const bundle = await bundleOf(500, [await materialRow(app, { authorId: seller.id })])
    for (const id of [free, bundle]) {
      const refused = await put(client, id, 'school')
      expect([refused.status, refused.json()]).toEqual([
        422,
        { error: expect.objectContaining({ code: 'invalid_input', fields: { licence: 'invalid' } }) },
      ])
    }
    client.close()
  })

  test("an order for another licence of the same material replaces the waiting one; the author's price counts", async () => {
    const person = await buyer()
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    await app.deps.db
      .updateTable('material')
      .set({ additional_price_cents: 0, school_price_cents: 400 })
      .where('id', '=', id)
      .execute()
    const order = async () => {
      const body = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 400 }
      return (await person.client.api('POST', '/v1/orders', body)).json<{ reference: string }>().reference
    }
    await put(person.client, id, 'school')
    const first = await order()
    expect(await order()).toBe(first)
    // The same sum, and yet another order.
    await put(person.client, id, 'additional')
    const second = await order()
    expect(second).not.toBe(first)
    expect((await person.client.api('GET', `/v1/orders/${first}`)).json()).toMatchObject({
      status: 'cancelled',
    })
  })

  test('the database refuses a licence nobody knows and prices that cannot be', async () => {
    const id = await materialRow(app, { authorId: seller.id, price: 400 })
    const set = (values: { additional_price_cents?: number; school_price_cents?: number }) =>
      app.deps.db.updateTable('material').set(values).where('id', '=', id).execute()
    await expect(set({ additional_price_cents: 401 })).rejects.toThrow(/material_additional_price/)
    await expect(set({ school_price_cents: 399 })).rejects.toThrow(/material_school_price/)
    await expect(sql`update cart_item set licence = 'world'`.execute(app.deps.db)).rejects.toThrow(/licence/)
  })
})

describe('a bundle of which some is owned', () => {
  test('costs the rest: in the cart, at checkout, in the books; all parts owned, it is not sold', async () => {
    const person = await buyer()
    const parts = await Promise.all(
      [300, 300, 400].map((price) => materialRow(app, { authorId: seller.id, price })),
    )
    const [first, second, third] = parts as [number, number, number]
    const bundle = await bundleOf(801, parts)
    await put(person.client, first)
    await pay(person)

    await put(person.client, bundle)
    expect(await view(person.client)).toMatchObject({
      finalPrice: 561,
      originalPrice: 801,
      cartItems: [{ finalPrice: 561, discount: 240, owned: { parts: 1, of: 3 }, priceChangedFrom: null }],
    })
    const order = await pay(person)
    expect(order).toMatchObject({ status: 'paid', total: 561 })
    const held = (await heldBy(person)).map((row) => row.material_id)
    expect(new Set(held)).toEqual(new Set([first, second, third, bundle]))
    expect((await put(person.client, bundle)).status).toBe(409)

    const other = await buyer()
    for (const id of parts) await put(other.client, id)
    await pay(other)
    expect((await put(other.client, bundle)).status).toBe(409)
  })

  test('a part bought while the bundle lies in the cart makes it cheaper; a foreign buyer pays all', async () => {
    const person = await buyer()
    const parts = await Promise.all(
      [100, 300].map((price) => materialRow(app, { authorId: seller.id, price })),
    )
    const bundle = await bundleOf(300, parts)
    await put(person.client, bundle)
    expect((await view(person.client)).finalPrice).toBe(300)
    const { id: orderId } = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.deps.db
      .insertInto('entitlement')
      .values({ world: 'de', account_id: person.id, material_id: parts[1] as number, order_id: orderId })
      .execute()
    const body = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 300 }
    expect((await person.client.api('POST', '/v1/orders', body)).status).toBe(409)
    expect((await pay(person)).total).toBe(75)
  })
})
