import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TaxDocument, taxDocumentContentSchema } from '#shop/money/invoices/rules/contract.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { orderOf, pay, sold } from '../support/till.ts'

/** Invoices: written with the payment, numbered without a gap, never changed, and only for whom they are. */

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

const address = {
  billingName: 'Ina  Käufer',
  billingOrganisation: 'Grundschule am Wald',
  billingStreet: 'Waldweg 3',
  billingPostcode: '04103',
  billingCity: 'Leipzig',
  billingVatId: 'de 136 695 976',
}

async function documentsOf(person: Person, query = ''): Promise<TaxDocument[]> {
  const answer = await person.client.api('GET', `/v1/invoices?world=de${query}`)
  expect(answer.status).toBe(200)
  return answer.json<{ documents: TaxDocument[] }>().documents
}

async function contentOf(orderId: number) {
  const row = await app.deps.db
    .selectFrom('tax_document')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { row, content: taxDocumentContentSchema.parse(row.content) }
}

describe('the invoice of a paid order', () => {
  test('says who sold what to whom, with the tax of the buyer’s country', async () => {
    const sale = await sold(app, {
      sellers: [seller],
      prices: [399, 250, 0],
      body: { country: 'AT', ...address, billingVatId: undefined },
    })
    const { row, content } = await contentOf(sale.orderId)
    expect(row).toMatchObject({
      kind: 'invoice',
      currency: 'EUR',
      gross_cents: 649,
      tax_cents: 108,
      net_cents: 541,
    })
    expect(row.number).toMatch(/^INV-DE-\d{4}-\d{6}$/)
    expect(content.buyer).toMatchObject({
      ...{ name: 'Ina Käufer', organisation: 'Grundschule am Wald', street: 'Waldweg 3' },
      ...{ postcode: '04103', city: 'Leipzig', country: 'AT', vatId: null, email: sale.buyer.email },
    })
    expect(content.supplier).toMatchObject({ name: 'Aularium (Demonstrationsbetrieb)', country: 'DE' })
    expect(content.taxCountry).toBe('AT')
    expect(content.taxes).toEqual([{ taxRateBp: 2000, netCents: 541, taxCents: 108, grossCents: 649 }])
    expect(content.lines.map(({ grossCents, licence, author }) => [grossCents, licence, author])).toEqual([
      [399, 'single', 'seller'],
      [250, 'single', 'seller'],
      [0, 'single', 'seller'],
    ])
    for (const line of content.lines) expect(line.netCents + line.taxCents).toBe(line.grossCents)
  })

  test('without an address there is a name and a country', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const { content } = await contentOf(sale.orderId)
    expect(content.buyer).toMatchObject({ street: '', city: '', country: 'DE', vatId: null })
    expect(content.buyer.name).toMatch(/^till-/)
  })

  test('an address in another country than the taxed one is left out, the name stays', async () => {
    const first = await sold(app, { sellers: [seller], prices: [500], body: address })
    const second = await sold(app, {
      sellers: [seller],
      prices: [500],
      buyer: first.buyer,
      body: { country: 'FR' },
    })
    expect((await contentOf(first.orderId)).content.buyer.vatId).toBe('DE136695976')
    expect((await contentOf(second.orderId)).content.buyer).toMatchObject({
      ...{ name: 'Ina Käufer', street: '', country: 'FR', vatId: null },
    })
  })

  test('is there once, however often the provider says that it was paid, and not before', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    expect(await documentsOf(sale.buyer)).toEqual([])
    await Promise.all(Array.from({ length: 8 }, () => pay(app, sale)))
    expect(await documentsOf(sale.buyer)).toHaveLength(1)
  })

  test('what cost nothing has none', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [0] })
    expect(await documentsOf(sale.buyer)).toEqual([])
  })

  test('the mail of the order leads to it', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const mail = await app.deps.db
      .selectFrom('mail')
      .select('text')
      .where('template', '=', 'order-paid')
      .where('recipient', '=', sale.buyer.email)
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain(`/de/konto/rechnungen-und-steuerdokumente?order=${sale.reference}`)
    expect(await documentsOf(sale.buyer, `&order=${sale.reference}`)).toHaveLength(1)
    expect(await documentsOf(sale.buyer, `&order=${'0'.repeat(32)}`)).toEqual([])
  })
})

describe('numbers', () => {
  test('pain 9: have no gap and no double, whatever fails and however many pay at once', async () => {
    const sales = await Promise.all(
      Array.from({ length: 12 }, () => orderOf(app, { sellers: [seller], prices: [300] })),
    )
    const spanish = await member(app, 'vendedora', { isSeller: true, world: 'es' })
    const elsewhere = await orderOf(app, {
      sellers: [spanish],
      prices: [300],
      world: 'es',
      body: { country: 'ES' },
    })
    const failing = sales.slice(0, 4).map((sale) => pay(app, { ...sale, total: 299 }))
    await Promise.all([
      ...failing,
      ...sales.map((sale) => pay(app, sale)),
      pay(app, elsewhere, { world: 'es' }),
    ])
    const { rows } = await sql<{ world: string; count: number; last: number; next: number }>`
      select d.world, count(*) as count, max(d.serial) as last,
        (select next_number from number_series s where s.world = d.world and s.series = 'invoice-' || d.year) as next
      from tax_document d where kind = 'invoice' group by d.world, d.year order by d.world`.execute(
      app.deps.db,
    )
    expect(rows.map(({ world }) => world)).toEqual(['de', 'es'])
    for (const { count, last, next } of rows) expect([last, next]).toEqual([count, count + 1])
  })

  test('a payment that is rolled back draws none', async () => {
    const documentSeries = () =>
      sql`select * from number_series where series like 'invoice-%' order by 1, 2`.execute(app.deps.db)
    const before = await documentSeries()
    const sale = await orderOf(app, { sellers: [seller], prices: [300] })
    // The last thing before the commit fails: the document is there, its number is not drawn yet.
    await sql`create function fail_now() returns trigger language plpgsql as
      $$ begin raise exception 'the database ends here'; end $$`.execute(app.deps.db)
    await sql`create constraint trigger zz_fail after insert on tax_document deferrable initially deferred
      for each row execute function fail_now()`.execute(app.deps.db)
    await expect(pay(app, sale)).rejects.toThrow('ends here')
    await sql`drop trigger zz_fail on tax_document`.execute(app.deps.db)
    expect((await documentSeries()).rows).toEqual(before.rows)
    await pay(app, sale)
    expect(await documentsOf(sale.buyer)).toHaveLength(1)
  })

  test('pain 9: their series holds up no checkout that is still at work', async () => {
    const [slow, quick] = [
      await orderOf(app, { sellers: [seller], prices: [300] }),
      await orderOf(app, { sellers: [seller], prices: [300] }),
    ]
    const { db } = app.deps
    await db.transaction().execute(async (tx) => {
      await sql`insert into tax_document (world, kind, year, account_id, order_id, cause, currency, net_cents, tax_cents,
        gross_cents, content) values ('de', 'invoice', 2020, ${slow.buyer.id}, ${slow.orderId}, 'slow', 'EUR', 1, 0, 1,
        '{}')`.execute(tx)
      // The one transaction is still open, and the other one is through.
      await pay(app, quick)
      expect(await documentsOf(quick.buyer)).toHaveLength(1)
    })
  })
})

describe('what was issued', () => {
  test('is changed by nobody, and deleted by nobody', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const { db } = app.deps
    for (const change of [
      'gross_cents = 1, net_cents = 1, tax_cents = 0',
      'serial = 999999',
      "content = '{}'",
    ]) {
      const update = sql`update tax_document set ${sql.raw(change)} where order_id = ${sale.orderId}`
      await expect(update.execute(db), change).rejects.toThrow('immutable')
    }
    await expect(sql`delete from tax_document where order_id = ${sale.orderId}`.execute(db)).rejects.toThrow(
      'immutable',
    )
  })

  test('keeps the names of its day', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500], body: address })
    await sale.buyer.client.api('PUT', '/v1/billing-address', {
      ...{
        billingName: 'Neu',
        billingStreet: 'Neu 1',
        billingPostcode: '1',
        billingCity: 'Neu',
        billingCountry: 'DE',
      },
    })
    const { content } = await contentOf(sale.orderId)
    expect(content.buyer.name).toBe('Ina Käufer')
  })
})

describe('the paper', () => {
  test('is a PDF/A-3 with its fonts inside, the same at every reading, and only its owner’s', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500], body: address })
    const [document] = await documentsOf(sale.buyer)
    const path = document?.file.replace('/api', '') ?? ''
    const first = await sale.buyer.client.api('GET', path)
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(first.headers['content-disposition']).toContain(`${document?.number}.pdf`)
    expect(first.headers['cache-control']).toBe('private, no-store')
    expect(first.text).toMatch(/^%PDF-1\.7/)
    expect(first.text).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(first.text).not.toContain('Helvetica')
    expect((first.text.match(/\/FontFile2 /g) ?? []).length).toBeGreaterThan(0)
    const again = await sale.buyer.client.api('GET', path)
    expect(again.text).toBe(first.text)
    const other = await sold(app, { sellers: [seller], prices: [500] })
    expect((await other.buyer.client.api('GET', path)).status).toBe(404)
    expect((await seller.client.api('GET', path)).status).toBe(404)
    expect((await createClient(app.base).api('GET', path)).status).toBe(401)
    expect((await sale.buyer.client.api('GET', path.replace('world=de', 'world=es'))).status).toBe(404)
  })
})

describe('the billing address', () => {
  test('is kept, shown and forgotten', async () => {
    const person = await member(app, 'resident')
    const view = () => person.client.api('GET', '/v1/billing-address')
    expect((await view()).json()).toEqual({ address: null, vatIdState: null })
    const saved = await person.client.api('PUT', '/v1/billing-address', {
      ...{ ...address, billingCountry: 'DE', billingReference: '04011000-1234512345-06' },
    })
    expect(saved.status).toBe(200)
    expect((await view()).json()).toEqual({
      address: {
        ...{
          name: 'Ina Käufer',
          organisation: 'Grundschule am Wald',
          street: 'Waldweg 3',
          postcode: '04103',
        },
        ...{ city: 'Leipzig', country: 'DE', vatId: 'DE136695976' },
        buyerReference: '04011000-1234512345-06',
      },
      vatIdState: 'unverified',
    })
    const emptied = await person.client.api('PUT', '/v1/billing-address', { billingCountry: 'DE' })
    expect(emptied.status).toBe(422)
    // The names of the answer are not those of the request: refused by name, and nothing is forgotten.
    const misnamed = await person.client.api('PUT', '/v1/billing-address', { name: 'Ina', city: 'Leipzig' })
    expect([misnamed.status, misnamed.json()]).toMatchObject([
      422,
      { error: { fields: { name: 'unknown', city: 'unknown' } } },
    ])
    expect((await view()).json()).toMatchObject({ address: { city: 'Leipzig' } })
    expect((await person.client.api('DELETE', '/v1/billing-address')).json()).toEqual({ address: null })
    expect((await view()).json()).toEqual({ address: null, vatIdState: null })
  })

  test.each([
    [{ billingStreet: '' }, { billingStreet: 'required' }],
    [{ billingCity: ' ' }, { billingCity: 'required' }],
    [{ billingName: 'x'.repeat(121) }, { billingName: 'too_long' }],
    [{ billingVatId: '123' }, { billingVatId: 'invalid' }],
    [{ billingReference: '04011000-1234512345-07' }, { billingReference: 'invalid' }],
    [{ billingCountry: 'US' }, { billingCountry: 'invalid' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await seller.client.api('PUT', '/v1/billing-address', {
      ...address,
      billingCountry: 'DE',
      ...change,
    })
    expect([answer.status, answer.json<{ error: { fields: object } }>().error.fields]).toEqual([422, fields])
  })

  test('a wrong one at the payment orders nothing and says which field', async () => {
    const answer = orderOf(app, {
      sellers: [seller],
      prices: [500],
      body: { ...address, billingPostcode: '' },
    })
    await expect(answer).rejects.toThrow('billingPostcode')
  })

  test('the page takes it without a script', async () => {
    const person = await member(app, 'formful')
    const path = '/de/konto/rechnungsadresse'
    const done = await person.client.submit(path, {
      ...address,
      billingCountry: 'DE',
      intent: 'save-billing',
    })
    expect([done.status, done.headers.location]).toEqual([303, `${path}#saved`])
    expect((await person.client.api('GET', '/v1/billing-address')).text).toContain('Waldweg 3')
  })
})
