import { afterAll, describe, expect, test } from 'vitest'
import { memberOf, strangerContext } from '#platform/context/context.ts'
import { returnFromPayment } from '#shop/money/orders/server/payment/settlement.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { openStripeApp } from '../support/stripe-app.ts'
import { orderOf, type Sale } from '../support/till.ts'

const { stripe, app, seller, finance, deliver, stateOf, tasksOf, close } = await openStripeApp()
afterAll(close)

async function ordered(...prices: number[]): Promise<Sale> {
  return await orderOf(app, { sellers: [seller], prices })
}

/** What an order's bookings come to, by account. */
async function booksOf(sale: Sale): Promise<Record<string, number>> {
  const rows = await app.deps.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', (join) =>
      join
        .onRef('ledger_transaction.world', '=', 'ledger_entry.world')
        .onRef('ledger_transaction.id', '=', 'ledger_entry.transaction_id'),
    )
    .select(({ fn }) => ['ledger_account', fn.sum<string>('amount_cents').as('sum')])
    .where('ledger_transaction.order_id', '=', sale.orderId)
    .groupBy('ledger_account')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.ledger_account, Number(row.sum)]))
}

async function refund(sale: Sale, body: object = {}) {
  const path = `/v1/orders/${sale.reference}/refunds`
  const answer = await finance.client.api('POST', path, { reason: 'Datei beschädigt', ...body })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference } = answer.json<{ reference: string }>()
  const row = await app.deps.db
    .selectFrom('refund')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { reference, id: row.id }
}

describe('the order of a payment', () => {
  test('opens Stripe’s page, in the buyer’s language, under the key of the order and the pinned version', async () => {
    const sale = await ordered(399, 250)
    expect(sale.providerReference).toMatch(/^cs_test_/)
    const request = stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')
    expect(request).toMatchObject({ key: `order-${sale.reference}`, version: '2026-10-28.endive' })
    expect(request?.params).toMatchObject({ locale: 'de', customer_email: sale.buyer.email })
    expect(stripe.misshapen).toEqual([])
  })

  test('is made once when the answer gets lost', async () => {
    stripe.loseAnswers = 1
    const before = stripe.requests.length
    const sale = await ordered(500)
    const made = stripe.requests.slice(before).filter(({ path }) => path === '/v1/checkout/sessions')
    expect([made.length, new Set(made.map(({ key }) => key)).size]).toEqual([2, 1])
    expect(await stateOf(sale)).toMatchObject({ order: 'pending', payment: 'pending' })
  })

  test('is refused in words when Stripe cannot be reached', async () => {
    stripe.loseAnswers = 9
    await expect(ordered(500)).rejects.toThrow(/payment_failed/)
    stripe.loseAnswers = 0
  })
})

describe('a webhook', () => {
  test('pays the order once, however often and however many at a time it comes, with the fee in the books', async () => {
    const sale = await ordered(500)
    const event = stripe.pay(sale.providerReference, { fee: 33 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stateOf(sale)).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
    expect(await booksOf(sale)).toMatchObject({ 'provider:stripe': 467, 'fee:stripe': 33 })
    expect(await tasksOf(sale)).toEqual([])
  })

  test('pain 2: and the returning payer, at once: one order', async () => {
    const sale = await ordered(500)
    const event = stripe.pay(sale.providerReference)
    const context = {
      ...strangerContext(app.deps, 'de'),
      visitor: { kind: 'member', accountId: sale.buyer.id },
    } as never
    expect(memberOf(context)).toBeDefined()
    await Promise.all([
      ...Array.from({ length: 8 }, () => deliver(event)),
      ...Array.from({ length: 8 }, () => returnFromPayment(context, sale.reference)),
    ])
    const sales = await app.deps.db
      .selectFrom('ledger_transaction')
      .select('id')
      .where('order_id', '=', sale.orderId)
      .execute()
    expect([await stateOf(sale), sales.length]).toEqual([
      { order: 'paid', payment: 'succeeded', owned: 1 },
      1,
    ])
  })

  test('with a wrong signature, an old one, of another mode or of another account changes nothing', async () => {
    const sale = await ordered(500)
    const event = stripe.pay(sale.providerReference)
    const body = JSON.stringify(event)
    expect((await deliver(event, stripe.sign(body, { secret: 'whsec_other' }))).status).toBe(403)
    expect((await deliver(event, stripe.sign(body, { at: Date.now() - 301_000 }))).status).toBe(403)
    expect((await deliver(event, { 'Content-Type': 'application/json' })).status).toBe(403)
    expect((await deliver({ ...event, livemode: true })).status).toBe(403)
    expect((await deliver({ ...event, account: 'acct_other' })).status).toBe(200)
    expect((await deliver({ ...event, type: 'customer.created' })).status).toBe(200)
    expect(await stateOf(sale)).toMatchObject({ order: 'pending', owned: 0 })
  })

  test('that lies about the sum is not believed: Stripe is asked', async () => {
    const sale = await ordered(500)
    const event = stripe.pay(sale.providerReference)
    const data = {
      object: { ...(event.data as { object: object }).object, amount_total: 1, payment_status: 'unpaid' },
    }
    expect((await deliver({ ...event, data })).status).toBe(200)
    expect(await stateOf(sale)).toMatchObject({ order: 'paid' })
  })
})

describe('ways a payment goes', () => {
  test('a declined card and 3-D Secure leave the page open; nothing is delivered before the money', async () => {
    const sale = await ordered(500)
    stripe.refuse(sale.providerReference, 'requires_payment_method')
    const state = await app.deps.payments.status(sale.providerReference)
    stripe.refuse(sale.providerReference, 'requires_action')
    expect([state.status, (await app.deps.payments.status(sale.providerReference)).status]).toEqual([
      'pending',
      'pending',
    ])
    await deliver(stripe.pay(sale.providerReference))
    expect(await stateOf(sale)).toMatchObject({ order: 'paid', owned: 1 })
  })

  test('a direct debit waits for days, and a late word of its start does not undo its end', async () => {
    const sale = await ordered(500)
    const sent = stripe.debit(sale.providerReference)
    await deliver(sent)
    expect(await stateOf(sale)).toMatchObject({ order: 'processing', owned: 0 })
    const arrived = stripe.pay(sale.providerReference)
    await deliver(arrived)
    await deliver({ ...sent, id: 'evt_late' })
    expect(await stateOf(sale)).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
  })

  test('a debit that fails and a page nobody used end the order; the cart stays', async () => {
    const failed = await ordered(500)
    await deliver(stripe.debit(failed.providerReference))
    await deliver(stripe.debitFails(failed.providerReference))
    expect(await stateOf(failed)).toMatchObject({ order: 'declined', owned: 0 })
    const left = await ordered(500)
    await deliver(stripe.expire(left.providerReference))
    expect(await stateOf(left)).toMatchObject({ order: 'cancelled', owned: 0 })
  })

  test('another sum than the order’s is kept as owed and somebody is told; the right sum later still delivers', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference, { amount: 400 }))
    expect(await stateOf(sale)).toEqual({ order: 'pending', payment: 'unexpected', owned: 0 })
    expect(await booksOf(sale)).toEqual({ 'provider:stripe': 400, 'owed:buyers': -400 })
    expect(await tasksOf(sale)).toEqual(['amount_mismatch'])
    await deliver(stripe.refundByHand(sale.providerReference, 400))
    expect(await booksOf(sale)).toEqual({ 'provider:stripe': 0, 'owed:buyers': 0 })
  })
})

describe('refunds', () => {
  test('go to Stripe once, by our name for them', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference))
    const { id, reference } = await refund(sale)
    stripe.loseAnswers = 1
    await payRefund(app.deps, { world: 'de', refundId: id }).catch(() => undefined)
    await payRefund(app.deps, { world: 'de', refundId: id })
    const sent = stripe.requests.filter(
      ({ path, key }) => path === '/v1/refunds' && key === `refund-${reference}`,
    )
    expect(sent.length).toBeGreaterThan(0)
    expect(stripe.misshapen).toEqual([])
    expect(
      await app.deps.payments.refund({
        ...{
          providerReference: sale.providerReference,
          refundReference: reference,
          amountCents: 500,
          currency: 'EUR',
        },
      }),
    ).toBe('succeeded')
    const row = await app.deps.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('succeeded')
  })

  test('of a part that is asked for again after Stripe forgot its key is not sent twice', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference))
    const { id, reference } = await refund(sale, {
      items: [{ materialId: sale.materialIds[0], amount: 100 }],
    })
    // Sent, and killed before that was written down.
    const request = { providerReference: sale.providerReference, refundReference: reference }
    await app.deps.payments.refund({ ...request, amountCents: 100, currency: 'EUR' })
    stripe.forgetKeys()
    await payRefund(app.deps, { world: 'de', refundId: id })
    expect(stripe.sentBack(reference)).toBe(100)
    const row = await app.deps.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('succeeded')
  })

  test('one the bank sends back after all becomes a task, once', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference))
    const { id, reference } = await refund(sale)
    await payRefund(app.deps, { world: 'de', refundId: id })
    const event = stripe.endRefund(reference, 'failed')
    await Promise.all([deliver(event), deliver(event), deliver({ ...event, id: 'evt_again' })])
    const tasks = await app.deps.db.selectFrom('operator_task').select(['kind', 'detail']).execute()
    const own = tasks.filter(({ detail }) => JSON.stringify(detail).includes(reference))
    expect(own.map(({ kind }) => kind)).toEqual(['refund_refused'])
  })

  test('one made at Stripe by hand becomes a task; before the payment is known, Stripe is asked to come back', async () => {
    const sale = await ordered(500)
    const paid = stripe.pay(sale.providerReference)
    const event = stripe.refundByHand(sale.providerReference, 200)
    expect((await deliver(event)).status).toBe(404)
    await deliver(paid)
    expect((await deliver(event)).status).toBe(200)
    expect(await tasksOf(sale)).toEqual(['foreign_refund'])
  })
})

describe('disputes', () => {
  test('are booked and told; one that is won ends where it began, whatever the order of the words', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference, { fee: 0 }))
    const opened = stripe.dispute(sale.providerReference, { amount: 500, fee: 1500 })
    await Promise.all([deliver(opened), deliver(opened)])
    expect(await booksOf(sale)).toMatchObject({
      'provider:stripe': -1500,
      'dispute:stripe': 500,
      'fee:stripe': 1500,
    })
    const { id } = (opened.data as { object: { id: string } }).object
    const closed = stripe.endDispute(id, 'won')
    await deliver(closed)
    await deliver({ ...opened, id: 'evt_dispute_late' })
    expect(await booksOf(sale)).toMatchObject({
      'provider:stripe': -1000,
      'dispute:stripe': 0,
      'fee:stripe': 1500,
    })
    expect(await tasksOf(sale)).toEqual(['dispute_open', 'dispute_won'])
    expect(await stateOf(sale)).toMatchObject({ order: 'paid', owned: 1 })
  })

  test('stand in the way of a refund: none is made beside them, and one that was on its way becomes a task', async () => {
    const sale = await ordered(500)
    await deliver(stripe.pay(sale.providerReference))
    const { id } = await refund(sale, { items: [{ materialId: sale.materialIds[0], amount: 100 }] })
    await deliver(stripe.dispute(sale.providerReference, { amount: 500 }))
    const path = `/v1/orders/${sale.reference}/refunds`
    const beside = await finance.client.api('POST', path, { reason: 'Datei beschädigt' })
    expect([beside.status, beside.json()]).toMatchObject([409, { error: { code: 'payment_disputed' } }])
    await payRefund(app.deps, { world: 'de', refundId: id })
    const row = await app.deps.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('failed')
  })
})

test('the whole ledger sums to zero', async () => {
  const rows = await app.deps.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<string>('amount_cents').as('sum'))
    .groupBy(['world', 'transaction_id', 'currency'])
    .execute()
  expect(rows.filter(({ sum }) => Number(sum) !== 0)).toEqual([])
})
