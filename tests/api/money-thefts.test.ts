import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MemberVisitor, strangerContext } from '#platform/context/context.ts'
import type { CreditPage } from '#shop/buying/credits/rules/contract.ts'
import { receivePaymentEvent } from '#shop/money/orders/server/payment/webhook.ts'
import { balancesOf, book, returnableLines } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { onSale } from '../support/sold-units.ts'
import { orderOf, pay, type Sale, sold } from '../support/till.ts'

/** What honest steps, put together by a thief, would have bought for less than it costs; and what people of finance could do for themselves. */

let app: TestApp
let seller: Person
let finance: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp({ environment: { DATABASE_POOL: '12', COMPANY_VAT_ID: 'DE136695976' } })
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
  await seller.client.api('PUT', '/v1/refund-rule', { days: '14', afterDownload: false })
})
afterAll(async () => {
  const { rows } = await sql`select 1 from ledger_entry group by world, transaction_id, currency
    having sum(amount_cents) <> 0`.execute(app.deps.db)
  await app.close()
  expect(rows).toEqual([])
})

const consents = { country: 'DE', consentImmediate: true, consentWaiver: true }
const billing = {
  ...{ billingName: 'Ina Käufer', billingOrganisation: 'Grundschule am Wald', billingStreet: 'Waldweg 3' },
  ...{ billingPostcode: '04103', billingCity: 'Leipzig' },
}

function person(): Promise<Person> {
  names += 1
  return member(app, `person-${names}`)
}

function material(price: number, world = 'de'): Promise<number> {
  return materialRow(app, { authorId: seller.id, price, world })
}

function order({ client }: Person, expectedTotal: number, more: object = {}, world = 'de') {
  return client.api('POST', `/v1/orders?world=${world}`, { ...consents, expectedTotal, ...more })
}

/** Buys one thing alone at the price its buyer is asked for. */
async function bought(buyer: Person, materialId: number, total: number, licence = 'single'): Promise<Sale> {
  const put = await buyer.client.api('POST', '/v1/cart/items', { materialId, licence })
  expect(put.status, put.text).toBe(200)
  const sale = await orderOf(app, { sellers: [], prices: [], buyer, body: { expectedTotal: total } })
  await pay(app, { ...sale, total })
  return { ...sale, total, materialIds: [materialId] }
}

function askBack({ buyer, reference, materialIds: [materialId] }: Sale) {
  const reason = 'Passt nicht zu meiner Klasse.'
  return buyer.client.api('POST', `/v1/orders/${reference}/refund-requests`, { materialId, reason })
}

async function bundleOf(price: number, parts: readonly number[]): Promise<number> {
  const bundle = await material(price)
  const { db } = app.deps
  await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
  await db
    .insertInto('bundle_item')
    .values(parts.map((id, position) => ({ world: 'de', bundle_id: bundle, material_id: id, position })))
    .execute()
  return bundle
}

async function givenBack({ orderId }: Pick<Sale, 'orderId'>): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::integer as cents
    from refund where order_id = ${orderId}`.execute(app.deps.db)
  return rows[0]?.cents ?? -1
}

describe('what made a later purchase cheaper goes back by no rule as long as that stands', () => {
  test('a single licence below one for the school: first what was bought last', async () => {
    const base = await sold(app, { sellers: [seller], prices: [400] })
    const school = await bought(base.buyer, base.materialIds[0] ?? 0, 1600 - 400, 'school')
    expect((await askBack(base)).json()).toEqual({ status: 'open' })
    expect(await givenBack(base)).toBe(0)
    expect((await askBack(school)).json()).toEqual({ status: 'granted' })
    const again = await sold(app, { sellers: [seller], prices: [400] })
    const colleague = await bought(again.buyer, again.materialIds[0] ?? 0, 360, 'additional')
    expect((await askBack(colleague)).json()).toEqual({ status: 'granted' })
    expect((await askBack(again)).json()).toEqual({ status: 'granted' })
  })

  test('a part of a bundle that was bought for the rest: the author is asked, and the bundle itself may go', async () => {
    const part = await sold(app, { sellers: [seller], prices: [300] })
    const bundle = await bundleOf(500, [part.materialIds[0] ?? 0, await material(300)])
    const rest = await bought(part.buyer, bundle, 250)
    expect((await askBack(part)).json()).toEqual({ status: 'open' })
    expect((await askBack(rest)).json()).toEqual({ status: 'granted' })
    expect([await givenBack(part), await givenBack(rest)]).toEqual([0, 250])
  })
})

test('a copy of an exercise counts as a download: who took one keeps it and does not get the money by rule', async () => {
  const { unitId, materialId } = await onSale(seller)
  const buyer = await person()
  const sale = await bought(buyer, materialId, 250)
  expect((await buyer.client.api('POST', `/v3/units/${unitId}/copy`, {})).status).toBe(201)
  expect((await askBack(sale)).json()).toEqual({ status: 'open' })
  const honest = await bought(await person(), materialId, 250)
  expect((await askBack(honest)).json()).toEqual({ status: 'granted' })
})

describe('money that a bank takes back', () => {
  const tell = ({ providerReference, total }: Sale, status: 'open' | 'won' | 'lost') =>
    receivePaymentEvent(app.deps, 'sandbox', {
      ...{ eventId: `evt_${providerReference}_${status}`, type: 'dispute.updated', providerReference },
      ...{ disputeId: `dp_${providerReference}`, status, amountCents: total, currency: 'EUR' },
      ...{ reason: 'fraudulent', heldCents: status === 'won' ? 0 : total, feeCents: 1500 },
    })
  const withdraw = ({ buyer, reference }: Sale) =>
    buyer.client.api('POST', `/v1/orders/${reference}/withdrawal`)

  test.each(['open', 'lost'] as const)('is not given back by us as well (%s)', async (status) => {
    const sale = await sold(app, { sellers: [seller], prices: [700] })
    await tell(sale, status)
    expect([(await askBack(sale)).status, (await withdraw(sale)).status]).toEqual([409, 409])
    expect(await givenBack(sale)).toBe(0)
  })

  test('is not given back by the author either, who was asked before; when the bank has decided for us, it may be', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [700] })
    await sql`update entitlement set downloaded_at = now() where account_id = ${sale.buyer.id}`.execute(
      app.deps.db,
    )
    expect((await askBack(sale)).json()).toEqual({ status: 'open' })
    const grant = () =>
      seller.client.api('POST', `/v1/orders/${sale.reference}/refund-requests/grant`, {
        materialId: sale.materialIds[0],
      })
    await tell(sale, 'open')
    expect((await grant()).status).toBe(404)
    await tell(sale, 'won')
    expect((await grant()).json()).toEqual({ status: 'granted' })
    expect(await givenBack(sale)).toBe(700)
  })
})

test('a code for the first order is for a mailbox, however many accounts it opens and however fast', async () => {
  const made = { code: 'DERERSTE', kind: 'percent', percent: 100, isFirstOrder: true }
  expect((await finance.client.api('POST', '/v1/vouchers', made)).status).toBe(201)
  const id = await material(500)
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, person))
  if (first === undefined) throw new Error('nobody')
  for (const [at, { id: accountId }] of others.entries())
    await app.deps.db
      .updateTable('account')
      .set({ email: first.email.replace('@', `+${at}@`) })
      .where('id', '=', accountId)
      .execute()
  const all = [first, ...others]
  for (const { client } of all) {
    await client.api('POST', '/v1/cart/items', { materialId: id })
    await client.api('POST', '/v1/cart/voucher', { code: made.code })
  }
  const answers = await Promise.all(all.map((each) => order(each, 0)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
})

describe('an author who was paid out', () => {
  const large = 20_000
  const ofAuthor = async (days: string) => {
    names += 1
    const author = await member(app, `paid-out-${names}`, { isSeller: true })
    await author.client.api('PUT', '/v1/refund-rule', { days, afterDownload: true })
    const sales = [1, 2].map(() => sold(app, { sellers: [author], prices: [large] }))
    return { author, sales: await Promise.all(sales) }
  }
  /** As a payout books it. */
  async function paidOut({ id }: Person): Promise<void> {
    const [balance] = await balancesOf(app.deps.db, `author:${id}`)
    const amountCents = 0 - (balance?.balanceCents ?? 0)
    const entries = [
      { account: `author:${id}`, amountCents },
      { account: 'bank', amountCents: -amountCents },
    ]
    await book(app.deps.db, 'de', { kind: 'payout_paid', cause: `test:${id}`, currency: 'EUR', entries })
  }

  async function promised({ buyer, reference }: Sale): Promise<boolean | undefined> {
    const { id: accountId } = buyer
    const visitor = { kind: 'member', accountId } as MemberVisitor
    const [line] = await returnableLines({ ...strangerContext(app.deps, 'de'), visitor }, reference)
    return line?.isGranted
  }

  test('gives friends nothing back by rule that is not theirs any more: finance is asked', async () => {
    const { author, sales } = await ofAuthor('30')
    await paidOut(author)
    for (const sale of sales) {
      // The page promises nothing that asking does not give.
      expect(await promised(sale)).toBe(false)
      expect((await askBack(sale)).json()).toEqual({ status: 'open' })
    }
    const small = await sold(app, { sellers: [author], prices: [400] })
    expect(await promised(small)).toBe(true)
    expect((await askBack(small)).json()).toEqual({ status: 'granted' })
  })

  test('nor by their own word, however many they grant at once', async () => {
    const { author, sales } = await ofAuthor('none')
    for (const sale of sales) expect((await askBack(sale)).json()).toEqual({ status: 'open' })
    const grant = (who: Person) =>
      Promise.all(
        sales.map(({ reference, materialIds: [materialId] }) =>
          who.client.api('POST', `/v1/orders/${reference}/refund-requests/grant`, { materialId }),
        ),
      )
    // What is left bears one of the two.
    const answers = await grant(author)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(answers.find(({ status }) => status === 403)?.json()).toMatchObject({
      error: { code: 'refund_not_covered' },
    })
    await paidOut(author)
    expect((await grant(author)).map(({ status }) => status).toSorted()).toEqual([403, 404])
    expect((await grant(finance)).map(({ status }) => status).toSorted()).toEqual([200, 404])
  })
})

describe('nobody of finance decides about their own money', () => {
  test('their order, their credit, their gift card, their school’s invoice', async () => {
    const own = await sold(app, { sellers: [seller], prices: [400], buyer: finance })
    const refund = { reason: 'Für mich selbst' }
    const colleague = await member(app, 'colleague', { role: 'admin' })
    const path = `/v1/orders/${own.reference}/refunds`
    expect((await finance.client.api('POST', path, refund)).status).toBe(403)
    expect((await colleague.client.api('POST', path, refund)).status).toBe(201)
    const credit = { accountId: finance.id, amount: 5000, note: 'mir' }
    expect((await finance.client.api('POST', '/v1/credits', credit)).status).toBe(403)
    const { code } = (
      await finance.client.api('POST', '/v1/gift-cards', { amount: 5000, note: 'Wettbewerb' })
    ).json<{
      code: string
    }>()
    const redeem = (who: Person) => who.client.api('POST', '/v1/credits/redeem', { code })
    expect((await redeem(finance)).status).toBe(422)
    expect((await redeem(await person())).status).toBe(200)
    const teacher = await inSchool(finance)
    const { reference } = await onInvoice(teacher, 500)
    const paid = (who: Person) =>
      who.client.api('POST', `/v1/invoice-purchases/${reference}/paid`, { amount: 500 })
    expect((await paid(finance)).status).toBe(403)
    expect((await paid(colleague)).status).toBe(200)
  })

  test('their payout', async () => {
    const both = await member(app, 'selling-finance', { role: 'finance', isSeller: true })
    const { reference } = await app.deps.db
      .insertInto('payout')
      .values({ world: 'de', account_id: both.id, currency: 'EUR', period: '2026-11', amount_cents: 5000 })
      .returning('reference')
      .executeTakeFirstOrThrow()
    const approve = (who: Person) => who.client.api('POST', `/v1/payouts/${reference}/approval`, {})
    expect((await approve(both)).status).toBe(403)
    expect((await approve(finance)).status).toBe(200)
  })
})

async function inSchool(who: Person): Promise<Person> {
  const { db } = app.deps
  const { id } = await db
    .insertInto('school')
    .values({ world: 'de', name: `Schule von ${who.id}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('school_account')
    .values({ account_id: who.id, world: 'de', school_id: id, role: 'member', is_verified: true })
    .execute()
  return who
}

async function onInvoice(who: Person, price: number): Promise<{ reference: string; orderId: number }> {
  await who.client.api('POST', '/v1/cart/items', { materialId: await material(price) })
  const answer = await order(who, price, { method: 'invoice', ...billing })
  expect(answer.status, answer.text).toBe(201)
  const { reference } = answer.json<{ reference: string }>()
  const { id } = await app.deps.db
    .selectFrom('purchase_order')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { reference, orderId: id }
}

describe('a school’s invoice', () => {
  test('is written where the school is; elsewhere its members pay at once', async () => {
    const teacher = await inSchool(await person())
    const id = await material(500, 'es')
    await teacher.client.api('POST', '/v1/cart/items?world=es', { materialId: id })
    const answer = await order(teacher, 500, { method: 'invoice', ...billing }, 'es')
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({ error: { fields: { method: 'invalid' } } })
    expect((await order(teacher, 500, {}, 'es')).status).toBe(201)
  })

  test('that is paid in the moment somebody gives it up is one of both', async () => {
    const teacher = await inSchool(await person())
    for (let time = 0; time < 6; time += 1) {
      const { reference, orderId } = await onInvoice(teacher, 500)
      const path = `/v1/invoice-purchases/${reference}`
      const [paid, given] = await Promise.all([
        finance.client.api('POST', `${path}/paid`, { amount: 500 }),
        finance.client.api('POST', `${path}/give-up`, { reason: 'Zahlt nie' }),
      ])
      expect([paid.status, given.status].toSorted()).toEqual([200, 409])
      expect(await givenBack({ orderId })).toBe(paid.status === 200 ? 0 : 500)
    }
    const [owed] = await balancesOf(app.deps.db, 'provider:invoice')
    expect(owed?.balanceCents ?? 0).toBe(0)
  })
})

test('sales that came back lift no author into a better share', async () => {
  const author = await member(app, 'climber', { isSeller: true })
  const reached = async () => {
    const sale = await sold(app, { sellers: [author], prices: [400] })
    const { share } = await app.deps.db
      .selectFrom('order_item')
      .select('author_share_bp as share')
      .where('order_id', '=', sale.orderId)
      .executeTakeFirstOrThrow()
    return share
  }
  const many = await sold(app, { sellers: [author], prices: Array.from({ length: 100 }, () => 50) })
  expect(await reached()).toBe(7500)
  const back = await finance.client.api('POST', `/v1/orders/${many.reference}/refunds`, { reason: 'Zurück' })
  expect(back.status).toBe(201)
  expect(await reached()).toBe(7000)
})

test('credit that ends while an order waits holds nobody up: the next order is asked for in money', async () => {
  const buyer = await person()
  await finance.client.api('POST', '/v1/credits', { accountId: buyer.id, amount: 300, note: 'Danke' })
  await buyer.client.api('POST', '/v1/cart/items', { materialId: await material(500) })
  expect((await order(buyer, 200)).status).toBe(201)
  await sql`update credit_lot set expires_at = now() - interval '1 second' where account_id = ${buyer.id}`.execute(
    app.deps.db,
  )
  await buyer.client.api('POST', '/v1/cart/items', { materialId: await material(200) })
  expect((await order(buyer, 400)).status).toBe(409)
  expect((await order(buyer, 700)).status).toBe(201)
  const page = (await buyer.client.api('GET', '/v1/credits')).json<CreditPage>()
  expect(page.balances).toEqual([])
})

test('parts of one line, given back by twelve people at once, are no more than was paid for it', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [1000] })
  const body = { reason: 'Ein Teil', items: [{ materialId: sale.materialIds[0], amount: 150 }] }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, body),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6)
  expect(await givenBack(sale)).toBe(900)
})
