import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { GiftCardShop, SoldGiftCard } from '#shop/buying/credits/rules/contract.ts'
import { endCredits } from '#shop/buying/credits/server/ending.ts'
import { deliverGiftCards } from '#shop/buying/gift-cards/server/selling.ts'
import type { TaxDocument } from '#shop/money/invoices/rules/contract.ts'
import { receiveDispute } from '#shop/money/orders/server/payment/disputes.ts'
import { paymentsOf } from '#shop/money/orders/server/payment/payment-queries.ts'
import { findOrder } from '#shop/money/orders/server/queries.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { balancesOf } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { pay } from '../support/till.ts'

/** Cards that are bought: what is owed for them, who gets the code when, what comes back, and no cent or tax too many. */

let app: TestApp
let names = 0

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function somebody(): Promise<Person> {
  names += 1
  return await member(app, `giver-${names}`)
}

async function order({ client }: Person, body: Record<string, unknown> = {}) {
  const answer = await client.api('POST', '/v1/gift-cards/sales', { amount: 2000, ...body })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  return { reference, providerReference: redirectUrl.split('/').at(-1) ?? '', total: 2000 }
}

async function bought(person: Person, body: Record<string, unknown> = {}) {
  const sale = await order(person, body)
  await pay(app, sale)
  return sale
}

async function cardOf({ client }: Person, reference: string): Promise<SoldGiftCard | undefined> {
  const shop = (await client.api('GET', '/v1/gift-cards/sales')).json<GiftCardShop>()
  return shop.cards.find((card) => card.reference === reference)
}

async function owed(account: string): Promise<number> {
  return 0 - ((await balancesOf(app.deps.db, account))[0]?.balanceCents ?? 0)
}

async function mailsTo(recipient: string) {
  return await app.deps.db
    .selectFrom('mail')
    .select(['template', 'text', 'subject'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

async function documents({ client }: Person): Promise<TaxDocument[]> {
  return (await client.api('GET', '/v1/invoices')).json<{ documents: TaxDocument[] }>().documents
}

function redeem({ client }: Person, code: string | null | undefined) {
  return client.api('POST', '/v1/credits/redeem', { code })
}

function giveBack({ client }: Person, reference: string) {
  return client.api('POST', `/v1/gift-cards/sales/${reference}/return`)
}

describe('a card', () => {
  test('is owed once it is paid, without tax, with a receipt and no invoice; its buyer alone sees the code', async () => {
    const buyer = await somebody()
    const before = await owed('gift-cards')
    const sale = await order(buyer)
    expect(await cardOf(buyer, sale.reference)).toMatchObject({ state: 'unpaid', code: null })
    await Promise.all([pay(app, sale), pay(app, sale)])
    expect((await owed('gift-cards')) - before).toBe(2000)
    const card = await cardOf(buyer, sale.reference)
    expect(card).toMatchObject({
      state: 'sent',
      canGoBack: true,
      expiresAt: expect.stringMatching(/-12-31T/),
    })
    expect(card?.code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
    const { rows } = await sql<{ account: string }>`
      select e.ledger_account as account from ledger_entry e
      join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
      join purchase_order o on o.world = t.world and o.id = t.order_id where o.reference = ${sale.reference}`.execute(
      app.deps.db,
    )
    expect(rows.map(({ account }) => account).toSorted()).toEqual(['gift-cards', 'provider:sandbox'])
    const papers = await documents(buyer)
    expect(papers.map(({ kind, tax, total }) => [kind, tax, total])).toEqual([['receipt', 0, 2000]])
    expect(papers[0]?.number).toMatch(/^REC-DE-\d{4}-\d{6}$/)
    const pdf = await buyer.client.send({ path: papers[0]?.file ?? '' })
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    const [mail, ...more] = await mailsTo(buyer.email)
    expect([mail?.template, more.length]).toEqual(['gift-card-bought', 0])
    expect(mail?.text).toContain(card?.code)
  })

  test('is turned into credit that lasts as long as the card, and taxed where it is spent', async () => {
    const [buyer, friend] = [await somebody(), await somebody()]
    const { reference } = await bought(buyer)
    const card = await cardOf(buyer, reference)
    const before = await owed('gift-cards')
    const twice = await Promise.all([redeem(friend, card?.code), redeem(buyer, card?.code)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(before - (await owed('gift-cards'))).toBe(2000)
    expect((await cardOf(buyer, reference))?.state).toBe('redeemed')
    const winner = twice[0]?.status === 200 ? friend : buyer
    expect(await owed(`credit:${winner.id}`)).toBe(2000)
    const { balances } = (await winner.client.api('GET', '/v1/credits')).json<{
      balances: { next: { expiresAt: string } }[]
    }>()
    expect(balances[0]?.next.expiresAt).toBe(card?.expiresAt)
    const seller = await member(app, `card-seller-${names}`, { isSeller: true })
    const materialId = await materialRow(app, { authorId: seller.id, price: 1190 })
    await winner.client.api('POST', '/v1/cart/items', { materialId })
    const placed = await winner.client.api('POST', '/v1/orders', {
      ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 0 },
    })
    expect(placed.status).toBe(201)
    const [invoice] = await documents(winner)
    expect([invoice?.kind, invoice?.total, invoice?.tax]).toEqual(['invoice', 1190, 190])
    expect(await owed(`credit:${winner.id}`)).toBe(810)
  })

  test('goes to its recipient on its day, once, and not when it went back before', async () => {
    const buyer = await somebody()
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const to = (name: string) => ({ recipientEmail: `${name}-${names}@school.example`, recipientName: 'Ida' })
    const sale = await bought(buyer, { ...to('ida'), message: 'Für deine Klasse', deliverOn: day })
    const back = await bought(buyer, { ...to('back'), deliverOn: day })
    expect((await giveBack(buyer, back.reference)).status).toBe(200)
    await deliverGiftCards(app.deps)
    expect(await mailsTo(to('ida').recipientEmail)).toEqual([])
    expect((await cardOf(buyer, sale.reference))?.state).toBe('waiting')
    await sql`update gift_card_sale set deliver_on = current_date where account_id = ${buyer.id}`.execute(
      app.deps.db,
    )
    await Promise.all([deliverGiftCards(app.deps), deliverGiftCards(app.deps)])
    const mails = await mailsTo(to('ida').recipientEmail)
    expect(mails.map(({ template }) => template)).toEqual(['gift-card'])
    const card = await cardOf(buyer, sale.reference)
    expect(card?.state).toBe('sent')
    for (const part of [card?.code ?? '-', 'Für deine Klasse', 'Ida']) expect(mails[0]?.text).toContain(part)
    expect(await mailsTo(to('back').recipientEmail)).toEqual([])
  })

  test('goes back while nobody has redeemed it: the code is worth nothing, the money is sent once', async () => {
    const buyer = await somebody()
    const before = await owed('gift-cards')
    const { reference, providerReference } = await bought(buyer)
    const code = (await cardOf(buyer, reference))?.code
    const [one, other] = await Promise.all([giveBack(buyer, reference), giveBack(buyer, reference)])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect((await redeem(buyer, code)).status).toBe(422)
    expect(await owed('gift-cards')).toBe(before)
    const refund = await app.deps.db
      .selectFrom('refund')
      .innerJoin('purchase_order as o', (join) =>
        join.onRef('o.world', '=', 'refund.world').onRef('o.id', '=', 'refund.order_id'),
      )
      .select(['refund.id', 'refund.amount_cents'])
      .where('o.reference', '=', reference)
      .execute()
    expect(refund.map(({ amount_cents }) => amount_cents)).toEqual([2000])
    await payRefund(app.deps, { world: 'de', refundId: refund[0]?.id ?? 0 })
    await payRefund(app.deps, { world: 'de', refundId: refund[0]?.id ?? 0 })
    const sent = await app.deps.db
      .selectFrom('sandbox_refund')
      .select('amount_cents')
      .where('payment_reference', '=', providerReference)
      .execute()
    expect(sent).toEqual([{ amount_cents: 2000 }])
    expect((await documents(buyer)).map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', -2000],
      ['receipt', 2000],
    ])
    expect((await mailsTo(buyer.email)).map(({ template }) => template)).toContain('gift-card-back')
  })

  test('is either redeemed or given back, whoever is first', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [buyer, friend] = [await somebody(), await somebody()]
      const { reference } = await bought(buyer)
      const code = (await cardOf(buyer, reference))?.code
      const [taken, back] = await Promise.all([redeem(friend, code), giveBack(buyer, reference)])
      expect([taken.status === 200, back.status === 200].filter(Boolean)).toHaveLength(1)
    }
  })

  test('of a stranger cannot be given back, and nothing is sold that is not on the list', async () => {
    const [buyer, stranger] = [await somebody(), await somebody()]
    const { reference } = await bought(buyer)
    expect((await giveBack(stranger, reference)).status).toBe(404)
    expect(await cardOf(stranger, reference)).toBeUndefined()
    const bad = [
      { amount: 1 },
      { amount: -2000 },
      { amount: 2000, recipientEmail: 'nobody' },
      { amount: 2000, recipientEmail: 'a@b.example\u0000' },
      { amount: 2000, recipientEmail: 'a@school.example', deliverOn: '2020-01-01' },
      { amount: 2000, recipientEmail: 'a@school.example', deliverOn: '2399-01-01' },
      { amount: 2000, message: 'x'.repeat(501) },
    ]
    for (const body of bad)
      expect([body, (await buyer.client.api('POST', '/v1/gift-cards/sales', body)).status]).toEqual([
        body,
        422,
      ])
  })

  test('asked for twice before it is paid is one order; a cart bought meanwhile leaves it alone', async () => {
    const buyer = await somebody()
    const [one, again] = [await order(buyer, { message: 'Hallo' }), await order(buyer, { message: 'Hallo' })]
    expect(again.reference).toBe(one.reference)
    const seller = await member(app, `card-seller-${names}-b`, { isSeller: true })
    const materialId = await materialRow(app, { authorId: seller.id, price: 1000 })
    await buyer.client.api('POST', '/v1/cart/items', { materialId })
    const body = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 1000 }
    expect((await buyer.client.api('POST', '/v1/orders', body)).status).toBe(201)
    expect((await findOrder(app.deps.db, 'de', one.reference))?.status).toBe('pending')
    await pay(app, one)
    expect((await cardOf(buyer, one.reference))?.state).toBe('sent')
  })

  test('whose money a bank calls back is worth nothing more, and is owed to its buyer', async () => {
    const buyer = await somebody()
    const before = await owed('gift-cards')
    const { reference } = await bought(buyer)
    const code = (await cardOf(buyer, reference))?.code
    const found = await findOrder(app.deps.db, 'de', reference)
    const [payment] = await paymentsOf(app.deps.db, 'de', [found?.id ?? 0])
    if (payment === undefined) throw new Error('no payment')
    const update = {
      ...{ eventId: `evt-${reference}`, type: 'dispute.updated' as const, status: 'open' as const },
      ...{
        providerReference: payment.provider_reference,
        disputeId: `dp-${reference}`,
        reason: 'fraudulent',
      },
      ...{ amountCents: 2000, currency: 'EUR', heldCents: 2000, feeCents: 0 },
    }
    await transaction(app.deps.db, (tx) =>
      receiveDispute(tx, strangerContext(app.deps, 'de'), { payment, update }),
    )
    expect((await redeem(buyer, code)).status).toBe(422)
    expect(await owed('gift-cards')).toBe(before)
  })

  test('nobody redeems in time ends in the books, too', async () => {
    const buyer = await somebody()
    const before = await owed('gift-cards')
    const { reference } = await bought(buyer)
    await sql`update gift_card set expires_at = now() - interval '1 second' where created_by = ${buyer.id}`.execute(
      app.deps.db,
    )
    await endCredits(app.deps)
    await endCredits(app.deps)
    expect(await owed('gift-cards')).toBe(before)
    expect(await cardOf(buyer, reference)).toMatchObject({ state: 'ended', canGoBack: false, code: null })
  })

  test('is bought, seen and given back by plain forms', async () => {
    const buyer = await somebody()
    const form = {
      intent: 'buy-gift-card',
      amount: '5000',
      recipientName: '',
      recipientEmail: '',
      deliverOn: '',
    }
    const answer = await buyer.client.submit('/de/konto/geschenkkarten', { ...form, message: 'Danke!' })
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining('/sandbox-payment/'),
    ])
    const wrong = await buyer.client.submit('/de/konto/geschenkkarten', { ...form, amount: '77' })
    expect(wrong.status).toBe(422)
    const providerReference = answer.headers.location?.split('/').at(-1) ?? ''
    await pay(app, { providerReference, total: 5000 })
    const shop = (await buyer.client.api('GET', '/v1/gift-cards/sales')).json<GiftCardShop>()
    const back = { intent: 'return-gift-card', reference: shop.cards[0]?.reference ?? '' }
    const done = await buyer.client.submit('/de/konto/geschenkkarten', back)
    expect([done.status, done.headers.location]).toEqual([303, '/de/konto/geschenkkarten#returned'])
  })
})
