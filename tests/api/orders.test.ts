import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { on } from '#platform/events/event.ts'
import { listenersOf } from '#platform/events/events.ts'
import {
  createSandboxProvider,
  type SandboxCall,
  signSandboxCall,
} from '#platform/gateways/payments/sandbox.ts'
import { sendSandboxWebhook } from '#platform/gateways/payments/sandbox-page.ts'
import type { Order } from '#shop/money/orders/rules/contract.ts'
import { countWaitingSales } from '#shop/money/orders/server/checkout/counting.ts'
import { orderPaid } from '#shop/money/orders/server/events.ts'
import {
  expireOrders,
  returnFromPayment,
  settlePayment,
} from '#shop/money/orders/server/payment/settlement.ts'
import { boughtMaterials, ownedIds, paymentView, thankYou } from '#shop/money/orders/server/service.ts'
import { indexMaterial } from '#shop/selling/materials/server/publishing/indexing.ts'
import { findMaterial } from '#shop/selling/materials/server/queries.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient, send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let names = 0
/** References of the orders of which `order.paid` was told. */
let paidReferences: string[] = []

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  const hear = on(
    orderPaid,
    'now',
    'test.paid',
    async (_context, { reference }) => void paidReferences.push(reference),
  )
  Object.assign(app.deps, { listeners: listenersOf([[hear]]) })
})

afterAll(() => app.close())

/** A member with these prices in the cart. */
async function buyer(...prices: number[]): Promise<Person & { ids: number[]; total: number }> {
  names += 1
  const person = await member(app, `buyer-${names}`)
  const ids: number[] = []
  for (const price of prices) {
    const id = await materialRow(app, { authorId: seller.id, price })
    ids.push(id)
    expect((await put(person.client, id)).status).toBe(200)
  }
  return { ...person, ids, total: prices.reduce((all, price) => all + price, 0) }
}

function put(client: Client, materialId: number): Promise<Answer> {
  return client.api('POST', '/v1/cart/items', { materialId })
}

function order(client: Client, expectedTotal: number, changes: Record<string, unknown> = {}, key?: string) {
  const body = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal, ...changes }
  return client.api('POST', '/v1/orders', body, key === undefined ? {} : { 'Idempotency-Key': key })
}

interface Placed {
  reference: string
  redirectUrl: string
}

async function placed(client: Client, total: number, changes: Record<string, unknown> = {}) {
  const answer = await order(client, total, changes)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = answer.json<Placed>()
  return {
    reference,
    providerReference: redirectUrl.split('/').at(-1) ?? '',
    path: new URL(redirectUrl).pathname,
  }
}

async function cartIds(client: Client): Promise<number[]> {
  const answer = await client.api('GET', '/v1/cart/view')
  const { items } = answer.json<{ items: { cart: { cartItems: { material: { id: number } }[] } } }>()
  return items.cart.cartItems.map((item) => item.material.id)
}

async function stateOf(client: Client, reference: string): Promise<Order> {
  const answer = await client.api('GET', `/v1/orders/${reference}`)
  expect(answer.status).toBe(200)
  return answer.json<Order>()
}

async function ownedBy(accountId: number): Promise<number[]> {
  const rows = await app.deps.db
    .selectFrom('entitlement')
    .select('material_id')
    .where('account_id', '=', accountId)
    .orderBy('material_id')
    .execute()
  return rows.map((row) => row.material_id)
}

function call(reference: string, amount: number, changes: Partial<SandboxCall> = {}): SandboxCall {
  const base = {
    id: `evt_${randomUUID()}`,
    type: 'payment.updated',
    status: 'succeeded',
    currency: 'EUR',
  } as const
  return { ...base, reference, amount, ...changes }
}

function webhook(content: SandboxCall | string, headers?: Record<string, string>): Promise<Answer> {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  return send(app.base, {
    method: 'POST',
    path: '/api/v1/payments/webhook/sandbox',
    headers: { 'Content-Type': 'application/json', ...(headers ?? signSandboxCall(body, app.deps.env)) },
    body,
  })
}

function settle(
  providerReference: string,
  amountCents: number,
  status: 'succeeded' | 'declined' | 'cancelled',
) {
  const settlement = { provider: 'sandbox', providerReference, status, amountCents, currency: 'EUR' }
  return settlePayment(app.deps, 'de', settlement)
}

async function ledgerSums(): Promise<{ sum: number; count: number }[]> {
  const { rows } = await sql<{ sum: string; count: number }>`
    select sum(amount_cents) as sum, count(*) as count from ledger_entry group by world, transaction_id`.execute(
    app.deps.db,
  )
  return rows.map((row) => ({ sum: Number(row.sum), count: row.count }))
}

describe('from cart to download', () => {
  test('pays, owns, is thanked, and the author sees the sale', async () => {
    const person = await buyer(399, 250)
    const { reference, path, providerReference } = await placed(person.client, person.total)
    const page = await person.client.get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('6,49')
    expect(page.text).toContain('value="later"')
    const back = await person.client.submit(path, { outcome: 'pay' })
    expect(back.status).toBe(303)
    expect(back.headers.location).toContain(`/de/bestellbestaetigung?order=${reference}`)

    expect((await webhook(call(providerReference, person.total))).status).toBe(200)
    const paid = await stateOf(person.client, reference)
    expect(paid).toMatchObject({ status: 'paid', total: 649, tax: 104, taxRate: 1900, country: 'DE' })
    expect(paid.number).toMatch(/^DE-\d{4}-\d{6}$/)
    expect(await ownedBy(person.id)).toEqual(person.ids)
    expect(await cartIds(person.client)).toEqual([])

    const bought = await person.client.api('GET', '/v1/bought-materials')
    expect(bought.json()).toMatchObject({
      materials: [
        { orderNumber: paid.number, purchase_id: expect.any(Number) },
        { orderNumber: paid.number, purchase_id: expect.any(Number) },
      ],
    })
    const sales = await seller.client.api('GET', '/v1/sales')
    expect(sales.text).toContain(paid.number ?? 'none')
    const mails = await app.deps.db
      .selectFrom('mail')
      .select(['template', 'recipient'])
      .where('html', 'like', `%${paid.number}%`)
      .orderBy('template')
      .execute()
    expect(mails).toEqual([
      { template: 'order-paid', recipient: person.email },
      { template: 'sale-made', recipient: seller.email },
    ])
    expect((await put(person.client, person.ids[0] ?? 0)).json()).toMatchObject({
      error: { code: 'already_owned' },
    })
  })

  test('the lines add up to the order and the ledger to zero', async () => {
    const person = await buyer(99, 101, 333)
    const { reference, providerReference } = await placed(person.client, person.total, { country: 'AT' })
    await settle(providerReference, person.total, 'succeeded')
    const { rows } = await sql<Record<string, number>>`
      select o.total_cents, o.tax_cents, sum(i.price_cents) as prices, sum(i.tax_cents) as taxes,
        sum(i.author_share_cents) as shares
      from purchase_order o join order_item i on i.world = o.world and i.order_id = o.id
      where o.reference = ${reference} group by o.world, o.id`.execute(app.deps.db)
    const { total_cents, tax_cents, prices, taxes, shares } = rows[0] ?? {}
    expect([prices, taxes]).toEqual([total_cents, tax_cents])
    const entries = await sql<{ ledger_account: string; amount_cents: number }>`
      select e.ledger_account, e.amount_cents from ledger_entry e
      join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
      join purchase_order o on o.world = t.world and o.id = t.order_id
      where o.reference = ${reference}`.execute(app.deps.db)
    const byAccount = Object.fromEntries(entries.rows.map((row) => [row.ledger_account, row.amount_cents]))
    expect(byAccount).toEqual({
      'provider:sandbox': 533,
      'tax:AT': -89,
      [`author:${seller.id}`]: -Number(shares),
      'platform:commission': -(533 - 89 - Number(shares)),
    })
    expect((await ledgerSums()).filter((row) => row.sum !== 0)).toEqual([])
  })

  test('a bundle brings what is in it', async () => {
    const person = await buyer(900)
    const inside = await materialRow(app, { authorId: seller.id, price: 300 })
    await app.deps.db
      .insertInto('bundle_item')
      .values({ world: 'de', bundle_id: person.ids[0] ?? 0, material_id: inside, position: 0 })
      .execute()
    const { providerReference } = await placed(person.client, person.total)
    await settle(providerReference, person.total, 'succeeded')
    expect(await ownedBy(person.id)).toEqual([...person.ids, inside])
  })

  test('nothing due: paid at once, no provider, no booking', async () => {
    const person = await buyer(0, 0)
    const answer = await order(person.client, 0)
    const { reference, redirectUrl } = answer.json<Placed>()
    expect(redirectUrl).toBe(`/de/danke?order=${reference}`)
    expect(await stateOf(person.client, reference)).toMatchObject({ status: 'paid', total: 0, tax: 0 })
    expect(await ownedBy(person.id)).toEqual(person.ids)
    const again = await order(person.client, 0)
    expect(again.json<Placed>().reference).toBe(reference)
  })

  test('a free material is claimed once; one with a price is not', async () => {
    const person = await buyer()
    const free = await materialRow(app, { authorId: seller.id, price: 0 })
    const expensive = await materialRow(app, { authorId: seller.id, price: 100 })
    const claim = (id: number) => person.client.api('POST', `/v1/materials/${id}/claim`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(free)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect((await claim(expensive)).status).toBe(409)
    expect((await claim(999_999_999)).status).toBe(404)
    expect((await seller.client.api('POST', `/v1/materials/${free}/claim`)).status).toBe(409)
    expect((await createClient(app.base).api('POST', `/v1/materials/${free}/claim`)).status).toBe(401)
    expect(await ownedBy(person.id)).toEqual([free])
    const orders = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('account_id', '=', person.id)
      .execute()
    expect(orders).toHaveLength(1)
  })

  test('works without JavaScript', async () => {
    const person = await buyer(500)
    const path = '/de/zahlung'
    const fields = { intent: 'pay', country: 'DE', expectedTotal: '500' }
    const refused = await person.client.submit(path, fields)
    expect(refused.status).toBe(422)
    const consents = { consentImmediate: 'on', consentWaiver: 'on' }
    const answer = await person.client.submit(path, { ...fields, ...consents })
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining('/sandbox-payment/sbx_'),
    ])
    const country = await person.client.submit(path, { intent: 'choose-country', country: 'AT' })
    expect(country.status).toBe(200)
  })
})

describe('checkout refuses', () => {
  test.each([
    ['a sum the buyer did not see', { expectedTotal: 1 }, 409, 'conflict'],
    ['no consent to immediate delivery', { consentImmediate: false }, 422, 'consent_missing'],
    ['no waiver', { consentWaiver: false }, 422, 'consent_missing'],
    ['a country we do not sell to', { country: 'US' }, 422, 'invalid_input'],
    ['a country that is none', { country: 'deutschland' }, 422, 'invalid_input'],
    ['half a cent', { expectedTotal: 499.5 }, 422, 'invalid_input'],
    ['a sum as text', { expectedTotal: '500' }, 422, 'invalid_input'],
  ])('%s', async (_, changes, status, code) => {
    const person = await buyer(500)
    const answer = await order(person.client, 500, changes)
    expect([answer.status, answer.json()]).toMatchObject([status, { error: { code } }])
    expect(await cartIds(person.client)).toEqual(person.ids)
  })

  test('an empty cart, and strangers', async () => {
    const person = await buyer()
    expect((await order(person.client, 100)).json()).toMatchObject({ error: { code: 'cart_empty' } })
    expect((await order(createClient(app.base), 100)).status).toBe(401)
  })

  test('a price that changed since; what is gone is thrown out', async () => {
    const person = await buyer(500, 200)
    const [raised = 0, gone = 0] = person.ids
    await app.deps.db.updateTable('material').set({ price_cents: 600 }).where('id', '=', raised).execute()
    await app.deps.db.updateTable('material').set({ status: 'blocked' }).where('id', '=', gone).execute()
    expect((await order(person.client, 700)).status).toBe(409)
    const { reference } = await placed(person.client, 600)
    expect((await stateOf(person.client, reference)).items).toMatchObject([
      { materialId: raised, price: 600 },
    ])
  })
})

test('which words a buyer agreed to is kept with the order, and confirmed in its mail', async () => {
  const person = await buyer(500)
  const { providerReference, reference } = await placed(person.client, 500)
  expect((await webhook(call(providerReference, person.total))).status).toBe(200)
  const stored = await app.deps.db
    .selectFrom('purchase_order')
    .select(['consent_text_version', 'consent_immediate_at', 'consent_waiver_at', 'created_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const version = app.deps.termsVersion('de')
  expect(stored.consent_text_version).toBe(version)
  for (const at of [stored.consent_immediate_at, stored.consent_waiver_at])
    expect(Math.abs(at.getTime() - stored.created_at.getTime())).toBeLessThan(60_000)
  const mail = await app.deps.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', person.email)
    .where('dedupe_key', 'like', 'order-paid:%')
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('erlischt dein Widerrufsrecht')
  expect(mail.text).toContain(version)
})

describe('pressing Pay twice', () => {
  test('in 20 tabs at once makes one order and one payment', async () => {
    const person = await buyer(500)
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(person.client, 500)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  })

  test('with a key replays the answer; another body is refused; another member’s key is another key', async () => {
    const person = await buyer(500)
    const key = randomUUID()
    const first = await order(person.client, 500, {}, key)
    const second = await order(person.client, 500, {}, key)
    expect(second.text).toBe(first.text)
    expect((await order(person.client, 500, { country: 'AT' }, key)).status).toBe(422)
    const other = await buyer(500)
    expect((await order(other.client, 500, {}, key)).text).not.toBe(first.text)
  })

  test('another cart replaces the order before, which cannot be paid any more', async () => {
    const person = await buyer(500)
    const before = await placed(person.client, 500)
    const added = await materialRow(app, { authorId: seller.id, price: 100 })
    await put(person.client, added)
    const after = await placed(person.client, 600)
    expect(after.reference).not.toBe(before.reference)
    expect((await stateOf(person.client, before.reference)).status).toBe('cancelled')
    expect((await person.client.get(before.path)).text).not.toContain('name="outcome"')
  })

  test('paying an order leaves what was put into the cart since', async () => {
    const person = await buyer(500)
    const { providerReference } = await placed(person.client, 500)
    const added = await materialRow(app, { authorId: seller.id, price: 100 })
    await put(person.client, added)
    await settle(providerReference, 500, 'succeeded')
    expect(await cartIds(person.client)).toEqual([added])
    expect(await ownedBy(person.id)).toEqual(person.ids)
  })
})

describe('settlement', () => {
  test('pain 2: 50 at once: one entitlement, one number, one booking, two mails', async () => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    paidReferences = []
    const results = await Promise.all([
      ...Array.from({ length: 25 }, () => settle(providerReference, 500, 'succeeded')),
      ...Array.from({ length: 25 }, () => webhook(call(providerReference, 500))),
    ])
    const changed = results.filter((result) => 'changed' in result && result.changed)
    expect(changed.length).toBeLessThanOrEqual(1)
    expect(results.filter((result) => 'text' in result && result.status !== 200)).toEqual([])
    const { number } = await stateOf(person.client, reference)
    expect(await ownedBy(person.id)).toEqual(person.ids)
    const mails = await app.deps.db
      .selectFrom('mail')
      .select('id')
      .where('html', 'like', `%${number}%`)
      .execute()
    expect(mails).toHaveLength(2)
    await Promise.all([countWaitingSales(app.deps), countWaitingSales(app.deps)])
    const sold = await app.deps.db
      .selectFrom('material')
      .select('sales_count')
      .where('id', 'in', person.ids)
      .executeTakeFirstOrThrow()
    expect(sold.sales_count).toBe(1)
    expect(paidReferences).toEqual([reference])
  })

  test('lists move what sells when its popularity has grown by a twentieth; what was sold is exact at once', async () => {
    const { ids } = await buyer(500)
    const [id = 0] = ids
    const { db } = app.deps
    await transaction(db, async (tx) => {
      const row = await findMaterial(tx, { world: 'de', materialId: id }, true)
      if (row) await indexMaterial(app.deps, tx, row)
    })
    await db.updateTable('material').set({ popularity: 1000 }).where('id', '=', id).execute()
    await db.updateTable('material_search').set({ popularity: 1000 }).where('material_id', '=', id).execute()
    const seen: number[] = []
    for (const sales of [4, 1]) {
      await db
        .insertInto('sale_waiting')
        .values(Array.from({ length: sales }, () => ({ world: 'de', material_id: id })))
        .execute()
      await countWaitingSales(app.deps)
      const row = await db
        .selectFrom('material_search')
        .select('popularity')
        .where('material_id', '=', id)
        .executeTakeFirstOrThrow()
      seen.push(row.popularity)
    }
    expect(seen).toEqual([1000, 1050])
    const sold = await db
      .selectFrom('material')
      .select(['sales_count', 'popularity'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(sold).toEqual({ sales_count: 5, popularity: 1050 })
  })

  test('many orders at once draw numbers without gaps or doubles', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, () => buyer(500)))
    const orders = await Promise.all(buyers.map((person) => placed(person.client, 500)))
    const declined = orders.splice(0, 2)
    await Promise.all([
      ...orders.map((each) => settle(each.providerReference, 500, 'succeeded')),
      ...declined.map((each) => settle(each.providerReference, 500, 'declined')),
    ])
    const rows = await app.deps.db
      .selectFrom('purchase_order')
      .select('number')
      .where('world', '=', 'de')
      .where('number', 'is not', null)
      .execute()
    const drawn = rows.map((row) => Number(row.number?.split('-')[2])).toSorted((a, b) => a - b)
    expect(drawn).toEqual(drawn.map((_, index) => index + 1))
    expect((await ledgerSums()).filter((row) => row.sum !== 0)).toEqual([])
  })

  test('a decline keeps the cart; a success that comes later still counts', async () => {
    const person = await buyer(500)
    const { reference, path, providerReference } = await placed(person.client, 500)
    await person.client.submit(path, { outcome: 'decline' })
    expect((await webhook(call(providerReference, 500, { status: 'declined' }))).status).toBe(200)
    expect((await stateOf(person.client, reference)).status).toBe('declined')
    expect(await cartIds(person.client)).toEqual(person.ids)
    expect((await placed(person.client, 500)).reference).not.toBe(reference)
    await webhook(call(providerReference, 500))
    expect((await stateOf(person.client, reference)).status).toBe('paid')
    await webhook(call(providerReference, 500, { status: 'declined' }))
    expect((await stateOf(person.client, reference)).status).toBe('paid')
  })

  test('an old word on failure ends no order whose money has come', async () => {
    const person = await buyer(500)
    const { reference, path, providerReference } = await placed(person.client, 500)
    await person.client.submit(path, { outcome: 'pay' })
    for (const status of ['cancelled', 'declined'] as const) {
      expect((await webhook(call(providerReference, 500, { status }))).status).toBe(200)
      expect((await stateOf(person.client, reference)).status).toBe('paid')
    }
    expect(await ownedBy(person.id)).toEqual(person.ids)
    expect(await cartIds(person.client)).toEqual([])
  })

  test('nobody orders on while it cannot be found out what they have paid', async () => {
    const person = await buyer(500)
    const { reference, path } = await placed(person.client, 500)
    await person.client.submit(path, { outcome: 'pay' })
    const { payments } = app.deps
    app.deps.payments = { ...payments, status: () => Promise.reject(new ProductError('payment_failed')) }
    try {
      expect((await order(person.client, 500)).status).toBe(502)
      expect(await cartIds(person.client)).toEqual(person.ids)
    } finally {
      app.deps.payments = payments
    }
    expect((await order(person.client, 500)).status).toBe(201)
    expect((await stateOf(person.client, reference)).status).toBe('paid')
  })

  test('an order past its deadline expires, and a late success still counts', async () => {
    const person = await buyer(500)
    const { reference, path, providerReference } = await placed(person.client, 500)
    await app.deps.db
      .updateTable('purchase_order')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('reference', '=', reference)
      .execute()
    await expireOrders(app.deps)
    expect((await stateOf(person.client, reference)).status).toBe('expired')
    expect((await person.client.get(path)).text).not.toContain('name="outcome"')
    await settle(providerReference, 500, 'succeeded')
    expect((await stateOf(person.client, reference)).status).toBe('paid')
  })

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'HUF' }],
  ])('%s is answered, reported and never fulfilled', async (_, changes) => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    expect((await webhook(call(providerReference, 500, changes))).status).toBe(200)
    expect((await stateOf(person.client, reference)).status).toBe('pending')
    expect(await ownedBy(person.id)).toEqual([])
  })
})

describe('webhooks', () => {
  test('a replayed one is answered without effect', async () => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    const event = call(providerReference, 500, { status: 'cancelled' })
    await webhook(event)
    expect((await webhook(event)).status).toBe(200)
    expect((await stateOf(person.client, reference)).status).toBe('cancelled')
    const changed = { ...event, status: 'succeeded' as const }
    expect((await webhook(changed)).status).toBe(200)
    expect((await stateOf(person.client, reference)).status).toBe('cancelled')
  })

  test('unsigned, wrongly signed, changed and old ones are refused', async () => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    const body = JSON.stringify(call(providerReference, 500))
    const { env } = app.deps
    const now = Date.now()
    const refused = [
      {},
      { 'Sandbox-Signature': 'garbage' },
      { 'Sandbox-Signature': `t=${Math.floor(now / 1000)},v1=${'0'.repeat(64)}` },
      signSandboxCall(body, { secret: 'the secret of another app, just as long' }),
      signSandboxCall(`${body} `, env),
      signSandboxCall(body, env, now - 330_000),
      signSandboxCall(body, env, now + 330_000),
    ]
    for (const headers of refused) expect((await webhook(body, headers)).status).toBe(403)
    for (const nonsense of ['{', '[]', '{"id":1}', 'null', '\u0000'])
      expect((await webhook(nonsense)).status).toBe(400)
    expect((await webhook(call('sbx_of_somebody_else', 500))).status).toBe(404)
    const elsewhere = await send(app.base, {
      method: 'POST',
      path: '/api/v1/payments/webhook/stripe',
      body: '{}',
    })
    expect(elsewhere.status).toBe(404)
    expect((await webhook('x'.repeat(300 * 1024))).status).toBe(413)
    expect((await stateOf(person.client, reference)).status).toBe('pending')
  })

  test('a call that failed is not taken for one that was seen', async () => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    const event = call('sbx_not_there_yet', 500)
    expect((await webhook(event)).status).toBe(404)
    expect((await webhook({ ...event, reference: providerReference })).status).toBe(200)
    expect((await stateOf(person.client, reference)).status).toBe('paid')
  })

  test('pay later: the payer returns to a waiting order, the message alone fulfils it', async () => {
    const person = await buyer(500)
    const { reference, path, providerReference } = await placed(person.client, 500)
    await person.client.submit(path, { outcome: 'later' })
    expect((await stateOf(person.client, reference)).status).toBe('pending')
    expect((await order(person.client, 500)).json()).toMatchObject({ error: { code: 'payment_under_way' } })
    expect((await stateOf(person.client, reference)).status).toBe('processing')
    const deps = { ...app.deps, env: { ...app.deps.env, siteUrl: app.base } }
    await sendSandboxWebhook(deps, {
      reference: providerReference,
      status: 'succeeded',
      eventId: `evt_${randomUUID()}`,
    })
    expect((await stateOf(person.client, reference)).status).toBe('paid')
  })
})

describe('other people', () => {
  test('see nothing of an order, whoever they are', async () => {
    const person = await buyer(500)
    const { reference, providerReference } = await placed(person.client, 500)
    const other = await buyer()
    await settle(providerReference, 500, 'succeeded')
    expect((await other.client.api('GET', `/v1/orders/${reference}`)).status).toBe(404)
    expect((await seller.client.api('GET', `/v1/orders/${reference}`)).status).toBe(404)
    expect((await createClient(app.base).api('GET', `/v1/orders/${reference}`)).status).toBe(401)
    expect((await person.client.api('GET', `/v1/orders/${reference}?world=es`)).status).toBe(404)
    expect((await person.client.api('GET', `/v1/orders/${reference.toUpperCase()}`)).status).toBe(404)
    expect((await other.client.api('GET', '/v1/bought-materials')).json()).toMatchObject({ materials: [] })
    expect((await person.client.api('GET', '/v1/sales')).status).toBe(403)
  })

  test('edited cursors are refused', async () => {
    const person = await buyer()
    for (const after of ['x', 'W10', "' or 1=1", 'WyJzYWxlcyIsMSwxXQ']) {
      const answer = await person.client.api('GET', `/v1/bought-materials?after=${encodeURIComponent(after)}`)
      expect(answer.status).toBe(422)
    }
  })
})

describe('what the pages show', () => {
  function contextOf(person: Person, world: 'de' | 'gr' = 'de'): Context {
    const visitor = {
      kind: 'member',
      accountId: person.id,
      sessionHash: Buffer.alloc(32),
      publicName: 'buyer',
      slug: 'buyer',
      email: person.email,
      homeWorld: 'de',
      isSeller: false,
      role: 'member',
      emailConfirmed: true,
      agbAccepted: true,
      imageKey: null,
      anonymousId: undefined,
    } as const
    return {
      ...app.deps,
      world,
      visitor,
      requestId: 'test',
      rateClient: { network: 'test' },
      cartToken: undefined,
    }
  }

  test('payment: cart, tax of the chosen country, countries in the world’s language', async () => {
    const person = await buyer(1190)
    const german = await paymentView(contextOf(person))
    expect(german).toMatchObject({
      country: 'DE',
      taxRate: 1900,
      tax: 190,
      net: 1000,
      isEmpty: false,
      isFree: false,
    })
    expect(german.countries).toHaveLength(31)
    expect(german.countries[0]?.name).toBe('Belgien')
    expect(await paymentView(contextOf(person), 'FI')).toMatchObject({
      country: 'FI',
      taxRate: 2550,
      tax: 242,
    })
    expect(await paymentView(contextOf(person), 'XX')).toMatchObject({ country: 'DE' })
    const greek = await paymentView(contextOf(person, 'gr'))
    expect(greek).toMatchObject({ country: 'GR', taxRate: 2400, isEmpty: true })
    expect(greek.countries.map((each) => each.name)).toContain('Γερμανία')
  })

  test('who paid, was not heard of and orders again pays nothing twice', async () => {
    const person = await buyer(500)
    const paid = await placed(person.client, 500)
    // The payer decides, and neither the message nor the way back reaches us.
    expect((await person.client.submit(paid.path, { outcome: 'pay' })).status).toBe(303)
    const more = await materialRow(app, { authorId: seller.id, price: 300 })
    await put(person.client, more)
    const refused = await order(person.client, 800)
    expect([refused.status, refused.json<{ error: { fields: object } }>().error.fields]).toEqual([
      409,
      { expectedTotal: 'invalid' },
    ])
    expect((await stateOf(person.client, paid.reference)).status).toBe('paid')
    expect(await cartIds(person.client)).toEqual([more])
    await placed(person.client, 300)
  })

  test('return and thanks: the provider is asked, and only the buyer is thanked', async () => {
    const person = await buyer(500)
    const context = contextOf(person)
    const { reference, path } = await placed(person.client, 500)
    expect(await returnFromPayment(context, reference)).toMatchObject({ status: 'pending', nextUrl: null })
    expect(await thankYou(context, reference)).toBeUndefined()
    await person.client.submit(path, { outcome: 'pay' })
    const back = await Promise.all(Array.from({ length: 10 }, () => returnFromPayment(context, reference)))
    expect(back[0]).toEqual({ reference, status: 'paid', nextUrl: `/de/danke?order=${reference}` })
    const thanks = await thankYou(context, reference)
    expect(thanks?.order.total).toBe(500)
    expect(thanks?.materials.map((each) => each.material.id)).toEqual(person.ids)
    const other = contextOf(await buyer())
    expect(await returnFromPayment(other, reference)).toBeUndefined()
    expect(await thankYou(other, reference)).toBeUndefined()
    expect(await ownedIds(context, [...person.ids, 1])).toEqual(person.ids)
    expect(await ownedIds(other, person.ids)).toEqual([])
  })

  test('a declined payer is sent back to the payment page', async () => {
    const person = await buyer(500)
    const { reference, path } = await placed(person.client, 500)
    await person.client.submit(path, { outcome: 'decline' })
    const back = await returnFromPayment(contextOf(person), reference)
    expect(back).toEqual({ reference, status: 'declined', nextUrl: '/de/zahlung?status=declined' })
  })

  test('bought materials come in pages, each once', async () => {
    const person = await buyer(...Array.from({ length: 60 }, () => 0))
    await order(person.client, 0)
    const context = contextOf(person)
    const first = await boughtMaterials(context)
    expect(first.materials).toHaveLength(48)
    const rest = await boughtMaterials(context, { after: first.nextCursor ?? '' })
    expect(rest.nextCursor).toBeNull()
    const ids = [...first.materials, ...rest.materials].map((each) => each.material.id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(person.ids)
  })
})

test('the sandbox does not start where it must not, and knows only its own pages', async () => {
  const env = { siteUrl: 'https://aularium.example', secret: 'x'.repeat(32), allowSandboxPayments: false }
  expect(() => createSandboxProvider({ env, db: app.deps.db })).toThrow('production')
  const client = createClient(app.base)
  for (const path of [
    '/sandbox-payment/',
    '/sandbox-payment/sbx_nothing',
    `/sandbox-payment/sbx_${'a'.repeat(32)}`,
  ]) {
    expect((await client.get(path)).status).toBe(404)
  }
  const person = await buyer(500)
  const { path } = await placed(person.client, 500)
  expect((await person.client.submit(path, { outcome: 'refund' })).status).toBe(422)
  const foreign = { method: 'POST', path, headers: { Origin: 'https://evil.example' }, body: 'outcome=pay' }
  expect((await person.client.send(foreign)).status).toBe(403)
})
