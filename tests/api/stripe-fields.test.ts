import { afterAll, expect, test } from 'vitest'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { openStripeApp } from '../support/stripe-app.ts'
import { orderOf, type Sale } from '../support/till.ts'

const { stripe, app, seller, finance, deliver, stateOf, tasksOf, close } = await openStripeApp()
afterAll(close)

/** An order that is paid in Stripe's fields on our page: `providerReference` names its PaymentIntent. */
async function ordered(...prices: number[]): Promise<Sale> {
  const sale = await orderOf(app, { sellers: [seller], prices, body: { surface: 'fields' } })
  return { ...sale, providerReference: (await paymentOf(sale)).provider_reference }
}

async function paymentOf({ orderId }: Pick<Sale, 'orderId'>) {
  return await app.deps.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Asks for the same order once more, as a second click or tab does. */
async function again({ buyer, total }: Sale, body: object = { surface: 'fields' }) {
  const answer = await buyer.client.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: total },
    ...body,
  })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<{ reference: string; redirectUrl: string; clientSecret?: string }>()
}

test('one order has one payment, whatever is pressed how often, and leads back to us', async () => {
  const sale = await ordered(399, 250)
  const both = await Promise.all([again(sale), again(sale)])
  for (const answer of both) {
    expect(answer.reference).toBe(sale.reference)
    expect(answer.clientSecret).toContain(`${sale.providerReference}_secret_`)
    expect(answer.redirectUrl).toMatch(/\/de\/order-confirmation\?order=|order=/)
  }
  const made = stripe.requests.filter(({ key }) => key === `intent-${sale.reference}`)
  expect(new Set(made.map(({ params }) => JSON.stringify(params))).size).toBe(1)
  expect(made[0]?.params).toMatchObject({ amount: '649', currency: 'eur' })
  expect(stripe.misshapen).toEqual([])
})

test('is paid once by any number of calls, and a call of a session’s own payment is no concern of it', async () => {
  const sale = await ordered(500)
  const event = stripe.payInFields(sale.providerReference, { fee: 33 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(event)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stateOf(sale)).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
  expect(await tasksOf(sale)).toEqual([])
  const foreign = { ...event, id: 'evt_foreign', data: { object: { id: 'pi_other', metadata: {} } } }
  expect((await deliver(foreign)).status).toBe(200)
})

test('changing to Stripe’s page closes the fields: nobody pays in both places', async () => {
  const sale = await ordered(500)
  const hosted = await again(sale, {})
  expect([hosted.reference === sale.reference, hosted.clientSecret]).toEqual([false, undefined])
  expect(hosted.redirectUrl).toContain('checkout.stripe.com')
  const cancellation = stripe.events.findLast(({ type }) => type === 'payment_intent.canceled')
  expect(cancellation?.data).toMatchObject({ object: { id: sale.providerReference } })
  await deliver(cancellation ?? {})
  expect(await stateOf(sale)).toMatchObject({ order: 'cancelled', owned: 0 })
})

test('a card that is refused ends the order; the next press makes a new one, and a late success still delivers once', async () => {
  const sale = await ordered(500)
  await deliver(stripe.endInFields(sale.providerReference, 'requires_payment_method'))
  expect(await stateOf(sale)).toEqual({ order: 'declined', payment: 'declined', owned: 0 })
  const next = await again(sale)
  expect(next.reference).not.toBe(sale.reference)
  const { id: orderId } = await app.deps.db
    .selectFrom('purchase_order')
    .select('id')
    .where('reference', '=', next.reference)
    .executeTakeFirstOrThrow()
  await deliver(stripe.payInFields((await paymentOf({ orderId })).provider_reference))
  expect(await stateOf({ ...sale, orderId })).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
  await deliver(stripe.payInFields(sale.providerReference))
  expect(await stateOf(sale)).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
  expect(await tasksOf(sale)).toEqual([])
})

test('an old word of refusal does not undo what was paid since; a debit waits for its money', async () => {
  const sale = await ordered(500)
  const refused = stripe.endInFields(sale.providerReference, 'requires_payment_method')
  const sent = stripe.endInFields(sale.providerReference, 'processing')
  await deliver(refused)
  await deliver(sent)
  expect(await stateOf(sale)).toEqual({ order: 'processing', payment: 'processing', owned: 0 })
  const paid = stripe.payInFields(sale.providerReference)
  await deliver({ ...refused, id: 'evt_refused_late' })
  await deliver(paid)
  expect(await stateOf(sale)).toEqual({ order: 'paid', payment: 'succeeded', owned: 1 })
})

test('another sum than the order’s is kept as owed, and somebody is asked to look', async () => {
  const sale = await ordered(500)
  await deliver(stripe.payInFields(sale.providerReference, { amount: 400 }))
  expect(await stateOf(sale)).toEqual({ order: 'pending', payment: 'unexpected', owned: 0 })
  expect(await tasksOf(sale)).toEqual(['amount_mismatch'])
})

test('money goes back to the payment it came by, and disputes of it are heard', async () => {
  const sale = await ordered(500, 300)
  await deliver(stripe.payInFields(sale.providerReference))
  const path = `/v1/orders/${sale.reference}/refunds`
  const items = [{ materialId: sale.materialIds[0], amount: 100 }]
  const answer = await finance.client.api('POST', path, { reason: 'Datei beschädigt', items })
  expect(answer.status).toBe(201)
  const { id } = await app.deps.db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', sale.orderId)
    .executeTakeFirstOrThrow()
  await payRefund(app.deps, { world: 'de', refundId: id })
  const sent = stripe.requests.findLast(({ path }) => path === '/v1/refunds')
  expect(sent?.params).toMatchObject({ payment_intent: sale.providerReference, amount: '100' })
  expect((await deliver(stripe.dispute(sale.providerReference, { amount: 700 }))).status).toBe(200)
  expect(await tasksOf(sale)).toEqual(['dispute_open'])
})
