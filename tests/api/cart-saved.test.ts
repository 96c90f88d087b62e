import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cart, SavedForLater } from '#shared/contract/cart.ts'
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

async function kept(client: Client, world = 'de'): Promise<[number, string][]> {
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
    expect(await kept(client)).toEqual([[first, 'school']])
    expect((await cart(client)).finalPrice).toBe(250)
    expect((await back(client, first)).json()).toMatchObject({ count: 2 })
    expect(await kept(client)).toEqual([])
    expect((await cart(client)).finalPrice).toBe(finalPrice)
  })

  test('forgets it for good', async () => {
    const client = await open()
    await add(client, first)
    await save(client, first)
    expect((await client.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
    expect((await client.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
    expect(await kept(client)).toEqual([])
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
  expect(await kept(other)).toEqual([])
  expect((await back(other, first)).status).toBe(404)
  expect((await other.api('DELETE', `/v1/cart/saved/${first}`)).status).toBe(200)
  expect(await kept(one)).toEqual([[first, 'single']])
  expect(await kept(one, 'es')).toEqual([])
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
  expect((await kept(client)).toSorted()).toEqual(
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
  expect(await kept(client)).toEqual([])
  await save(client, first)
  const { materialIds } = await sold(app, { sellers: [seller], prices: [500], buyer: person })
  expect(await kept(client)).toEqual([[first, 'single']])
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
  expect(await kept(client)).toEqual([[first, 'single']])
})

test('what cannot be bought any more stays kept, and is shown again when it can', async () => {
  const { client } = await buyer()
  const third = await materialRow(app, { authorId: seller.id, price: 100 })
  await add(client, third)
  await save(client, third)
  const set = (status: 'draft' | 'published') =>
    app.deps.db.updateTable('material').set({ status }).where('id', '=', third).execute()
  await set('draft')
  expect(await kept(client)).toEqual([])
  expect((await back(client, third)).status).toBe(422)
  await set('published')
  expect(await kept(client)).toEqual([[third, 'single']])
})
