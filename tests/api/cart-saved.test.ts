import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCart } from '#loaders/checkout.ts'
import { type Context, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Cart, SavedForLater } from '#shop/buying/cart/rules/contract.ts'
import { indexMaterial } from '#shop/selling/materials/server/publishing/indexing.ts'
import { findMaterial } from '#shop/selling/materials/server/queries.ts'
import { logIn, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/** What is kept beside the cart: in no sum, with its licence, for strangers and members, and together after a login. */

let app: TestApp
let seller: Person
let first: number
let second: number
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  first = await materialRow(app, { authorId: seller.id, price: 390 })
  second = await materialRow(app, { authorId: seller.id, price: 250 })
})
afterAll(() => app.close())

const add = (client: Client, materialId: number, licence = 'single') =>
  client.api('POST', '/v1/cart/items', { materialId, licence })
const save = (client: Client, materialId: number) => client.api('POST', '/v1/cart/saved', { materialId })
const back = (client: Client, id: number) => client.api('POST', `/v1/cart/saved/${id}/to-cart`, {})

async function cart(client: Client): Promise<Cart> {
  return (await client.api('GET', '/v1/cart/view')).json<{ items: { cart: Cart } }>().items.cart
}

async function savedItems(client: Client, world = 'de'): Promise<[number, string][]> {
  const answer = await client.api('GET', `/v1/cart/saved?world=${world}`)
  return answer
    .json<{ items: SavedForLater[] }>()
    .items.map(({ material, licence }): [number, string] => [material.id, licence])
}

async function buyer(): Promise<Person> {
  names += 1
  return await member(app, `buyer-${names}`)
}

describe.each([
  ['a stranger', async () => createClient(app.base)],
  ['a member', async () => (await buyer()).client],
])('%s', (_who, open) => {
  test('keeps a line out of the sum and takes it back with its licence', async () => {
    const client = await open()
    await add(client, first, 'school')
    await add(client, second)
    const { finalPrice } = await cart(client)
    const answer = await save(client, first)
    expect([answer.status, answer.json()]).toMatchObject([200, { count: 1 }])
    expect(await savedItems(client)).toEqual([[first, 'school']])
    expect((await cart(client)).finalPrice).toBe(250)
    expect((await back(client, first)).json()).toMatchObject({ count: 2 })
    expect(await savedItems(client)).toEqual([])
    expect((await cart(client)).finalPrice).toBe(finalPrice)
  })

  test('forgets it for good', async () => {
    const client = await open()
    await add(client, first)
    await save(client, first)
    expect((await client.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
    expect((await client.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
    expect(await savedItems(client)).toEqual([])
    expect((await back(client, first)).status).toBe(404)
  })

  test('what is not in the cart cannot be kept', async () => {
    const client = await open()
    expect((await save(client, first)).status).toBe(404)
    await add(client, second)
    expect((await save(client, first)).status).toBe(404)
    expect((await save(client, 999_999)).status).toBe(404)
  })
})

test('nobody reaches what somebody else keeps', async () => {
  const [one, other] = [createClient(app.base), createClient(app.base)]
  await add(one, first)
  await save(one, first)
  await add(other, second)
  expect(await savedItems(other)).toEqual([])
  expect((await back(other, first)).status).toBe(404)
  expect((await other.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
  expect(await savedItems(one)).toEqual([[first, 'single']])
  expect(await savedItems(one, 'es')).toEqual([])
})

test('at a login both are together, the licence kept last wins', async () => {
  const person = await buyer()
  await add(person.client, first)
  await save(person.client, first)
  const client = createClient(app.base)
  await add(client, first, 'school')
  await save(client, first)
  await add(client, second)
  await save(client, second)
  await logIn(client, person.email)
  expect((await savedItems(client)).toSorted()).toEqual(
    [
      [first, 'school'],
      [second, 'single'],
    ].toSorted(),
  )
  expect((await cart(client)).cartItems).toEqual([])
})

test('what was bought or put into the cart meanwhile is not offered again', async () => {
  const person = await buyer()
  const { client } = person
  await add(client, first)
  await save(client, first)
  await add(client, first)
  expect(await savedItems(client)).toEqual([])
  await save(client, first)
  const { materialIds } = await sold(app, { sellers: [seller], prices: [500], buyer: person })
  expect(await savedItems(client)).toEqual([[first, 'single']])
  await app.deps.db
    .insertInto('cart_saved')
    .columns(['world', 'cart_id', 'material_id', 'licence'])
    .expression((eb) =>
      eb
        .selectFrom('cart')
        .select((of) => [
          'world',
          'id',
          of.val(materialIds[0] ?? 0).as('material_id'),
          of.val('single').as('licence'),
        ])
        .where('account_id', '=', person.id),
    )
    .execute()
  expect(await savedItems(client)).toEqual([[first, 'single']])
})

test('what cannot be bought any more stays kept, and is shown again when it can', async () => {
  const { client } = await buyer()
  const third = await materialRow(app, { authorId: seller.id, price: 100 })
  await add(client, third)
  await save(client, third)
  const set = (status: 'draft' | 'published') =>
    app.deps.db.updateTable('material').set({ status }).where('id', '=', third).execute()
  await set('draft')
  expect(await savedItems(client)).toEqual([])
  expect((await back(client, third)).status).toBe(422)
  await set('published')
  expect(await savedItems(client)).toEqual([[third, 'single']])
})

describe('beside a cart', () => {
  /** Published and in the search, on one topic that nothing else here is about. */
  async function onHedgehogs(
    authorId: number,
    title: string,
    world: 'de' | 'es' = 'de',
    price = 300,
  ): Promise<number> {
    const id = await materialRow(app, { authorId, title: `Igelkunde ${title}`, price, world })
    await transaction(app.deps.db, async (tx) => {
      const row = await findMaterial(tx, { world, materialId: id }, true)
      if (row) await indexMaterial(app.deps, tx, row)
    })
    return id
  }

  async function offered({ id, email }: Person): Promise<number[]> {
    const visitor = { kind: 'member', accountId: id, email, homeWorld: 'de', isSeller: false, role: 'member' }
    const context = { ...strangerContext(app.deps, 'de'), visitor } as Context
    return (await loadCart(context, new URLSearchParams())).fitting.map((card) => card.id)
  }

  test('is offered what is like it: nothing owned, in it, of one’s own, of another world, free or taken back', async () => {
    names += 1
    const other = await member(app, `hedgehog-author-${names}`, { isSeller: true })
    const person = await member(app, `hedgehog-buyer-${names}`, { isSeller: true })
    const inCart = await onHedgehogs(seller.id, 'Herbst')
    const fitting = await onHedgehogs(seller.id, 'Winterschlaf')
    const alsoFitting = await onHedgehogs(other.id, 'Futter')
    const owned = await onHedgehogs(seller.id, 'Stacheln')
    const takenBack = await onHedgehogs(other.id, 'Garten')
    await onHedgehogs(seller.id, 'Quiz', 'de', 0)
    await onHedgehogs(seller.id, 'Erizos', 'es')
    await onHedgehogs(person.id, 'Eigenes')
    await add(person.client, inCart)
    const first = await offered(person)
    expect(first.toSorted()).toEqual([fitting, alsoFitting, owned, takenBack].toSorted())

    const { orderId } = await sold(app, { sellers: [seller], prices: [100], buyer: await buyer() })
    const { db } = app.deps
    await db
      .insertInto('entitlement')
      .values({ world: 'de', account_id: person.id, material_id: owned, order_id: orderId })
      .execute()
    // The lists and the search may know it for a while.
    await db.updateTable('material').set({ status: 'draft' }).where('id', '=', takenBack).execute()
    expect((await offered(person)).toSorted()).toEqual([fitting, alsoFitting].toSorted())

    await add(person.client, fitting)
    expect(await offered(person)).toEqual([alsoFitting])
    expect(await offered(await buyer())).toEqual([])
  })
})
