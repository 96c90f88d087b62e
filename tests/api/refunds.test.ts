import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaxDocument } from '#shop/money/invoices/rules/contract.ts'
import type { Order } from '#shop/money/orders/rules/contract.ts'
import { proveClosings } from '#shop/money/orders/server/ledger/closing-proof.ts'
import { closeLedger } from '#shop/money/orders/server/ledger/ledger.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { balancesOf } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'
import { orderOf, pay, type Sale, sold } from '../support/till.ts'

/** Money that goes back: to whom, how much of whose part, how often, and what becomes of what was bought. */

let app: TestApp
let seller: Person
let other: Person
let finance: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other-seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

interface Line {
  materialId: number
  amount?: number
}

function refund(
  sale: Pick<Sale, 'reference'>,
  body: { items?: Line[]; keepsAccess?: boolean; reason?: string } = {},
  { by = finance, key }: { by?: Person; key?: string } = {},
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  const path = `/v1/orders/${sale.reference}/refunds`
  return by.client.api('POST', path, { reason: 'Die Datei war beschädigt.', ...body }, headers)
}

async function ownedBy({ buyer }: Pick<Sale, 'buyer'>): Promise<number[]> {
  const rows = await app.deps.db
    .selectFrom('entitlement')
    .select('material_id')
    .where('account_id', '=', buyer.id)
    .orderBy('material_id')
    .execute()
  return rows.map((row) => row.material_id)
}

async function booked(sale: Pick<Sale, 'orderId'>, kind: 'sale' | 'refund'): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.ledger_account as account, sum(e.amount_cents)::integer as sum
    from ledger_entry e join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where t.order_id = ${sale.orderId} and t.kind = ${kind} group by 1`.execute(app.deps.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function orderAsSeen({ buyer, reference }: Sale): Promise<Order> {
  return (await buyer.client.api('GET', `/v1/orders/${reference}`)).json<Order>()
}

async function documentsOf({ buyer, reference }: Sale): Promise<TaxDocument[]> {
  const answer = await buyer.client.api('GET', `/v1/invoices?order=${reference}`)
  return answer.json<{ documents: TaxDocument[] }>().documents
}

async function mailsTo(person: Person): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('mail')
    .select('template')
    .where('recipient', '=', person.email)
    .execute()
  return rows.map(({ template }) => template)
}

async function refundsOf({ orderId }: Pick<Sale, 'orderId'>) {
  return await app.deps.db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

describe('a whole refund', () => {
  test('D2 45: books back to the cent what the sale booked, ends the access, tells everybody and writes the document', async () => {
    const sale = await sold(app, { sellers: [seller, other], prices: [399, 250], body: { country: 'AT' } })
    const before = await booked(sale, 'sale')
    const answer = await refund(sale)
    expect([answer.status, answer.json()]).toEqual([
      201,
      expect.objectContaining({ amount: 649, tax: 108, status: 'pending', currency: 'EUR' }),
    ])
    const after = await booked(sale, 'refund')
    expect(after).toEqual(Object.fromEntries(Object.entries(before).map(([name, sum]) => [name, -sum])))
    expect(await ownedBy(sale)).toEqual([])
    expect(await orderAsSeen(sale)).toMatchObject({ total: 649, refunded: 649 })
    const documents = await documentsOf(sale)
    expect(documents.map(({ kind, total, tax, isPartial }) => [kind, total, tax, isPartial])).toEqual([
      ['cancellation', -649, -108, false],
      ['invoice', 649, 108, false],
    ])
    expect(documents[0]?.number).toMatch(/^CAN-DE-\d{4}-\d{6}$/)
    const paper = await sale.buyer.client.api('GET', documents[0]?.file.replace('/api', '') ?? '')
    expect(paper.headers['content-type']).toBe('application/pdf')
    expect(await mailsTo(sale.buyer)).toEqual(['order-paid', 'order-refunded'])
    expect(await mailsTo(other)).toContain('sale-refunded')
  })

  test('pain 4: the author’s balance may fall below what they are owed, and sales say so', async () => {
    const author = await member(app, 'new-author', { isSeller: true })
    const account = `author:${author.id}`
    const first = await sold(app, { sellers: [author], prices: [1190] })
    expect(await balancesOf(app.deps.db, account)).toEqual([{ currency: 'EUR', balanceCents: -700 }])
    const second = await sold(app, { sellers: [author], prices: [1190] })
    await refund(first)
    await refund(second, { items: [{ materialId: second.materialIds[0] ?? 0, amount: 595 }] })
    expect(await balancesOf(app.deps.db, account)).toEqual([{ currency: 'EUR', balanceCents: -350 }])
    const { sales, totals } = (await author.client.api('GET', '/v1/sales')).json<{
      sales: { refunded: number; authorShare: number }[]
      totals: object[]
    }>()
    expect(sales.map(({ refunded, authorShare }) => [refunded, authorShare])).toEqual([
      [595, 350],
      [1190, 0],
    ])
    expect(totals).toEqual([{ currency: 'EUR', count: 1, gross: 595, authorShare: 350 }])
  })

  test('the buyer keeps what finance lets them keep', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    expect((await refund(sale, { keepsAccess: true })).status).toBe(201)
    expect(await ownedBy(sale)).toEqual(sale.materialIds)
  })
})

describe('a refund of a part', () => {
  test('pain 8: by items and amounts, until nothing is left; each document says what went back', async () => {
    const sale = await sold(app, { sellers: [seller, other], prices: [399, 251] })
    const [one = 0, two = 0] = sale.materialIds
    expect((await refund(sale, { items: [{ materialId: one, amount: 100 }] })).status).toBe(201)
    expect(await ownedBy(sale)).toEqual([one, two])
    expect((await refund(sale, { items: [{ materialId: one }] })).status).toBe(201)
    expect(await ownedBy(sale)).toEqual([two])
    expect((await refund(sale, { items: [{ materialId: one }] })).status).toBe(409)
    expect((await refund(sale)).json()).toMatchObject({ amount: 251 })
    expect((await refund(sale)).status).toBe(409)
    expect(await ownedBy(sale)).toEqual([])
    const documents = await documentsOf(sale)
    expect(documents.map(({ total, isPartial }) => [total, isPartial])).toEqual([
      [-251, true],
      [-299, true],
      [-100, true],
      [650, false],
    ])
    expect(documents.reduce((sum, { total, tax, net }) => sum + Math.abs(total - tax - net), 0)).toBe(0)
    expect(documents.reduce((sum, { tax }) => sum + tax, 0)).toBe(0)
    const before = await booked(sale, 'sale')
    expect(await booked(sale, 'refund')).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, sum]) => [name, -sum])),
    )
  })

  test.each([
    ['more than was paid', (id: number) => [{ materialId: id, amount: 400 }], 422],
    ['a line of another order', () => [{ materialId: 1 }], 422],
    ['a line twice', (id: number) => [{ materialId: id }, { materialId: id }], 422],
    ['no line', () => [], 422],
    ['nothing of a line', (id: number) => [{ materialId: id, amount: 0 }], 422],
    ['less than nothing', (id: number) => [{ materialId: id, amount: -5 }], 422],
  ])('%s is refused and changes nothing', async (_name, items, status) => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    expect((await refund(sale, { items: items(sale.materialIds[0] ?? 0) })).status).toBe(status)
    expect(await refundsOf(sale)).toEqual([])
    expect(await ownedBy(sale)).toEqual(sale.materialIds)
  })

  test('the database itself refuses to give back more than was paid', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    await refund(sale)
    const again = sql`insert into refund_item select world, refund_id + 0, order_id, material_id, 1, 1, 0, 0, false
      from refund_item where order_id = ${sale.orderId}`
    const doubled = sql`update refund_item set amount_cents = amount_cents + 1, tax_cents = tax_cents + 1
      where order_id = ${sale.orderId}`
    await expect(again.execute(app.deps.db)).rejects.toThrow()
    await expect(doubled.execute(app.deps.db)).rejects.toThrow('than was paid')
  })
})

describe('what is left to whom', () => {
  test('a material that another order gives as well stays, with what that order gave', async () => {
    const first = await sold(app, { sellers: [seller], prices: [400] })
    const [id = 0] = first.materialIds
    await first.buyer.client.api('POST', '/v1/cart/items', { materialId: id, licence: 'additional' })
    const second = await orderOf(app, {
      sellers: [],
      prices: [],
      buyer: first.buyer,
      body: { expectedTotal: 360 },
    })
    await pay(app, { ...second, total: 360 })
    const held = () =>
      app.deps.db
        .selectFrom('entitlement')
        .select(['licence', 'colleagues'])
        .where('account_id', '=', first.buyer.id)
        .execute()
    expect(await held()).toEqual([{ licence: 'single', colleagues: 1 }])
    expect((await refund(second)).status).toBe(201)
    expect(await held()).toEqual([{ licence: 'single', colleagues: 0 }])
    await refund(first)
    expect(await held()).toEqual([])
  })

  test('a bundle takes along what was inside, but not what was bought by itself', async () => {
    const single = await sold(app, { sellers: [seller], prices: [300] })
    const [own = 0] = single.materialIds
    const inside = await materialRow(app, { authorId: seller.id, price: 300 })
    const bundle = await orderOf(app, { sellers: [seller], prices: [900], buyer: single.buyer })
    for (const [position, materialId] of [own, inside].entries())
      await app.deps.db
        .insertInto('bundle_item')
        .values({ world: 'de', bundle_id: bundle.materialIds[0] ?? 0, material_id: materialId, position })
        .execute()
    await pay(app, bundle)
    expect(await ownedBy(single)).toEqual([own, inside, ...bundle.materialIds].toSorted((a, b) => a - b))
    await refund(bundle)
    expect(await ownedBy(single)).toEqual([own])
  })
})

describe('exactly once', () => {
  test('twenty calls at once give everything back once', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399, 250] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(sale)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await refundsOf(sale)).toHaveLength(1)
    expect(await documentsOf(sale)).toHaveLength(2)
  })

  test('one key is one refund of a part, however often it is sent', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    const items = [{ materialId: sale.materialIds[0] ?? 0, amount: 50 }]
    const key = `fifty-cents-of-${sale.orderId}`
    const first = await refund(sale, { items }, { key })
    const again = await refund(sale, { items }, { key })
    expect([first.status, again.status, again.json()]).toEqual([201, 201, first.json()])
    expect(await refundsOf(sale)).toHaveLength(1)
  })

  test('the provider sends it once, and what it says of the old payment gives nothing back to the buyer', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    await refund(sale)
    const [row] = await refundsOf(sale)
    const job = { world: 'de', refundId: row?.id ?? 0 }
    await Promise.all([payRefund(app.deps, job), payRefund(app.deps, job), payRefund(app.deps, job)])
    await payRefund(app.deps, job)
    const sent = await app.deps.db
      .selectFrom('sandbox_refund')
      .selectAll()
      .where('payment_reference', '=', sale.providerReference)
      .execute()
    expect(sent).toMatchObject([{ reference: row?.reference, amount_cents: 399 }])
    expect((await refundsOf(sale))[0]?.status).toBe('succeeded')
    for (const id of ['evt_late_1', 'evt_late_2'])
      await settlePayment(app.deps, 'de', {
        ...{ provider: 'sandbox', providerReference: sale.providerReference, status: 'succeeded' },
        ...{ amountCents: 399, currency: 'EUR', event: { id, type: 'payment.updated' } },
      })
    expect(await ownedBy(sale)).toEqual([])
    expect(await documentsOf(sale)).toHaveLength(2)
  })

  test('a refund the provider refuses stays in the books as failed', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    await sql`update sandbox_payment set status = 'declined' where reference = ${sale.providerReference}`.execute(
      app.deps.db,
    )
    await refund(sale)
    const [row] = await refundsOf(sale)
    await payRefund(app.deps, { world: 'de', refundId: row?.id ?? 0 })
    expect((await refundsOf(sale))[0]?.status).toBe('failed')
  })
})

describe('who may', () => {
  test('finance and admins, and nobody else', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    const admin = await member(app, 'admin', { role: 'admin' })
    for (const by of [sale.buyer, seller, await member(app, 'support', { role: 'support' })])
      expect((await refund(sale, {}, { by })).status).toBe(403)
    expect((await refund(sale, { reason: '  ' })).status).toBe(422)
    expect((await refund({ reference: '0'.repeat(32) })).status).toBe(404)
    expect((await refund(sale, {}, { by: admin })).status).toBe(201)
  })

  test('nothing goes back of what nobody paid', async () => {
    const waiting = await orderOf(app, { sellers: [seller], prices: [399] })
    expect((await refund(waiting)).status).toBe(409)
    const free = await orderOf(app, { sellers: [seller], prices: [0] })
    expect((await refund(free)).status).toBe(409)
  })
})

describe('the right of withdrawal', () => {
  const page = '/de/konto/rechnungen-und-steuerdokumente'
  const withdraw = ({ buyer, reference }: Sale) =>
    buyer.client.api('POST', `/v1/orders/${reference}/withdrawal`)

  async function confirmationSent({ orderId }: Sale): Promise<void> {
    await sql`update mail set status = 'sent', sent_at = now() where dedupe_key = ${`order-paid:de:${orderId}`}`.execute(
      app.deps.db,
    )
  }

  test('lasts while the confirmation has not gone out; the receipt says what was withdrawn and when', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399, 250] })
    const done = await sale.buyer.client.submit(page, { intent: 'withdraw', reference: sale.reference })
    expect([done.status, done.headers.location]).toEqual([303, `${page}#withdrawn`])
    expect(await ownedBy(sale)).toEqual([])
    expect(await refundsOf(sale)).toMatchObject([{ kind: 'withdrawal', amount_cents: 649 }])
    const mail = await app.deps.db
      .selectFrom('mail')
      .select('text')
      .where('template', '=', 'withdrawal-received')
      .where('recipient', '=', sale.buyer.email)
      .executeTakeFirstOrThrow()
    const order = await orderAsSeen(sale)
    for (const word of ['Material 1', '6,49', order.number ?? '?']) expect(mail.text).toContain(word)
    expect((await withdraw(sale)).status).toBe(409)
  })

  test('ends when the confirmation of the waiver went out', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    await confirmationSent(sale)
    expect((await withdraw(sale)).status).toBe(409)
    expect(await ownedBy(sale)).toEqual(sale.materialIds)
  })

  test('ends after fourteen days', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399] })
    await sql`update purchase_order set paid_at = now() - interval '14 days 1 minute' where id = ${sale.orderId}`.execute(
      app.deps.db,
    )
    expect((await withdraw(sale)).status).toBe(409)
  })

  test('is the buyer’s alone, and takes back only what is left', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [399, 250] })
    const stranger = await member(app, 'stranger')
    expect((await withdraw({ ...sale, buyer: stranger })).status).toBe(404)
    await refund(sale, { items: [{ materialId: sale.materialIds[0] ?? 0 }] })
    const answers = await Promise.all([withdraw(sale), withdraw(sale), withdraw(sale)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await refundsOf(sale)).map(({ amount_cents }) => amount_cents)).toEqual([399, 250])
  })
})

describe('the ledger', () => {
  test('pain 4: knows what the provider kept, and the platform bears it', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [1190] })
    await settlePayment(app.deps, 'de', {
      ...{ provider: 'sandbox', providerReference: sale.providerReference, status: 'succeeded' },
      ...{ amountCents: 1190, currency: 'EUR', feeCents: 42 },
    })
    expect(await booked(sale, 'sale')).toEqual({
      ...{ 'provider:sandbox': 1148, 'fee:sandbox': 42, 'tax:DE': -190 },
      ...{ [`author:${seller.id}`]: -700, 'platform:commission': -300 },
    })
  })

  test('the database takes no booking that does not sum to zero, and changes none', async () => {
    const { db } = app.deps
    const unbalanced = db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('ledger_transaction')
        .values({ world: 'de', kind: 'refund' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const entry = { world: 'de', transaction_id: id, currency: 'EUR' }
      await tx
        .insertInto('ledger_entry')
        .values([
          { ...entry, ledger_account: 'a', amount_cents: 5 },
          { ...entry, ledger_account: 'b', amount_cents: -4 },
        ])
        .execute()
    })
    await expect(unbalanced).rejects.toThrow('does not balance')
    for (const table of ['ledger_entry', 'ledger_transaction']) {
      await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('immutable')
      await expect(sql`update ${sql.table(table)} set world = 'es'`.execute(db)).rejects.toThrow('immutable')
    }
    const { rows } = await sql`select 1 from ledger_entry group by world, transaction_id, currency
      having sum(amount_cents) <> 0`.execute(db)
    expect(rows).toEqual([])
  })

  test('balances are the same before and after accounts are closed, and go on from there', async () => {
    const { db } = app.deps
    const sums = async () => {
      const { rows } = await sql<{ account: string; currency: string; sum: number }>`
        select ledger_account as account, currency, sum(amount_cents)::integer as sum from ledger_entry
        group by 1, 2 order by 1, 2`.execute(db)
      return rows
    }
    const derived = async () => {
      const all = await sums()
      const names = [...new Set(all.map(({ account }) => account))]
      const found = await Promise.all(names.map((account) => balancesOf(db, account)))
      return found.flatMap((list, index) =>
        list.map(({ currency, balanceCents }) => ({ account: names[index], currency, sum: balanceCents })),
      )
    }
    const close = () => closeLedger({ db })
    expect(await derived()).toEqual(await sums())
    await sql`alter table ledger_transaction disable trigger ledger_transaction_immutable`.execute(db)
    const age = () =>
      sql`update ledger_transaction set created_at = created_at - interval '2 hours'`.execute(db)
    await age()
    await close()
    expect(await derived()).toEqual(await sums())
    const sale = await sold(app, { sellers: [seller, other], prices: [399, 250] })
    await refund(sale)
    await sold(app, { sellers: [seller], prices: [777] })
    await close()
    expect(await derived()).toEqual(await sums())
    await age()
    await Promise.all([close(), close(), close()])
    expect(await derived()).toEqual(await sums())
    const open = await db.selectFrom('ledger_closing').selectAll().execute()
    expect(open.length).toBeGreaterThan(3)
    const found = () =>
      db.selectFrom('operator_task').select('detail').where('kind', '=', 'closing_wrong').execute()
    await proveClosings(app.deps)
    expect(await found()).toEqual([])
    const [seeded] = open
    await sql`update ledger_closing set balance_cents = balance_cents + 1
      where ledger_account = ${seeded?.ledger_account} and currency = ${seeded?.currency}`.execute(db)
    await proveClosings(app.deps)
    await proveClosings(app.deps)
    const expected = seeded?.balance_cents ?? 0
    expect(await found()).toMatchObject([
      { detail: { reason: seeded?.ledger_account, amount: expected + 1, expected, currency: 'EUR' } },
    ])
    await sql`update ledger_closing set balance_cents = balance_cents - 1
      where ledger_account = ${seeded?.ledger_account} and currency = ${seeded?.currency}`.execute(db)
    await sql`alter table ledger_transaction enable trigger ledger_transaction_immutable`.execute(db)
  })
})

describe('what an author is owed', () => {
  const thisMonth = () => new Date().toISOString().slice(0, 7)

  test('the statement of a month has each sale and what went back of it, and adds up to the balance', async () => {
    const author = await member(app, 'statement-author', { isSeller: true })
    const sale = await sold(app, { sellers: [author], prices: [1190, 595] })
    await sql`update order_item set title = '=1+1;"x"' where order_id = ${sale.orderId}
      and material_id = ${sale.materialIds[1]}`.execute(app.deps.db)
    await refund(sale, { items: [{ materialId: sale.materialIds[0] ?? 0, amount: 119 }] })
    const answer = await author.client.api('GET', `/v1/sales/statement?world=de&month=${thisMonth()}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = answer.text.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('"Datum";"Bestellung"')
    expect(answer.text).toContain(`"'=1+1;""x"""`)
    expect(answer.text).toContain('"-1,19";"-0,70";"EUR"')
    const shares = lines
      .slice(1)
      .map((line) => Number(line.split(';').at(-2)?.replaceAll('"', '').replace(',', '')))
    const [balance] = await balancesOf(app.deps.db, `author:${author.id}`)
    expect(shares.reduce((sum, cents) => sum + cents, 0)).toBe(-(balance?.balanceCents ?? 0))
    expect(
      (await author.client.api('GET', '/v1/sales/statement?month=2020-01')).text.trim().split('\r\n'),
    ).toHaveLength(1)
    for (const month of ['2026-13', '2026-1', 'x']) {
      expect((await author.client.api('GET', `/v1/sales/statement?month=${month}`)).status).toBe(422)
    }
  })

  test('pain 6: the share grows with the sales and is frozen with each of them', async () => {
    const author = await member(app, 'big-author', { isSeller: true })
    const first = await sold(app, { sellers: [author], prices: [1190] })
    await sql`
      with made as (
        insert into purchase_order (world, reference, number, account_id, status, currency, total_cents, tax_cents,
          tax_rate_bp, country, consent_text_version, consent_immediate_at, consent_waiver_at, paid_at)
        select 'de', md5(n::text) , 'X-' || n, ${first.buyer.id}, 'paid', 'EUR', 100, 16, 1900, 'DE', '1', now(), now(),
          now() from generate_series(1, 99) n returning id
      )
      insert into order_item (world, order_id, material_id, author_id, title, original_price_cents, price_cents,
        tax_cents, author_share_bp, author_share_cents)
      select 'de', id, ${first.materialIds[0]}, ${author.id}, 'T', 100, 100, 16, 7000, 59 from made`.execute(
      app.deps.db,
    )
    const second = await sold(app, { sellers: [author], prices: [1190] })
    const shares = await app.deps.db
      .selectFrom('order_item')
      .select(['author_share_bp', 'author_share_cents'])
      .where('order_id', 'in', [first.orderId, second.orderId])
      .orderBy('order_id')
      .execute()
    expect(shares).toEqual([
      { author_share_bp: 7000, author_share_cents: 700 },
      { author_share_bp: 7500, author_share_cents: 750 },
    ])
  })
})
