import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { CreditPage } from '#shop/buying/credits/rules/contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { pay } from '../support/till.ts'

/** Providers take no sum of some cents: what credit, vouchers and small prices leave to pay can be paid, or the buyer hears why not. */

let app: TestApp
let seller: Person
let finance: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(async () => {
  const { rows } = await sql`select 1 from ledger_entry group by world, transaction_id, currency
    having sum(amount_cents) <> 0`.execute(app.deps.db)
  await app.close()
  expect(rows).toEqual([])
})

/** Somebody with this much credit and one material of this price in the cart. */
async function buyer(price: number, credit: number): Promise<Person> {
  names += 1
  const person = await member(app, `buyer-${names}`)
  if (credit > 0) {
    const granted = await finance.client.api('POST', '/v1/credits', { accountId: person.id, amount: credit })
    expect(granted.status).toBe(201)
  }
  const materialId = await materialRow(app, { authorId: seller.id, price })
  expect((await person.client.api('POST', '/v1/cart/items', { materialId })).status).toBe(200)
  return person
}

async function cartOf({ client }: Person): Promise<Pick<Cart, 'due' | 'usedCredits'>> {
  const { cart } = (await client.api('GET', '/v1/cart/view')).json<{ items: { cart: Cart } }>().items
  return { due: cart.due, usedCredits: cart.usedCredits }
}

async function order({ client }: Person, expectedTotal: number) {
  const consents = { country: 'DE', consentImmediate: true, consentWaiver: true }
  return await client.api('POST', '/v1/orders', { ...consents, expectedTotal })
}

async function creditOf({ client }: Person): Promise<number> {
  return (await client.api('GET', '/v1/credits')).json<CreditPage>().balances[0]?.amount ?? 0
}

test('credit that would leave 20 cents leaves 50, which are paid; the rest stays the buyer’s', async () => {
  const person = await buyer(1000, 980)
  expect(await cartOf(person)).toEqual({ due: 50, usedCredits: 950 })
  expect((await order(person, 20)).status).toBe(409)
  const placed = await order(person, 50)
  expect(placed.status, placed.text).toBe(201)
  const { redirectUrl } = placed.json<{ redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 50 })
  expect(await creditOf(person)).toBe(30)
})

test('credit that reaches pays all of it, however small', async () => {
  const person = await buyer(40, 40)
  expect(await cartOf(person)).toEqual({ due: 0, usedCredits: 40 })
  expect((await order(person, 0)).status).toBe(201)
  expect(await creditOf(person)).toBe(0)
})

test.each([
  ['a price', 40, 20, 40, 0],
  ['a voucher', 500, 0, 20, 480],
])(
  '%s that leaves too little is no order, and another material makes it one',
  async (_what, price, credit, due, off) => {
    const person = await buyer(price, credit)
    if (off > 0) {
      const terms = { code: `REST${names}`, kind: 'fixed', amount: off }
      expect((await finance.client.api('POST', '/v1/vouchers', terms)).status).toBe(201)
      expect((await person.client.api('POST', '/v1/cart/voucher', { code: terms.code })).status).toBe(200)
    }
    const refused = await order(person, due)
    expect(refused.status).toBe(422)
    expect(refused.json()).toMatchObject({ error: { code: 'too_little_to_pay' } })
    const orders = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('account_id', '=', person.id)
      .execute()
    expect(orders).toEqual([])
    expect(await creditOf(person)).toBe(credit)
    const materialId = await materialRow(app, { authorId: seller.id, price: 200 })
    await person.client.api('POST', '/v1/cart/items', { materialId })
    expect((await order(person, (await cartOf(person)).due)).status).toBe(201)
  },
)
