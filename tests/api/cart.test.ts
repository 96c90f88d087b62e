import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import { mergeGuestCart } from '#shop/buying/cart/server/merge.ts'
import { logIn, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { priceSince } from '../support/prices.ts'
import { statementsOf } from '../support/statements.ts'

let app: TestApp
let seller: Person
let first: number
let second: number
let third: number

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  first = await materialRow(app, { authorId: seller.id, price: 390 })
  second = await materialRow(app, { authorId: seller.id, price: 250 })
  third = await materialRow(app, { authorId: seller.id, price: 100 })
})

afterAll(() => app.close())

function stranger(): Client {
  return createClient(app.base)
}

function add(client: Client, materialId: number, headers: Record<string, string> = {}) {
  return client.api('POST', '/v1/cart/items', { materialId }, headers)
}

async function view(client: Client, world = 'de'): Promise<Cart> {
  const answer = await client.api('GET', `/v1/cart/view?world=${world}`)
  expect(answer.status).toBe(200)
  return answer.json<{ items: { cart: Cart } }>().items.cart
}

async function idsIn(client: Client, world = 'de'): Promise<number[]> {
  return (await view(client, world)).cartItems.map((item) => item.material.id)
}

/** A context as the front controller makes it for a login with this cart token. */
function loginContext(cartToken: string): Context {
  const visitor = { kind: 'anonymous', anonymousId: undefined } as const
  return { ...app.deps, world: 'de', visitor, requestId: 'test', rateClient: { network: 'test' }, cartToken }
}

function merge(cartToken: string, accountId: number): Promise<undefined> {
  return transaction(app.deps.db, (tx) => mergeGuestCart(loginContext(cartToken), { accountId }, tx))
}

async function countCarts(): Promise<number> {
  const row = await app.deps.db
    .selectFrom('cart')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('a stranger', () => {
  test('looking makes no cart', async () => {
    const before = await countCarts()
    expect(await view(stranger())).toMatchObject({ cartItems: [], finalPrice: 0, token: null, loaded: true })
    expect(await countCarts()).toBe(before)
  })

  test('gets a cart and its token with the first material; the token is stored as a hash', async () => {
    const client = stranger()
    const answer = await add(client, first)
    expect(answer.status).toBe(200)
    const { count, token } = answer.json<{ count: number; token: string }>()
    expect(count).toBe(1)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(client.cookies.get('c_t')).toBe(token)
    const rows = await app.deps.db.selectFrom('cart').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await idsIn(client)).toEqual([first])
  })

  test('adds once, however often', async () => {
    const client = stranger()
    await add(client, first)
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(client, second)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(await idsIn(client)).toEqual([first, second])
    expect((await view(client)).finalPrice).toBe(640)
  })

  test('takes out, and again', async () => {
    const client = stranger()
    await add(client, first)
    await add(client, second)
    const once = await client.api('DELETE', `/v1/cart/items/${first}`)
    const twice = await client.api('DELETE', `/v1/cart/items/${first}`)
    expect([once.json(), twice.json()]).toMatchObject([{ count: 1 }, { count: 1 }])
    expect(await idsIn(client)).toEqual([second])
  })

  test('finds the cart by header as well', async () => {
    const client = stranger()
    const { token } = (await add(client, first)).json<{ token: string }>()
    const answer = await stranger().api('GET', '/v1/cart/view', undefined, { 'X-Cart-Token': token })
    expect(answer.json<{ items: { cart: Cart } }>().items.cart.token).toBe(token)
  })

  test('with a made-up token gets a new cart under another token', async () => {
    for (const planted of [randomBytes(32).toString('base64url'), 'garbage', 'x'.repeat(64)]) {
      const client = stranger()
      const headers = { 'X-Cart-Token': planted }
      const seen = await client.api('GET', '/v1/cart/view', undefined, headers)
      expect(seen.json<{ items: { cart: Cart } }>().items.cart).toMatchObject({ cartItems: [], token: null })
      const { token } = (await add(client, first, headers)).json<{ token: string }>()
      expect(token).not.toBe(planted)
    }
  })

  test('keeps one token and one cart per world', async () => {
    const spanish = await materialRow(app, { authorId: seller.id, world: 'es', price: 200 })
    const client = stranger()
    const { token } = (await add(client, first)).json<{ token: string }>()
    const answer = await client.api('POST', '/v1/cart/items?world=es', { materialId: spanish })
    expect(answer.json<{ token: string }>().token).toBe(token)
    expect(await idsIn(client)).toEqual([first])
    expect(await idsIn(client, 'es')).toEqual([spanish])
  })

  test('works without JavaScript', async () => {
    const client = stranger()
    const added = await client.submit('/de/warenkorb', {
      intent: 'add-to-cart',
      materialId: String(first),
    })
    expect([added.status, added.headers.location]).toEqual([303, '/de/warenkorb'])
    expect(await idsIn(client)).toEqual([first])
    const removed = await client.submit('/de/warenkorb', {
      intent: 'remove-from-cart',
      materialId: String(first),
    })
    expect([removed.status, removed.headers.location]).toEqual([303, `/de/warenkorb?removed=${first}`])
    expect(await idsIn(client)).toEqual([])
  })
})

describe('what does not go into a cart', () => {
  test.each([
    ['a draft', 'draft', 422, 'material_unavailable'],
    ['a deleted one', 'deleted', 422, 'material_unavailable'],
  ] as const)('%s', async (_, status, code, error) => {
    const id = await materialRow(app, { authorId: seller.id, status })
    const answer = await add(stranger(), id)
    expect(answer.status).toBe(code)
    expect(answer.json()).toMatchObject({ error: { code: error } })
  })

  test('an unknown one, one of another world, and nonsense write nothing', async () => {
    const before = await countCarts()
    const french = await materialRow(app, { authorId: seller.id, world: 'fr' })
    expect((await add(stranger(), 999_999_999)).status).toBe(404)
    expect((await add(stranger(), french)).status).toBe(404)
    for (const materialId of [-1, 0, 1.5, Number.NaN, 2 ** 53, '1; drop table cart', null, [1], { id: 1 }]) {
      const answer = await stranger().api('POST', '/v1/cart/items', { materialId })
      expect([404, 422], JSON.stringify(materialId)).toContain(answer.status)
    }
    expect(await countCarts()).toBe(before)
  })

  test('a material of one’s own', async () => {
    const answer = await add(seller.client, first)
    expect([answer.status, answer.json()]).toMatchObject([409, { error: { code: 'own_material' } }])
  })

  test('more than 200', async () => {
    const client = stranger()
    await add(client, first)
    const cart = await app.deps.db
      .selectFrom('cart')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    for (let index = 0; index < 199; index += 1) {
      const id = await materialRow(app, { authorId: seller.id, price: 50 })
      await app.deps.db
        .insertInto('cart_item')
        .values({ world: 'de', cart_id: cart.id, material_id: id, seen_price_cents: 50 })
        .execute()
    }
    const answer = await add(client, second)
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { error: { fields: { materialId: 'too_long' } } },
    ])
    expect((await add(client, first)).json()).toMatchObject({ count: 200 })
  })

  test('a tampered price: the body has no say', async () => {
    const client = stranger()
    const tampered = { materialId: first, price: 1, finalPrice: 0, quantity: -3 }
    const refused = await client.api('POST', '/v1/cart/items', tampered)
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { error: { fields: { price: 'unknown', finalPrice: 'unknown', quantity: 'unknown' } } },
    ])
    expect((await view(client)).finalPrice).toBe(0)
  })
})

describe('prices', () => {
  test('are those of today, and a change is shown', async () => {
    const id = await materialRow(app, { authorId: seller.id, price: 500 })
    const client = stranger()
    await add(client, id)
    await priceSince(app, id, { daysAgo: 60 })
    await priceSince(app, id, { daysAgo: 0, sale: 300, saleUntil: new Date(Date.now() + 60_000) })
    expect(await view(client)).toMatchObject({
      originalPrice: 500,
      finalPrice: 300,
      cartItems: [{ finalPrice: 300, discount: 200, priceChangedFrom: 500 }],
    })
    await app.deps.db
      .updateTable('material')
      .set({ sale_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    expect(await view(client)).toMatchObject({ finalPrice: 500, cartItems: [{ priceChangedFrom: null }] })
  })

  test('a material inside a bundle of the same cart is named', async () => {
    const bundle = await materialRow(app, { authorId: seller.id, price: 900 })
    await app.deps.db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
    await app.deps.db
      .insertInto('bundle_item')
      .values({ world: 'de', bundle_id: bundle, material_id: first, position: 0 })
      .execute()
    const client = stranger()
    for (const id of [first, second, bundle]) await add(client, id)
    expect((await view(client)).itemsInBundles).toEqual([first])
  })
})

describe('login', () => {
  test('pain 14: joins the stranger’s cart to the member’s, whichever came first', async () => {
    const person = await member(app, 'merge-first')
    await add(person.client, first)
    const browser = stranger()
    await add(browser, second)
    await add(browser, first)
    const token = browser.cookies.get('c_t') ?? ''
    await logIn(browser, person.email)
    expect((await idsIn(browser)).toSorted()).toEqual([first, second].toSorted())
    expect((await view(browser)).token).toBeNull()
    expect(await idsIn(person.client)).toHaveLength(2)

    const replay = await stranger().api('GET', '/v1/cart/view', undefined, { 'X-Cart-Token': token })
    expect(replay.json<{ items: { cart: Cart } }>().items.cart.cartItems).toEqual([])
    await person.client.api('DELETE', `/v1/cart/items/${second}`)
    await merge(token, person.id)
    expect(await idsIn(person.client)).toEqual([first])
  })

  test('of one material in both carts the licence that was chosen last stays', async () => {
    const licences = async (client: Client) => (await view(client)).cartItems.map(({ licence }) => licence)
    const put = (client: Client, licence: string) =>
      client.api('POST', '/v1/cart/items', { materialId: first, licence })
    const newer = await member(app, 'merge-newer')
    await put(newer.client, 'single')
    const browser = stranger()
    await put(browser, 'school')
    await logIn(browser, newer.email)
    expect(await licences(newer.client)).toEqual(['school'])

    const older = await member(app, 'merge-older')
    const other = stranger()
    await put(other, 'school')
    await put(older.client, 'additional')
    await logIn(other, older.email)
    expect(await licences(older.client)).toEqual(['additional'])
  })

  test('pain 1: a cart of 50 asks the database no more often than a cart of 1', async () => {
    const ids: number[] = []
    for (let index = 0; index < 50; index += 1) ids.push(await materialRow(app, { authorId: seller.id }))
    const [small, large] = [stranger(), stranger()]
    await add(small, ids[0] ?? 0)
    for (const id of ids) await add(large, id)
    expect((await view(large)).cartItems).toHaveLength(50)
    const asked = [await statementsOf(() => view(small)), await statementsOf(() => view(large))]
    expect(asked[0]).toBeGreaterThan(0)
    expect(asked[1]).toBe(asked[0])
    const [more] = [await materialRow(app, { authorId: seller.id })]
    const adds = [await statementsOf(() => add(small, more)), await statementsOf(() => add(large, more))]
    expect(adds[1]).toBe(adds[0])
  })

  test('leaves out what the member made or owns, and says so until it was seen', async () => {
    const author = await member(app, 'merge-author', { isSeller: true })
    const own = await materialRow(app, { authorId: author.id, title: 'Selbst gemacht' })
    const bought = await materialRow(app, { authorId: seller.id, price: 0, title: 'Schon gekauft' })
    const claimed = await author.client.api('POST', `/v1/materials/${bought}/claim`, {})
    expect(claimed.status, claimed.text).toBeLessThan(300)
    await app.deps.db.updateTable('material').set({ price_cents: 700 }).where('id', '=', bought).execute()
    const browser = stranger()
    for (const id of [own, bought, first]) await add(browser, id)
    await logIn(browser, author.email)
    expect(await idsIn(browser)).toEqual([first])
    const { leftOut, finalPrice, originalPrice } = await view(browser)
    expect([finalPrice, originalPrice]).toEqual([390, 390])
    expect(leftOut).toEqual([
      { materialId: own, title: 'Selbst gemacht', reason: 'own' },
      { materialId: bought, title: 'Schon gekauft', reason: 'owned' },
    ])
    // An order takes the first alone, and the cart is empty of the rest, too.
    const placed = await browser.api('POST', '/v1/orders', {
      ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 390 },
    })
    expect(placed.status).toBe(201)
    expect((await view(browser)).leftOut).toEqual([])
  })

  test('what is not sold any more is named, not just gone', async () => {
    const id = await materialRow(app, { authorId: seller.id, price: 200, title: 'Zurückgezogen' })
    const client = stranger()
    await add(client, id)
    await add(client, first)
    await app.deps.db.updateTable('material').set({ status: 'draft' }).where('id', '=', id).execute()
    expect(await view(client)).toMatchObject({
      finalPrice: 390,
      leftOut: [{ materialId: id, title: 'Zurückgezogen', reason: 'unavailable' }],
    })
  })

  test('20 logins at once move every material exactly once', async () => {
    const person = await member(app, 'merge-race')
    const browser = stranger()
    for (const id of [first, second, third]) await add(browser, id)
    const token = browser.cookies.get('c_t') ?? ''
    await Promise.all(Array.from({ length: 20 }, () => merge(token, person.id)))
    expect(await idsIn(person.client)).toEqual([first, second, third])
    const carts = await app.deps.db
      .selectFrom('cart')
      .select('id')
      .where('account_id', '=', person.id)
      .execute()
    expect(carts).toHaveLength(1)
  })

  test('adding while another tab logs in loses nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await member(app, `merge-tabs-${round}`)
      const browser = stranger()
      await add(browser, first)
      const token = browser.cookies.get('c_t') ?? ''
      const [added] = await Promise.all([
        stranger().api('POST', '/v1/cart/items', { materialId: second }, { 'X-Cart-Token': token }),
        merge(token, person.id),
      ])
      expect(added.status).toBe(200)
      const after = added.json<{ token: string }>().token
      const mine = await idsIn(person.client)
      const other = await stranger().api('GET', '/v1/cart/view', undefined, { 'X-Cart-Token': after })
      const theirs = other
        .json<{ items: { cart: Cart } }>()
        .items.cart.cartItems.map((item) => item.material.id)
      expect([...mine, ...theirs].toSorted()).toEqual([first, second].toSorted())
    }
  })

  test('two first adds of a member at once make one cart', async () => {
    const person = await member(app, 'first-adds')
    const answers = await Promise.all([first, second, third].map((id) => add(person.client, id)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await idsIn(person.client)).toSorted()).toEqual([first, second, third].toSorted())
  })
})
