import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/* A key stands in the transaction of its work: whatever a crash leaves, the same call does nothing twice. */

let app: TestApp
let finance: Person
let buyer: Person
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  finance = await member(app, 'finance', { role: 'finance' })
  buyer = await member(app, 'buyer')
  seller = await member(app, 'seller', { isSeller: true })
})

afterAll(() => app.close())

function call(by: Person, path: string, body: object, key: string): Promise<Answer> {
  return by.client.api('POST', `${path}?world=de`, body, { 'Idempotency-Key': key })
}

/** What a kill between the commit of the work and its answer leaves, as far as a row of a key can be without its answer. */
async function forgetAnswer(key: string): Promise<void> {
  await sql`update idempotency_key set status = null, response = null, created_at = now() - interval '31 seconds'
    where key = ${key}`.execute(app.deps.db)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

const order = { country: 'DE', consentImmediate: true, consentWaiver: true }

describe('work of the database alone', () => {
  const works = [
    ['credit', 'credit_lot', () => ['/v1/credits', { accountId: buyer.id, amount: 1234, note: 'Kulanz' }]],
    ['gift card', 'gift_card', () => ['/v1/gift-cards', { amount: 777, note: 'Messe' }]],
    ['voucher', 'voucher', () => ['/v1/vouchers', { code: `KEY${Date.now()}`, kind: 'fixed', amount: 100 }]],
  ] as const

  test.each(works)('a key left by a crash makes no second %s', async (name, table, callOf) => {
    const [path, body] = callOf() as [string, object]
    const first = await call(finance, path, body, name)
    expect([first.status, first.text]).toEqual([201, expect.any(String)])
    const made = await countOf(table)
    await forgetAnswer(name)
    const again = await call(finance, path, body, name)
    expect(again.status).toBe(409)
    expect(await countOf(table)).toBe(made)
  })

  test('a key left by a crash makes no second refund of a part', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [249] })
    const items = [{ materialId: sale.materialIds[0], amount: 100 }]
    const refund = () =>
      call(finance, `/v1/orders/${sale.reference}/refunds`, { items, reason: 'Kulanz' }, 'refund')
    expect((await refund()).status).toBe(201)
    await forgetAnswer('refund')
    expect((await refund()).status).toBe(409)
    const { rows } = await sql<{ cents: number }>`
      select sum(amount_cents)::integer as cents from refund where order_id = ${sale.orderId}`.execute(
      app.deps.db,
    )
    expect(rows[0]?.cents).toBe(100)
  })

  test('what failed leaves neither work nor key', async () => {
    const refused = await call(
      finance,
      '/v1/credits',
      { accountId: 999_999_999, amount: 100, note: 'x y' },
      'no',
    )
    expect(refused.status).toBe(404)
    const mended = await call(finance, '/v1/credits', { accountId: buyer.id, amount: 100, note: 'x y' }, 'no')
    expect(mended.status).toBe(201)
  })

  test('the same key many times at once does its work once', async () => {
    const before = await countOf('credit_lot')
    const body = { accountId: buyer.id, amount: 55, note: 'zugleich' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call(finance, '/v1/credits', body, 'at once')),
    )
    for (const { status } of answers) expect(status).toBeOneOf([201, 409])
    expect(await countOf('credit_lot')).toBe(before + 1)
    const later = await call(finance, '/v1/credits', body, 'at once')
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([201, 'true'])
  })

  test('the code of a gift card is replayed, and stands nowhere as it is', async () => {
    const body = { amount: 500, note: 'Tombola' }
    const first = await call(finance, '/v1/gift-cards', body, 'card')
    const { code } = first.json<{ code: string }>()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(k)::text as row from idempotency_key k where key = 'card'`.execute(app.deps.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(code)
    expect(rows[0]?.row).not.toContain(code.replaceAll('-', ''))
    const again = await call(finance, '/v1/gift-cards', body, 'card')
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true'])
  })
})

describe('work that goes on after its commit', () => {
  async function orders(): Promise<number> {
    return await countOf('purchase_order')
  }

  test('an order whose answer got lost is answered again: the same order and payment', async () => {
    const id = await materialRow(app, { authorId: seller.id, price: 249 })
    await buyer.client.api('POST', '/v1/cart/items', { materialId: id })
    const cart = (await buyer.client.api('GET', '/v1/payments/options')).json<{ total: number }>()
    const body = { ...order, expectedTotal: cart.total, expectedCredits: 0 }
    await sql`update credit_lot set left_cents = 0`.execute(app.deps.db)
    const first = await call(buyer, '/v1/orders', body, 'order')
    expect([first.status, first.text]).toEqual([201, expect.any(String)])
    const made = await orders()
    await forgetAnswer('order')
    const again = await call(buyer, '/v1/orders', body, 'order')
    expect(again.json()).toEqual(first.json())
    // Also where the cart holds something else by now.
    await forgetAnswer('order')
    await buyer.client.api('DELETE', `/v1/cart/items/${id}`)
    const emptied = await call(buyer, '/v1/orders', body, 'order')
    expect(emptied.json()).toEqual(first.json())
    expect(await orders()).toBe(made)
  })

  test('a bought gift card the same', async () => {
    const body = { amount: 2000, recipientName: '', recipientEmail: '', message: '' }
    const first = await call(buyer, '/v1/gift-cards/sales', body, 'sale')
    expect([first.status, first.text]).toEqual([201, expect.any(String)])
    const made = await orders()
    await forgetAnswer('sale')
    await sql`update purchase_order set created_at = now() - interval '3 days' where purpose = 'gift_card'`.execute(
      app.deps.db,
    )
    expect((await call(buyer, '/v1/gift-cards/sales', body, 'sale')).json()).toEqual(first.json())
    expect(await orders()).toBe(made)
  })
})
