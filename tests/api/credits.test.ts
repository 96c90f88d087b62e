import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#platform/rules/contract/user.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { CreditPage } from '#shop/buying/credits/rules/contract.ts'
import { endCredits } from '#shop/buying/credits/server/ending.ts'
import { expireOrders } from '#shop/money/orders/server/payment/settlement.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { balancesOf } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Client } from '../support/http-client.ts'
import { pay } from '../support/till.ts'

/** Money members have with us: where it comes from, what it pays, and that no cent of it is lost or spent twice. */

let app: TestApp
let seller: Person
let finance: Person
let material: number
let spanish: number
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
  material = await materialRow(app, { authorId: seller.id, price: 1000 })
  spanish = await materialRow(app, { authorId: seller.id, price: 1000, world: 'es' })
})
afterAll(() => app.close())

async function rich(cents: number): Promise<Person> {
  names += 1
  const person = await member(app, `rich-${names}`)
  await grant(person, cents)
  return person
}

async function grant({ id: accountId }: Person, amount: number): Promise<void> {
  const answer = await finance.client.api('POST', '/v1/credits', { accountId, amount })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
}

async function creditOf({ client }: Person): Promise<CreditPage> {
  return (await client.api('GET', '/v1/credits')).json<CreditPage>()
}

async function cents(person: Person): Promise<number> {
  return (await creditOf(person)).balances[0]?.amount ?? 0
}

async function view(client: Client, world = 'de'): Promise<Cart> {
  return (await client.api('GET', `/v1/cart/view?world=${world}`)).json<{ items: { cart: Cart } }>().items
    .cart
}

async function order({ client }: Person, expectedTotal: number, world = 'de') {
  const id = world === 'de' ? material : spanish
  await client.api('POST', `/v1/cart/items?world=${world}`, { materialId: id })
  const answer = await client.api('POST', `/v1/orders?world=${world}`, {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal },
  })
  if (answer.status !== 201) return { status: answer.status, reference: '', providerReference: '', total: 0 }
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  return {
    status: 201,
    reference,
    providerReference: redirectUrl.split('/').at(-1) ?? '',
    total: expectedTotal,
  }
}

async function booked(reference: string, kind: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.ledger_account as account, sum(e.amount_cents)::integer as sum
    from ledger_entry e join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
      join purchase_order o on o.world = t.world and o.id = t.order_id
    where o.reference = ${reference} and t.kind = ${kind} group by 1`.execute(app.deps.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** What the books owe a member is what the lots say. */
async function expectBooksToAgree(person: Person): Promise<void> {
  const [owed] = await balancesOf(app.deps.db, `credit:${person.id}`)
  expect(0 - (owed?.balanceCents ?? 0)).toBe(await cents(person))
}

describe('credit', () => {
  test('is the member’s at once, in the books and in their account', async () => {
    const person = await rich(500)
    expect(await cents(person)).toBe(500)
    const user = (await person.client.api('GET', '/v1/user')).json<User>()
    expect(user.profileDetails.details.credits).toEqual({ amount: 500, had_credits: true })
    expect([user.availableCredits, user.hadCredits]).toEqual([500, true])
    await expectBooksToAgree(person)
  })

  test('pays what it can by itself; the provider is asked for the rest', async () => {
    const person = await rich(400)
    await person.client.api('POST', '/v1/cart/items', { materialId: material })
    expect(await view(person.client)).toMatchObject({ finalPrice: 1000, usedCredits: 400, due: 600 })
    const sale = await order(person, 600)
    expect(await cents(person)).toBe(0)
    await pay(app, sale)
    expect(await booked(sale.reference, 'sale')).toMatchObject({
      ...{ 'provider:sandbox': 600, [`credit:${person.id}`]: 400, 'tax:DE': -160 },
    })
    await expectBooksToAgree(person)
    expect((await creditOf(person)).history.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['order', -400],
      ['grant', 400],
    ])
  })

  test('enough for all skips the provider', async () => {
    const person = await rich(1500)
    const sale = await order(person, 0)
    expect(sale.status).toBe(201)
    expect(await booked(sale.reference, 'sale')).toMatchObject({ [`credit:${person.id}`]: 1000 })
    expect(Object.keys(await booked(sale.reference, 'sale'))).not.toContain('provider:none')
    expect(await cents(person)).toBe(500)
    await expectBooksToAgree(person)
  })

  test('is kept for who says so', async () => {
    const person = await rich(400)
    await person.client.api('POST', '/v1/cart/items', { materialId: material })
    await person.client.api('PUT', '/v1/cart/credits', { usesCredits: false })
    expect(await view(person.client)).toMatchObject({ usedCredits: 0, due: 1000, availableCredits: 400 })
    const form = await person.client.submit('/de/zahlung', { intent: 'use-credit', usesCredits: 'yes' })
    expect([form.status, form.headers.location]).toEqual([303, '/de/zahlung'])
    expect((await view(person.client)).due).toBe(600)
  })

  test('is not spent twice by two carts at once', async () => {
    const person = await rich(1000)
    await person.client.api('POST', '/v1/cart/items', { materialId: material })
    await person.client.api('POST', '/v1/cart/items?world=es', { materialId: spanish })
    const both = await Promise.all([order(person, 0), order(person, 0, 'es')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await cents(person)).toBe(0)
    await expectBooksToAgree(person)
  })

  test('comes back when nobody pays, and what ends first is spent first', async () => {
    const person = await rich(300)
    await sql`update credit_lot set expires_at = now() + interval '5 months' where account_id = ${person.id}`.execute(
      app.deps.db,
    )
    await grant(person, 300)
    const sale = await order(person, 400)
    await sql`update purchase_order set created_at = now() - interval '3 days' where reference = ${sale.reference}`.execute(
      app.deps.db,
    )
    await expireOrders(app.deps)
    expect(await cents(person)).toBe(600)
    await person.client.api('DELETE', `/v1/cart/items/${material}`)
    const cheap = await materialRow(app, { authorId: seller.id, price: 350 })
    await person.client.api('POST', '/v1/cart/items', { materialId: cheap })
    await person.client.api('POST', '/v1/orders', {
      ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 0 },
    })
    const { rows } = await sql<{ left_cents: number }>`
      select left_cents from credit_lot where account_id = ${person.id} order by expires_at`.execute(
      app.deps.db,
    )
    expect(rows.map((row) => row.left_cents)).toEqual([0, 250])
    await expectBooksToAgree(person)
  })
})

describe('a refund', () => {
  test('gives back credit first, then the card, to the cent', async () => {
    const person = await rich(400)
    const sale = await order(person, 600)
    await pay(app, sale)
    const refund = (body: object) =>
      finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, { reason: 'Kaputte Datei', ...body })
    const first = await refund({ items: [{ materialId: material, amount: 300 }] })
    expect(first.json()).toMatchObject({ amount: 300, status: 'succeeded' })
    expect(await cents(person)).toBe(300)
    const second = await refund({})
    expect(second.json()).toMatchObject({ amount: 700, status: 'pending' })
    expect(await cents(person)).toBe(400)
    const { id } = await app.deps.db
      .selectFrom('refund')
      .select('id')
      .where('status', '=', 'pending')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await payRefund(app.deps, { world: 'de', refundId: id })
    const { rows } = await sql<{ amount_cents: number }>`
      select amount_cents from sandbox_refund where payment_reference = ${sale.providerReference}`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ amount_cents: 600 }])
    const [paid, back] = [await booked(sale.reference, 'sale'), await booked(sale.reference, 'refund')]
    expect(back).toEqual(Object.fromEntries(Object.entries(paid).map(([name, sum]) => [name, -sum])))
    await expectBooksToAgree(person)
    expect((await refund({})).status).toBe(409)
  })

  test('of credit ends when what was spent would have: years of a bought card stay, months of a present as well', async () => {
    const person = await rich(400)
    await grant(person, 300)
    const lots = await app.deps.db
      .selectFrom('credit_lot')
      .select('id')
      .where('account_id', '=', person.id)
      .orderBy('id')
      .execute()
    const ends = [new Date('2029-12-31T22:59:59Z'), new Date(Date.now() + 100 * 86_400_000)]
    for (const [at, { id }] of lots.entries())
      await app.deps.db
        .updateTable('credit_lot')
        .set({ expires_at: ends[at] ?? new Date() })
        .where('id', '=', id)
        .execute()
    const sale = await order(person, 300)
    await pay(app, sale)
    const path = `/v1/orders/${sale.reference}/refunds`
    const refund = (body: object) => finance.client.api('POST', path, { reason: 'Kaputte Datei', ...body })
    const endsOf = async () =>
      (
        await app.deps.db
          .selectFrom('credit_lot')
          .select(['expires_at', 'amount_cents'])
          .where('account_id', '=', person.id)
          .where('source', '=', 'refund')
          .orderBy('id')
          .execute()
      ).map((lot) => [lot.amount_cents, lot.expires_at.toISOString()])
    const [years, months] = ends.map((end) => end.toISOString())
    expect((await refund({ items: [{ materialId: material, amount: 500 }] })).status).toBe(201)
    expect(await endsOf()).toEqual(
      expect.arrayContaining([
        [400, years],
        [100, months],
      ]),
    )
    expect((await refund({})).status).toBe(201)
    expect(await endsOf()).toEqual(expect.arrayContaining([[200, months]]))
    await expectBooksToAgree(person)
  })
})

describe('a gift card', () => {
  test('becomes credit once, however many try at once, typed as people type', async () => {
    const issued = await finance.client.api('POST', '/v1/gift-cards', { amount: 2500 })
    expect(issued.status).toBe(201)
    const { code } = issued.json<{ code: string }>()
    const people = [await rich(1), await rich(1), await rich(1)]
    const answers = await Promise.all(
      people.flatMap(({ client }) => [1, 2, 3].map(() => client.api('POST', '/v1/credits/redeem', { code }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(8)
    for (const person of people) await expectBooksToAgree(person)
    const { rows } =
      await sql`select from gift_card where code_end = ${code.slice(-4)} and code_hash::text like ${`%${code}%`}`.execute(
        app.deps.db,
      )
    expect(rows).toHaveLength(0)
  })

  test('is taken at the cart, too', async () => {
    const { code } = (await finance.client.api('POST', '/v1/gift-cards', { amount: 700 })).json<{
      code: string
    }>()
    const person = await rich(100)
    await person.client.api('POST', '/v1/cart/items', { materialId: material })
    const typed = code.replaceAll('-', ' ').toLowerCase()
    const answer = await person.client.api('POST', '/v1/cart/voucher', { code: typed })
    expect(answer.json()).toMatchObject({ redeemed: 700, voucherError: null, items: { cart: { due: 200 } } })
  })

  test('is issued by the platform alone, and credit is not to be had by asking', async () => {
    const person = await rich(1)
    expect((await person.client.api('POST', '/v1/gift-cards', { amount: 700 })).status).toBe(403)
    expect(
      (await person.client.api('POST', '/v1/credits', { accountId: person.id, amount: 700 })).status,
    ).toBe(403)
    for (const amount of [0, -1, 0.5, 1e9, null, '700'])
      expect((await finance.client.api('POST', '/v1/credits', { accountId: person.id, amount })).status).toBe(
        422,
      )
  })
})

describe('the end of credit', () => {
  test('is told 30 days before, once, and then it is gone, in the books too', async () => {
    const person = await rich(800)
    await sql`update credit_lot set expires_at = now() + interval '20 days' where account_id = ${person.id}`.execute(
      app.deps.db,
    )
    await endCredits(app.deps)
    await endCredits(app.deps)
    const mails = await app.deps.db
      .selectFrom('mail')
      .select('template')
      .where('recipient', '=', person.email)
      .execute()
    expect(mails).toEqual([{ template: 'credit-ends' }])
    await sql`update credit_lot set expires_at = now() - interval '1 second' where account_id = ${person.id}`.execute(
      app.deps.db,
    )
    expect(await cents(person)).toBe(0)
    await endCredits(app.deps)
    const page = await creditOf(person)
    expect(page.history.map(({ kind, amount }) => [kind, amount])).toContainEqual(['expired', -800])
    await expectBooksToAgree(person)
  })
})
