import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signSandboxCall } from '#platform/gateways/payments/sandbox.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'
import { type Sale, sold } from '../support/till.ts'

/* A buyer's bank takes money back: the product refunds nothing beside it, and finance closes what is lost in the books. */

let app: TestApp
let seller: Person
let finance: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})

afterAll(() => app.close())

async function dispute(sale: Sale, status: 'open' | 'won' | 'lost', name = `dp_${sale.orderId}`) {
  const body = JSON.stringify({
    ...{
      id: `evt_${randomUUID()}`,
      type: 'dispute.updated',
      reference: sale.providerReference,
      dispute: name,
    },
    ...{ status, amount: sale.total, currency: 'EUR', held: status === 'won' ? 0 : sale.total, fee: 1500 },
  })
  const answer = await send(app.base, {
    ...{ method: 'POST', path: '/api/v1/payments/webhook/sandbox', body },
    headers: { 'Content-Type': 'application/json', ...signSandboxCall(body, app.deps.env) },
  })
  expect(answer.status).toBe(200)
  return name
}

async function booksOf({ orderId }: Sale): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.ledger_account as account, sum(e.amount_cents)::integer as sum
    from ledger_entry e join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where t.order_id = ${orderId} group by 1 having sum(e.amount_cents) <> 0`.execute(app.deps.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function openTasks(sale: Sale): Promise<number> {
  const { rows } = await sql`
    select from operator_task where done_at is null and detail::text like ${`%${sale.reference}%`}`.execute(
    app.deps.db,
  )
  return rows.length
}

async function owns({ buyer }: Sale): Promise<number> {
  const { rows } = await sql`select from entitlement where account_id = ${buyer.id}`.execute(app.deps.db)
  return rows.length
}

function close(name: string, body: object, by = finance) {
  return by.client.api('POST', `/v1/disputes/${name}/closing?world=de`, {
    note: 'Die Bank gab ihr recht.',
    ...body,
  })
}

describe('money a bank takes back', () => {
  test('is not refunded as well, and the refusal says why', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    await dispute(sale, 'open')
    const answer = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds?world=de`, {
      reason: 'Defekt',
    })
    expect([answer.status, answer.json()]).toMatchObject([409, { error: { code: 'payment_disputed' } }])
    await dispute(sale, 'won')
    const again = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds?world=de`, {
      reason: 'Defekt',
    })
    expect(again.status).toBe(201)
  })

  test('and is lost: the sale is taken back, the author’s share and the material with it, and the tasks are done', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500, 300] })
    const name = await dispute(sale, 'lost')
    expect(await openTasks(sale)).toBeGreaterThan(0)
    const closed = await close(name, {})
    expect([closed.status, closed.json()]).toEqual([200, { disputeId: name }])
    // The provider's fee is the platform's, whoever bears the rest.
    expect(await booksOf(sale)).toEqual({ 'provider:sandbox': -1500, 'fee:sandbox': 1500 })
    expect([await owns(sale), await openTasks(sale)]).toEqual([0, 0])
    expect((await close(name, {})).status).toBe(409)
  })

  test('or is the platform’s loss: the author keeps the share, the buyer the material', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const name = await dispute(sale, 'lost')
    const before = (await booksOf(sale))[`author:${seller.id}`]
    expect((await close(name, { bears: 'platform' })).status).toBe(200)
    const books = await booksOf(sale)
    expect(books).toMatchObject({ 'platform:disputes': 500, [`author:${seller.id}`]: before })
    expect(books).not.toHaveProperty('dispute:sandbox')
    expect([await owns(sale), await openTasks(sale)]).toEqual([1, 0])
  })

  test('is not closed while it is open, nor by others, nor without a word', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const name = await dispute(sale, 'open')
    expect((await close(name, {})).status).toBe(409)
    expect((await close(name, {}, seller)).status).toBe(403)
    expect((await close(name, { note: ' ' })).status).toBe(422)
    expect((await close('dp_nothing', {})).status).toBe(404)
  })
})
