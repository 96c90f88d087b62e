import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#platform/db/pool.ts'
import { type Listener, on } from '#platform/events/event.ts'
import { listenersOf } from '#platform/events/events.ts'
import { orderCancelled, orderDeclined, orderExpired, orderPaid } from '#shop/money/orders/server/events.ts'
import { expireOrders, settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** What orders tell, and that it is notified in the transaction that made it so. */

let app: TestApp
let seller: Person
let events: { event: string; data: object }[] = []
let failing: string | undefined
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  const hear = (event: string) => async (_context: unknown, data: object) => {
    if (failing === event) throw new Error('this reaction must hold')
    events.push({ event, data })
  }
  const note =
    (name: string) =>
    async (_context: unknown, { orderId }: { orderId: number }, tx: Db) => {
      // A number too large for the database is refused by it, and breaks off what is asked after it.
      const amount = failing === name ? 2 ** 40 : 1
      await sql`update purchase_order set total_cents = total_cents + ${amount} where id = ${orderId}`.execute(
        tx,
      )
    }
  const listeners: Listener[] = [
    on(orderPaid, 'now', 'test.paid', hear('paid')),
    on(orderPaid, 'if-possible', 'test.first', note('first')),
    on(orderPaid, 'if-possible', 'test.second', note('second')),
    on(orderExpired, 'now', 'test.expired', hear('expired')),
    on(orderDeclined, 'now', 'test.declined', hear('declined')),
    on(orderCancelled, 'now', 'test.cancelled', hear('cancelled')),
  ]
  Object.assign(app.deps, { listeners: listenersOf([listeners]) })
})
afterAll(() => app.close())
beforeEach(() => {
  events = []
  failing = undefined
})

/** A new member with one priced material in the cart, and the order of it. */
async function waiting() {
  names += 1
  const person = await member(app, `buyer-${names}`)
  const materialId = await materialRow(app, { authorId: seller.id, price: 500 })
  await person.client.api('POST', '/v1/cart/items', { materialId })
  return { person, materialId, ...(await ordered(person, 500)) }
}

async function ordered(person: Person, expectedTotal: number) {
  const consents = { consentImmediate: true, consentWaiver: true }
  const answer = await person.client.api('POST', '/v1/orders', { country: 'DE', expectedTotal, ...consents })
  expect(answer.status).toBe(201)
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  return { reference, providerReference: redirectUrl.split('/').at(-1) ?? '' }
}

function settle(providerReference: string, status: 'succeeded' | 'declined' | 'cancelled') {
  const sum = { amountCents: 500, currency: 'EUR' }
  return settlePayment(app.deps, 'de', { provider: 'sandbox', providerReference, status, ...sum })
}

async function statusOf(reference: string): Promise<string> {
  const { db } = app.deps
  const row = await db
    .selectFrom('purchase_order')
    .select('status')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return row.status
}

test('a paid order tells its buyer, items and world, once', async () => {
  const { person, materialId, reference, providerReference } = await waiting()
  for (const _ of [1, 2]) await settle(providerReference, 'succeeded')
  expect(events).toEqual([
    {
      event: 'paid',
      data: {
        ...{ orderId: expect.any(Number), reference, number: expect.stringMatching(/^DE-/), world: 'de' },
        ...{ buyerId: person.id, totalCents: 500, currency: 'EUR', purpose: 'materials' },
        items: [
          { materialId, authorId: seller.id, title: 'Brüche addieren', licence: 'single', priceCents: 500 },
        ],
      },
    },
  ])
})

test('a free material that is taken tells it, too', async () => {
  const person = await member(app, 'taker')
  const materialId = await materialRow(app, { authorId: seller.id, price: 0 })
  for (const _ of [1, 2]) await person.client.api('POST', `/v1/materials/${materialId}/claim`)
  expect(events).toMatchObject([{ event: 'paid', data: { buyerId: person.id, totalCents: 0 } }])
})

test('a reaction that must hold and fails leaves the order unpaid; the next try makes up for it', async () => {
  const { reference, providerReference, person } = await waiting()
  failing = 'paid'
  await expect(settle(providerReference, 'succeeded')).rejects.toThrow('must hold')
  expect(await statusOf(reference)).toBe('pending')
  const { db } = app.deps
  const owned = () => db.selectFrom('entitlement').selectAll().where('account_id', '=', person.id).execute()
  expect(await owned()).toEqual([])
  failing = undefined
  await settle(providerReference, 'succeeded')
  expect(await statusOf(reference)).toBe('paid')
  expect(await owned()).toHaveLength(1)
})

test.each([
  ['nobody', 502],
  ['first', 501],
  ['second', 501],
])(
  'of two reactions beside each other that may fail, %s failing, the other one holds',
  async (who, total) => {
    const { reference, providerReference } = await waiting()
    failing = who
    await settle(providerReference, 'succeeded')
    const row = await app.deps.db
      .selectFrom('purchase_order')
      .select(['status', 'total_cents'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'paid', total_cents: total })
  },
)

test.each(['declined', 'cancelled'] as const)('a payment that is %s', async (status) => {
  const { person, reference, providerReference } = await waiting()
  await settle(providerReference, status)
  expect(events).toMatchObject([{ event: status, data: { reference, buyerId: person.id, world: 'de' } }])
})

test('an order for another cart cancels the one before', async () => {
  const { person, reference } = await waiting()
  const more = await materialRow(app, { authorId: seller.id, price: 200 })
  await person.client.api('POST', '/v1/cart/items', { materialId: more })
  await ordered(person, 700)
  expect(events).toMatchObject([{ event: 'cancelled', data: { reference, buyerId: person.id } }])
})

test('what nobody paid in time', async () => {
  const { person, reference } = await waiting()
  await app.deps.db
    .updateTable('purchase_order')
    .set({ created_at: new Date('2026-01-01T00:00:00Z') })
    .where('reference', '=', reference)
    .execute()
  await expireOrders(app.deps)
  expect(events).toMatchObject([{ event: 'expired', data: { reference, buyerId: person.id } }])
})
