import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#shop/money/orders/server/payment/reconcile.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'
import { FakeStripe } from '../support/stripe.ts'
import { orderOf, type Sale } from '../support/till.ts'

let stripe: FakeStripe
let app: TestApp
let seller: Person
let finance: Person

beforeAll(async () => {
  stripe = await new FakeStripe().start()
  app = await openTestApp({ environment: stripe.environment })
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})

afterAll(async () => {
  await app.close()
  await stripe.stop()
})

async function tell(event: object): Promise<void> {
  const body = JSON.stringify(event)
  const call = {
    method: 'POST',
    path: '/api/v1/payments/webhook/stripe',
    headers: stripe.sign(body),
    body,
  } as const
  expect((await send(app.base, call)).status).toBe(200)
}

async function paid(price: number): Promise<Sale> {
  const sale = await orderOf(app, { sellers: [seller], prices: [price] })
  await tell(stripe.pay(sale.providerReference, { fee: 31 }))
  return sale
}

async function refunded(sale: Sale): Promise<string> {
  const body = { reason: 'Datei beschädigt' }
  const answer = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, body)
  const { reference } = answer.json<{ reference: string }>()
  const { id } = await app.deps.db
    .selectFrom('refund')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await payRefund(app.deps, { world: 'de', refundId: id })
  return reference
}

function today() {
  return reconcile(app.deps, { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) })
}

async function openTasks() {
  const answer = await finance.client.api('GET', '/v1/operator-tasks')
  return answer.json<{ tasks: { id: number; kind: string; detail: { providerReference?: string } }[] }>()
    .tasks
}

describe('the provider’s report and the books', () => {
  test('agree on payments, refunds, disputes and unexpected money', async () => {
    await paid(500)
    await refunded(await paid(700))
    const disputed = await paid(900)
    await tell(stripe.dispute(disputed.providerReference, { amount: 900 }))
    const won = await paid(1100)
    const opened = stripe.dispute(won.providerReference, { amount: 1100 })
    await tell(opened)
    await tell(stripe.endDispute((opened.data as { object: { id: string } }).object.id, 'won'))
    const short = await orderOf(app, { sellers: [seller], prices: [1300] })
    await tell(stripe.pay(short.providerReference, { amount: 1200 }))
    expect(await today()).toEqual([])
  })

  test('every seeded difference is found, becomes one task, and is shown to finance', async () => {
    const unheard = await orderOf(app, { sellers: [seller], prices: [510] })
    stripe.pay(unheard.providerReference)
    const changed = await paid(520)
    stripe.falsify(changed.reference, 519)
    const vanished = await paid(530)
    stripe.forget(vanished.reference)
    const byHand = await paid(540)
    stripe.refundByHand(byHand.providerReference, 40)
    const doubled = await refunded(await paid(550))
    stripe.forget(doubled)
    const silent = await paid(560)
    stripe.dispute(silent.providerReference, { amount: 560 })
    const found = await today()
    expect(
      found.map(({ kind, providerCents, booksCents }) => [kind, providerCents, booksCents]).toSorted(),
    ).toEqual(
      [
        ['dispute', 560, null],
        ['payment', 510, null],
        ['payment', 519, 520],
        ['payment', null, 530],
        ['refund', 40, null],
        ['refund', null, 550],
      ].toSorted(),
    )
    expect(await today()).toHaveLength(6)
    const tasks = (await openTasks()).filter(({ kind }) => kind === 'reconciliation')
    expect(tasks).toHaveLength(6)
    const answer = await finance.client.api('GET', '/v1/payments/reconciliations')
    expect(
      answer.json<{ reconciliations: { differences: object[] }[] }>().reconciliations[0]?.differences,
    ).toHaveLength(6)
  })
})

describe('a task', () => {
  test('is ended once, with a note, by finance alone, and counted', async () => {
    const [task] = await openTasks()
    const end = (by: Person, note = 'Beim Anbieter geprüft') =>
      by.client.api('POST', `/v1/operator-tasks/${task?.id}/done`, { note })
    expect((await end(seller)).status).toBe(403)
    expect((await end(finance, '   ')).status).toBe(422)
    const answers = await Promise.all([end(finance), end(finance)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const done = await finance.client.api('GET', '/v1/operator-tasks?state=done')
    expect(done.json()).toMatchObject({ tasks: [{ note: 'Beim Anbieter geprüft', doneBy: 'finance' }] })
    expect((await seller.client.api('GET', '/v1/operator-tasks')).status).toBe(403)
    const metrics = await app.deps.metrics.registry.metrics()
    expect(metrics).toContain('aularium_operator_tasks_total{kind="reconciliation"} 6')
  })

  test('of another world is not found', async () => {
    const row = await sql<{ id: number }>`
      insert into operator_task (world, kind, cause, detail) values ('es', 'other', 'x', '{}') returning id`.execute(
      app.deps.db,
    )
    const path = `/v1/operator-tasks/${row.rows[0]?.id}/done`
    expect((await finance.client.api('POST', path, { note: 'abc' })).status).toBe(404)
  })
})

test('how a cart may be paid is told to whoever has its token', async () => {
  const sale = await orderOf(app, { sellers: [seller], prices: [500] })
  const own = await sale.buyer.client.api('GET', '/v1/payments/options')
  expect(own.json()).toMatchObject({
    ...{ methods: ['online'], total: 500, due: 500, usedCredits: 0, currency: 'EUR', country: 'DE' },
    ...{ isReverseCharged: false, tax: 80, taxes: [{ rate: 1900, tax: 80 }] },
  })
  const stranger = await send(app.base, { path: '/api/v1/payments/options?world=de' })
  expect(JSON.parse(stranger.text)).toMatchObject({ methods: [], total: 0, due: 0, currency: 'EUR' })
  const austrian = await sale.buyer.client.api('GET', '/v1/payments/options?country=AT')
  expect(austrian.json()).toMatchObject({ country: 'AT', total: 500, taxes: [{ rate: 2000, tax: 83 }] })
})
