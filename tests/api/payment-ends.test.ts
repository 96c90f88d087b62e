import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { on } from '#platform/events/event.ts'
import { listenersOf } from '#platform/events/events.ts'
import type { PaymentStatus } from '#platform/gateways/payments/payment-provider.ts'
import type { OperatorTask } from '#shop/money/operator-tasks/rules/contract.ts'
import { numberOrder } from '#shop/money/orders/server/checkout/numbers.ts'
import { orderPaid } from '#shop/money/orders/server/events.ts'
import { insertPayment } from '#shop/money/orders/server/payment/payment-queries.ts'
import { reconcile } from '#shop/money/orders/server/payment/reconcile.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { paySecondBack } from '#shop/money/orders/server/payment/unexpected.ts'
import { receivePaymentEvent } from '#shop/money/orders/server/payment/webhook.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { orderAtDesk } from '#shop/money/orders/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { orderOf, type Sale, sold } from '../support/till.ts'

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})

afterAll(() => app.close())

function settle(providerReference: string, amountCents: number, status: PaymentStatus = 'succeeded') {
  const said = { provider: 'sandbox', providerReference, status, amountCents, currency: 'EUR' }
  return settlePayment(app.deps, 'de', said)
}

async function tasksOf(sale: Sale): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('operator_task')
    .select('kind')
    .where(sql<string>`detail ->> 'orderReference'`, '=', sale.reference)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function mailsTo(person: Person): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('mail')
    .select('template')
    .where('recipient', '=', person.email)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

/** How many jobs wait to send a second payment back. */
async function waitingBack(paymentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from jobs.job
    where name = 'pay_second_back' and (data->>'paymentId')::int = ${paymentId}`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

async function booksOf(sale: Sale): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.ledger_account as account, sum(e.amount_cents) as sum from ledger_entry e
    join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where t.order_id = ${sale.orderId} group by 1`.execute(app.deps.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
}

async function statusOf(sale: Sale): Promise<string> {
  const { db } = app.deps
  const row = await db
    .selectFrom('purchase_order')
    .select('status')
    .where('id', '=', sale.orderId)
    .executeTakeFirstOrThrow()
  return row.status
}

async function ownedBy(sale: Sale): Promise<number> {
  const { db } = app.deps
  const rows = await db
    .selectFrom('entitlement')
    .select('material_id')
    .where('account_id', '=', sale.buyer.id)
    .execute()
  return rows.length
}

/** An order of 5.00 that was paid by two payments, both of which the provider knows. */
async function paidTwice(): Promise<{ sale: Sale; paymentId: number; reference: string }> {
  const { db } = app.deps
  const sale = await sold(app, { sellers: [seller], prices: [500] })
  const reference = `${sale.providerReference}2`
  await sql`insert into sandbox_payment (reference, order_reference, amount_cents, currency, description, world, return_url, status)
    select ${reference}, order_reference, amount_cents, currency, description, world, return_url, 'succeeded'
    from sandbox_payment where reference = ${sale.providerReference}`.execute(db)
  const second = { provider: 'sandbox', providerReference: reference, amountCents: 500, currency: 'EUR' }
  await insertPayment(db, 'de', { orderId: sale.orderId, ...second })
  await Promise.all(Array.from({ length: 8 }, () => settle(reference, 500)))
  const { id } = await db
    .selectFrom('payment')
    .select('id')
    .where('provider_reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { sale, paymentId: id, reference }
}

describe('how a payment may end', () => {
  test('another sum: nothing is delivered, the money is owed, somebody is notified once', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    await Promise.all(Array.from({ length: 8 }, () => settle(sale.providerReference, 499)))
    expect([await statusOf(sale), await ownedBy(sale), await tasksOf(sale)]).toEqual([
      'pending',
      0,
      ['amount_mismatch'],
    ])
    expect(await booksOf(sale)).toEqual({ 'provider:sandbox': 499, 'owed:buyers': -499 })
  })

  test('another sum first and the right one after all: delivered, and nothing is owed any more', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    await settle(sale.providerReference, 499)
    await settle(sale.providerReference, 500)
    expect([await statusOf(sale), await ownedBy(sale)]).toEqual(['paid', 1])
    expect(await booksOf(sale)).toMatchObject({ 'provider:sandbox': 500, 'owed:buyers': 0 })
  })

  test('one order paid twice over: delivered once, the second money goes back by itself, with a mail', async () => {
    const { sale, paymentId } = await paidTwice()
    expect(await booksOf(sale)).toMatchObject({ 'provider:sandbox': 1000, 'owed:buyers': -500 })
    const before = await waitingBack(paymentId)
    const sending = Array.from({ length: 4 }, () => paySecondBack(app.deps, { world: 'de', paymentId }))
    await Promise.all(sending)
    expect([before, await statusOf(sale), await ownedBy(sale), await tasksOf(sale)]).toEqual([
      1,
      'paid',
      1,
      [],
    ])
    expect(await booksOf(sale)).toMatchObject({ 'provider:sandbox': 500, 'owed:buyers': 0 })
    expect(await mailsTo(sale.buyer)).toEqual(['order-paid', 'second-payment'])
    const differences = await reconcile(app.deps, { from: new Date(Date.now() - 60_000), to: new Date() })
    expect(differences.filter(({ reference }) => reference.includes(sale.providerReference))).toEqual([])
  })

  test('a second payment the provider does not send back stays owed and becomes a task; so does one that comes back', async () => {
    const refused = await paidTwice()
    await sql`update sandbox_payment set status = 'declined' where reference = ${refused.reference}`.execute(
      app.deps.db,
    )
    await paySecondBack(app.deps, { world: 'de', paymentId: refused.paymentId })
    expect(await tasksOf(refused.sale)).toEqual(['duplicate_payment'])
    expect(await booksOf(refused.sale)).toMatchObject({ 'provider:sandbox': 1000, 'owed:buyers': -500 })
    const sent = await paidTwice()
    await paySecondBack(app.deps, { world: 'de', paymentId: sent.paymentId })
    const word = {
      ...{ type: 'refund.updated' as const, providerReference: sent.reference, refundId: 're_1' },
      ...{ refundReference: `second-${sent.reference}`, amountCents: 500, currency: 'EUR' },
    }
    await receivePaymentEvent(app.deps, 'sandbox', {
      ...word,
      eventId: `${sent.reference}-1`,
      status: 'succeeded',
    })
    expect([await tasksOf(sent.sale), (await booksOf(sent.sale))['owed:buyers']]).toEqual([[], 0])
    await receivePaymentEvent(app.deps, 'sandbox', {
      ...word,
      eventId: `${sent.reference}-2`,
      status: 'failed',
    })
    expect(await tasksOf(sent.sale)).toEqual(['duplicate_payment'])
    expect(await booksOf(sent.sale)).toMatchObject({ 'provider:sandbox': 1000, 'owed:buyers': -500 })
  })

  test('a second payment that finance sent back at the provider is not sent again', async () => {
    const { sale, paymentId, reference } = await paidTwice()
    await receivePaymentEvent(app.deps, 'sandbox', {
      ...{ type: 'refund.updated', providerReference: reference, refundId: `by-hand-${reference}` },
      ...{ refundReference: undefined, amountCents: 500, currency: 'EUR' },
      ...{ eventId: `${reference}-hand`, status: 'succeeded' },
    })
    await paySecondBack(app.deps, { world: 'de', paymentId })
    expect([await tasksOf(sale), (await booksOf(sale))['owed:buyers']]).toEqual([[], 0])
    const sent = sql<{ count: number }>`
      select count(*)::int from sandbox_refund where payment_reference = ${reference}`
    expect((await sent.execute(app.deps.db)).rows).toEqual([{ count: 0 }])
  })

  test('paid late, after the same was bought by another order: it goes back by itself', async () => {
    const late = await orderOf(app, { sellers: [seller], prices: [500] })
    await settle(late.providerReference, 500, 'declined')
    const again = await late.buyer.client.api('POST', '/v1/orders?world=de', {
      ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 500 },
    })
    await settle(again.json<{ redirectUrl: string }>().redirectUrl.split('/').at(-1) ?? '', 500)
    await settle(late.providerReference, 500)
    expect([await statusOf(late), await ownedBy(late), await tasksOf(late)]).toEqual(['paid', 1, []])
    expect(await booksOf(late)).toMatchObject({ 'provider:sandbox': 0 })
  })

  test('a failure after the success: the buyer keeps what they have, somebody is told', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    await settle(sale.providerReference, 500, 'declined')
    await settle(sale.providerReference, 500, 'cancelled')
    expect([await statusOf(sale), await ownedBy(sale), await tasksOf(sale)]).toEqual([
      'paid',
      1,
      ['late_failure'],
    ])
  })

  test('a refund the provider refuses becomes a task, however often it is tried', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    await sql`update sandbox_payment set status = 'declined' where reference = ${sale.providerReference}`.execute(
      app.deps.db,
    )
    const finance = await member(app, 'finance', { role: 'finance' })
    const answer = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, {
      reason: 'Defekt',
    })
    const { reference } = answer.json<{ reference: string }>()
    const { id } = await app.deps.db
      .selectFrom('refund')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    await Promise.all(Array.from({ length: 4 }, () => payRefund(app.deps, { world: 'de', refundId: id })))
    const { number } = await app.deps.db
      .selectFrom('purchase_order')
      .select('number')
      .where('id', '=', sale.orderId)
      .executeTakeFirstOrThrow()
    const listed = await finance.client.api('GET', `/v1/operator-tasks?order=${sale.reference}`)
    expect(listed.json<{ tasks: OperatorTask[] }>().tasks).toEqual([
      expect.objectContaining({
        kind: 'refund_refused',
        person: { role: 'buyer', name: expect.any(String), email: sale.buyer.email },
        detail: expect.objectContaining({
          ...{ orderNumber: number, orderReference: sale.reference, amount: 500, currency: 'EUR' },
          ...{ providerReference: sale.providerReference, refundReference: reference },
        }),
      }),
    ])
    const order = await orderAtDesk({ db: app.deps.db, world: 'de' }, sale.reference)
    expect(order).toMatchObject({
      ...{ number, total: 500, buyer: { email: sale.buyer.email } },
      refunds: [{ reference, status: 'failed', amount: 500 }],
    })
  })
})

test('an order killed between its number and its booking keeps the number; the series has no gap and no double', async () => {
  const numberOf = async (sale: Sale) =>
    (
      await app.deps.db
        .selectFrom('purchase_order')
        .select('number')
        .where('id', '=', sale.orderId)
        .executeTakeFirstOrThrow()
    ).number
  const killed = await orderOf(app, { sellers: [seller], prices: [500] })
  const said = {
    provider: 'sandbox',
    providerReference: killed.providerReference,
    amountCents: 500,
    currency: 'EUR',
  }
  await numberOrder(app.deps, 'de', { ...said, status: 'succeeded' })
  const drawn = await numberOf(killed)
  const next = await sold(app, { sellers: [seller], prices: [500] })
  await Promise.all(Array.from({ length: 6 }, () => settle(killed.providerReference, 500)))
  expect([await numberOf(killed), await statusOf(killed)]).toEqual([drawn, 'paid'])
  const serial = (number: string | null) => Number(number?.split('-')[2])
  expect(serial(await numberOf(next))).toBe(serial(drawn) + 1)
  const other = { ...said, providerReference: killed.providerReference, amountCents: 1 }
  await numberOrder(app.deps, 'de', { ...other, status: 'succeeded' })
  expect(await numberOf(killed)).toBe(drawn)
})

test('a payment that is being booked holds up no other one of its world', async () => {
  const [slow, quick] = [
    await orderOf(app, { sellers: [seller], prices: [500] }),
    await orderOf(app, { sellers: [seller], prices: [600] }),
  ]
  const before = app.deps.listeners
  const isOver = Promise.withResolvers<void>()
  const wait = on(orderPaid, 'now', 'test.slow', async (_context, { reference }) => {
    if (reference === slow.reference) await isOver.promise
  })
  Object.assign(app.deps, { listeners: listenersOf([[wait]]) })
  const booking = settle(slow.providerReference, 500)
  try {
    await settle(quick.providerReference, 600)
    expect([await statusOf(slow), await statusOf(quick)]).toEqual(['pending', 'paid'])
  } finally {
    isOver.resolve()
    await booking
    Object.assign(app.deps, { listeners: before })
  }
  expect(await statusOf(slow)).toBe('paid')
})

test('whatever a provider says in whatever order, an order is delivered iff its sum came, and the books hold all that came', async () => {
  const word = fc.record({
    status: fc.constantFrom<PaymentStatus>('pending', 'succeeded', 'declined', 'cancelled'),
    amountCents: fc.constantFrom(500, 500, 500, 499, 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), fc.boolean(), async (words, atOnce) => {
      const sale = await orderOf(app, { sellers: [seller], prices: [500] })
      const say = ({ status, amountCents }: (typeof words)[number]) =>
        settle(sale.providerReference, amountCents, status)
      if (atOnce) await Promise.all(words.map(say))
      else for (const each of words) await say(each)
      const isPaid = words.some(({ status, amountCents }) => status === 'succeeded' && amountCents === 500)
      expect([(await statusOf(sale)) === 'paid', await ownedBy(sale)]).toEqual([isPaid, isPaid ? 1 : 0])
      const books = await booksOf(sale)
      const came = words.filter(({ status }) => status === 'succeeded').map(({ amountCents }) => amountCents)
      if (isPaid) expect([books['provider:sandbox'], books['owed:buyers'] ?? 0]).toEqual([500, 0])
      else if (came.length === 0) expect(books).toEqual({})
      else expect(came).toContain(books['provider:sandbox'])
    }),
    { numRuns: 25 },
  )
}, 120_000)
