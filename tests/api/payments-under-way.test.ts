import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveSandboxPayment, type SandboxCall, signSandboxCall } from '#platform/gateways/payments/sandbox.ts'
import { tellUnderWay } from '#shop/money/orders/server/payment/awaited.ts'
import { expireOrders, settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'
import { orderOf, type Sale } from '../support/till.ts'

/* A payment under way is not "nobody paid": a direct debit takes up to 14 days, and all that time the order holds what it holds. */

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})

afterAll(() => app.close())

const order = { country: 'DE', consentImmediate: true, consentWaiver: true }

/** As somebody who presses "confirm only later" at the provider. */
async function payLater({ providerReference }: Pick<Sale, 'providerReference'>): Promise<void> {
  await moveSandboxPayment(app.deps.db, { reference: providerReference, from: 'open', to: 'pending' })
}

type Word = SandboxCall['status']

async function webhook(sale: Pick<Sale, 'providerReference' | 'total'>, status: Word): Promise<void> {
  const { providerReference: reference, total: amount } = sale
  const call: SandboxCall = {
    ...{ id: `evt_${randomUUID()}`, type: 'payment.updated', reference, amount, currency: 'EUR', status },
  }
  const body = JSON.stringify(call)
  const answer = await send(app.base, {
    ...{ method: 'POST', path: '/api/v1/payments/webhook/sandbox', body },
    headers: { 'Content-Type': 'application/json', ...signSandboxCall(body, app.deps.env) },
  })
  expect(answer.status).toBe(200)
}

/** The provider has decided, and says so. */
async function decided(sale: Sale, status: 'succeeded' | 'declined' | 'cancelled'): Promise<void> {
  await moveSandboxPayment(app.deps.db, { reference: sale.providerReference, from: 'pending', to: status })
  await webhook(sale, status)
}

async function underWay(input: Parameters<typeof orderOf>[1]): Promise<Sale> {
  const sale = await orderOf(app, input)
  await payLater(sale)
  await webhook(sale, 'processing')
  return sale
}

async function statusOf({ reference }: Pick<Sale, 'reference'>): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    select status from purchase_order where reference = ${reference}`.execute(app.deps.db)
  return rows[0]?.status ?? ''
}

async function age({ reference }: Sale, days: number): Promise<void> {
  await sql`update purchase_order set created_at = now() - make_interval(days => ${days}) where reference = ${reference}`.execute(
    app.deps.db,
  )
}

async function place(buyer: Person, expectedTotal: number) {
  return await buyer.client.api('POST', '/v1/orders?world=de', { ...order, expectedTotal })
}

async function cartOf(buyer: Person) {
  const answer = await buyer.client.api('GET', '/v1/cart/view?world=de')
  return answer.json<{
    items: { cart: { finalPrice: number; leftOut: { materialId: number; reason: string }[] } }
  }>().items.cart
}

async function mailsOf(buyer: Person): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from mail where recipient = ${buyer.email} order by id`.execute(app.deps.db)
  return rows.map(({ template }) => template)
}

describe('an order whose payment is under way', () => {
  test('is not ordered a second time, and says so; other things may be ordered', async () => {
    const sale = await underWay({ sellers: [seller], prices: [249] })
    expect(await statusOf(sale)).toBe('processing')
    const [first = 0] = sale.materialIds
    expect(await cartOf(sale.buyer)).toMatchObject({
      finalPrice: 0,
      leftOut: [{ materialId: first, reason: 'awaiting_payment' }],
    })
    const again = await place(sale.buyer, 249)
    expect([again.status, again.json()]).toMatchObject([409, { error: { code: 'payment_under_way' } }])
    const other = await materialRow(app, { authorId: seller.id, price: 299 })
    await sale.buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: other })
    expect((await place(sale.buyer, 548)).status).toBe(409)
    expect((await place(sale.buyer, 299)).status).toBe(201)
    expect(await statusOf(sale)).toBe('processing')
    const seen = await sale.buyer.client.api('GET', `/v1/orders/${sale.reference}?world=de`)
    expect(seen.json()).toMatchObject({ status: 'processing' })
  })

  test('is known by asking, where no message has come and its payer has not come back', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [249] })
    await payLater(sale)
    expect((await place(sale.buyer, 249)).status).toBe(409)
    expect(await statusOf(sale)).toBe('processing')
  })

  test('outlives our deadline by weeks, and is paid then', async () => {
    const sale = await underWay({ sellers: [seller], prices: [500] })
    const unheard = await orderOf(app, { sellers: [seller], prices: [600] })
    await payLater(unheard)
    const given = await orderOf(app, { sellers: [seller], prices: [700] })
    for (const each of [sale, unheard, given]) await age(each, 13)
    await expireOrders(app.deps)
    expect([await statusOf(sale), await statusOf(unheard), await statusOf(given)]).toEqual([
      ...['processing', 'processing'],
      'expired',
    ])
    await moveSandboxPayment(app.deps.db, {
      reference: sale.providerReference,
      from: 'pending',
      to: 'succeeded',
    })
    // Nobody told: the job finds out.
    await expireOrders(app.deps)
    expect(await statusOf(sale)).toBe('paid')
  })

  test('waits for a provider that does not answer', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    await age(sale, 2)
    const { payments } = app.deps
    const silent = { ...payments, status: () => Promise.reject(new Error('away')) }
    await expireOrders({ ...app.deps, payments: silent })
    expect(await statusOf(sale)).toBe('pending')
    await expireOrders(app.deps)
    expect(await statusOf(sale)).toBe('expired')
  })

  test('holds its credit until it has failed; its buyer hears of both', async () => {
    const finance = await member(app, 'finance-hold', { role: 'finance' })
    const buyer = await member(app, 'saver')
    await finance.client.api('POST', '/v1/credits?world=de', {
      accountId: buyer.id,
      amount: 200,
      note: 'Kulanz',
    })
    const id = await materialRow(app, { authorId: seller.id, price: 500 })
    await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: id })
    const placed = await buyer.client.api('POST', '/v1/orders?world=de', { ...order, expectedTotal: 300 })
    expect([placed.status, placed.text]).toEqual([201, expect.any(String)])
    const { reference, redirectUrl } = placed.json<{ reference: string; redirectUrl: string }>()
    const providerReference = redirectUrl.split('/').at(-1) ?? ''
    const { id: orderId } = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const sale: Sale = { buyer, orderId, reference, providerReference, materialIds: [id], total: 300 }
    await payLater(sale)
    await webhook(sale, 'processing')
    await age(sale, 10)
    await expireOrders(app.deps)
    await tellUnderWay(app.deps, { world: 'de', orderId })
    const left = async () =>
      (
        await sql<{ left: number }>`select sum(left_cents)::integer as left from credit_lot
        where account_id = ${buyer.id}`.execute(app.deps.db)
      ).rows[0]?.left
    expect(await left()).toBe(0)
    await decided(sale, 'declined')
    expect([await statusOf(sale), await left()]).toEqual(['declined', 200])
    expect(await mailsOf(buyer)).toEqual(expect.arrayContaining(['payment-under-way', 'payment-failed']))
    // It may be ordered again now.
    expect(await cartOf(buyer)).toMatchObject({ finalPrice: 500, leftOut: [] })
  })

  test('is under way again when an old failure was not the last word', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    await webhook(sale, 'declined')
    expect(await statusOf(sale)).toBe('declined')
    await payLater(sale)
    await webhook(sale, 'processing')
    expect(await statusOf(sale)).toBe('processing')
    // An event of the first try, delivered late.
    await webhook(sale, 'declined')
    expect(await statusOf(sale)).toBe('processing')
    await decided(sale, 'succeeded')
    // And one of the second.
    await webhook(sale, 'processing')
    expect(await statusOf(sale)).toBe('paid')
  })

  test('messages of all kinds at once end where the provider is', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    await payLater(sale)
    await moveSandboxPayment(app.deps.db, {
      reference: sale.providerReference,
      from: 'pending',
      to: 'succeeded',
    })
    const words: Word[] = ['processing', 'declined', 'succeeded', 'processing', 'cancelled', 'succeeded']
    await Promise.all(words.map((word) => webhook(sale, word)))
    expect(await statusOf(sale)).toBe('paid')
    expect(await cartOf(sale.buyer)).toMatchObject({ leftOut: [] })
  })
})

describe('what is paid twice all the same', () => {
  test('goes back by itself: books, document, mail; the buyer keeps the material', async () => {
    const late = await orderOf(app, { sellers: [seller], prices: [500] })
    await webhook(late, 'declined')
    const again = await orderOf(app, {
      sellers: [seller],
      prices: [],
      buyer: late.buyer,
      body: { expectedTotal: 500 },
    })
    await settlePayment(app.deps, 'de', {
      ...{ provider: 'sandbox', providerReference: again.providerReference, status: 'succeeded' },
      ...{ amountCents: 500, currency: 'EUR' },
    })
    await sql`update sandbox_payment set status = 'succeeded' where reference = ${late.providerReference}`.execute(
      app.deps.db,
    )
    await webhook({ ...late, total: 500 }, 'succeeded')
    const refunds = await app.deps.db
      .selectFrom('refund')
      .select(['id', 'amount_cents', 'status'])
      .where('order_id', '=', late.orderId)
      .execute()
    expect(refunds).toMatchObject([{ amount_cents: 500, status: 'pending' }])
    await payRefund(app.deps, { world: 'de', refundId: refunds[0]?.id ?? 0 })
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(e.amount_cents), 0)::integer as sum from ledger_entry e
      join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
      where t.order_id = ${late.orderId} and e.ledger_account like 'provider:%'`.execute(app.deps.db)
    expect(rows[0]?.sum).toBe(0)
    const owned = await app.deps.db
      .selectFrom('entitlement')
      .select('order_id')
      .where('account_id', '=', late.buyer.id)
      .execute()
    expect(owned).toEqual([{ order_id: again.orderId }])
    const { rows: tasks } =
      await sql`select from operator_task where detail::text like ${`%${late.reference}%`}`.execute(
        app.deps.db,
      )
    expect(tasks).toEqual([])
    expect(await mailsOf(late.buyer)).toContain('order-refunded')
  })
})
