import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumCents } from '#platform/rules/money/money.ts'
import { type TaxDocument, taxDocumentContentSchema } from '#shop/money/invoices/rules/contract.ts'
import { issueMonth, monthBefore } from '#shop/money/invoices/server/month-job.ts'
import type { OssReport } from '#shop/money/invoices/server/oss.ts'
import { balancesOf } from '#shop/money/orders/server/ledger/ledger.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { sold } from '../support/till.ts'

/** From sale to declaration: what corrects an invoice, what authors get, and what the one-stop shop is told. */

let app: TestApp
let finance: Person
let names = 0
/** Numbers the register knows. */
const register = new Set<string>()

beforeAll(async () => {
  app = await openTestApp({ environment: { COMPANY_VAT_ID: 'DE136695976' } })
  app.deps.vatIds = { ask: async (vatId) => ({ isValid: register.has(vatId), name: null, proof: null }) }
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

const school = {
  billingName: 'Ina Käufer',
  billingOrganisation: 'Schulverlag <Nord> & Söhne',
  billingStreet: 'Waldweg 3',
  billingPostcode: '1010',
  billingCity: 'Wien',
}
const now = new Date()
const quarter = `${now.getUTCFullYear()}-${Math.floor(now.getUTCMonth() / 3) + 1}`

async function author(): Promise<Person> {
  names += 1
  return await member(app, `author-${names}`, { isSeller: true })
}

async function documentsOf({ client }: Person, side = 'buyer'): Promise<TaxDocument[]> {
  const answer = await client.api('GET', `/v1/invoices?world=de&side=${side}`)
  return answer.json<{ documents: TaxDocument[] }>().documents
}

async function contentOf(id: number) {
  const row = await app.deps.db
    .selectFrom('tax_document')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return taxDocumentContentSchema.parse(row.content)
}

async function oss(): Promise<OssReport> {
  const answer = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)
  expect(answer.status).toBe(200)
  return answer.json<OssReport>()
}

async function refund(reference: string, items?: { materialId: number; amount?: number }[]): Promise<void> {
  const body = { reason: 'Datei beschädigt', ...(items && { items }) }
  expect((await finance.client.api('POST', `/v1/orders/${reference}/refunds?world=de`, body)).status).toBe(
    201,
  )
}

describe('an invoice with a wrong address', () => {
  test('is taken back and issued anew, once, over what is left; no money and no tax moves', async () => {
    const sale = await sold(app, {
      sellers: [await author()],
      prices: [1200, 600],
      body: { country: 'AT', ...school },
    })
    await refund(sale.reference, [{ materialId: sale.materialIds[1] ?? 0, amount: 200 }])
    const before = await oss()
    const [first] = (await documentsOf(sale.buyer)).filter(({ kind }) => kind === 'invoice')
    await sale.buyer.client.api('PUT', '/v1/billing-address', {
      ...{ ...school, billingStreet: 'Neuer Weg 9', billingCountry: 'AT' },
    })
    const path = `/v1/invoices/${first?.id}/reissue?world=de`
    const answers = await Promise.all([1, 2, 3].map(() => sale.buyer.client.api('POST', path)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const documents = await documentsOf(sale.buyer)
    const current = documents.filter(({ isCurrent }) => isCurrent)
    expect(current).toHaveLength(1)
    expect(sumCents(documents.map(({ total }) => total))).toBe(1600)
    const content = await contentOf(current[0]?.id ?? 0)
    expect(content).toMatchObject({
      ...{ grossCents: 1600, replaces: { number: first?.number } },
      buyer: { street: 'Neuer Weg 9' },
    })
    expect(await oss()).toEqual(before)
    await refund(sale.reference)
    expect(sumCents((await documentsOf(sale.buyer)).map(({ total }) => total))).toBe(0)
  })

  test('keeps the taxed country: an address elsewhere corrects nothing', async () => {
    const sale = await sold(app, {
      sellers: [await author()],
      prices: [1200],
      body: { country: 'AT', ...school },
    })
    const [invoice] = await documentsOf(sale.buyer)
    await sale.buyer.client.api('PUT', '/v1/billing-address', { ...school, billingCountry: 'DE' })
    const answer = await sale.buyer.client.api('POST', `/v1/invoices/${invoice?.id}/reissue?world=de`)
    expect([answer.status, answer.text.includes('billingCountry')]).toEqual([422, true])
    expect(await documentsOf(sale.buyer)).toHaveLength(1)
  })
})

describe('a VAT number that comes after the sale', () => {
  test('pain 7: brings the tax back, once; the invoice without it stands, author and commission stay', async () => {
    const seller = await author()
    const sale = await sold(app, {
      sellers: [seller],
      prices: [1200, 500],
      body: { country: 'AT', ...school },
    })
    const share = await balancesOf(app.deps.db, `author:${seller.id}`)
    const [invoice] = await documentsOf(sale.buyer)
    const path = `/v1/invoices/${invoice?.id}/reverse-charge?world=de`
    const address = { ...school, billingVatId: 'ATU13585627', billingCountry: 'AT' }
    register.delete('ATU13585627')
    await sale.buyer.client.api('PUT', '/v1/billing-address', address)
    expect((await sale.buyer.client.api('POST', path)).status).toBe(422)
    register.add('ATU13585627')
    const answers = await Promise.all([1, 2].map(() => sale.buyer.client.api('POST', path)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [current] = (await documentsOf(sale.buyer)).filter(({ isCurrent }) => isCurrent)
    expect(current).toMatchObject({ kind: 'invoice', tax: 0, total: 1417 })
    expect(await contentOf(current?.id ?? 0)).toMatchObject({
      ...{ isReverseCharged: true, buyer: { vatId: 'ATU13585627' } },
    })
    const { rows } = await sql<{ kind: string; amount_cents: number; tax_cents: number }>`
      select kind, amount_cents, tax_cents from refund where order_id = ${sale.orderId}`.execute(app.deps.db)
    expect(rows).toEqual([{ kind: 'reverse_charge', amount_cents: 283, tax_cents: 283 }])
    expect(await balancesOf(app.deps.db, `author:${seller.id}`)).toEqual(share)
    await refund(sale.reference)
    expect(sumCents((await documentsOf(sale.buyer)).map(({ total }) => total))).toBe(0)
    expect(await balancesOf(app.deps.db, `author:${seller.id}`)).toEqual([
      { currency: 'EUR', balanceCents: 0 },
    ])
  })
})

describe('the e-invoice', () => {
  test('comes as XRechnung, and inside the PDF; a private buyer has none', async () => {
    const sale = await sold(app, {
      sellers: [await author()],
      prices: [1200],
      body: { country: 'AT', ...school },
    })
    const [invoice] = await documentsOf(sale.buyer)
    const xml = await sale.buyer.client.api('GET', invoice?.xml?.replace('/api', '') ?? '')
    expect([xml.status, xml.headers['content-type']]).toEqual([200, 'application/xml'])
    expect(xml.text).toContain('<ram:GrandTotalAmount>12.00</ram:GrandTotalAmount>')
    expect(xml.text).toContain('Schulverlag &lt;Nord&gt; &amp; Söhne')
    const pdf = await sale.buyer.client.api('GET', invoice?.file.replace('/api', '') ?? '')
    for (const words of [
      'factur-x.xml',
      '/AFRelationship /Alternative',
      '<fx:ConformanceLevel>EN 16931',
      '<pdfaid:part>3',
    ])
      expect(pdf.text).toContain(words)
    const other = await sold(app, { sellers: [await author()], prices: [500] })
    const [receipt] = await documentsOf(other.buyer)
    expect(receipt?.xml).toBeNull()
    expect(
      (await other.buyer.client.api('GET', `/v1/invoices/${receipt?.id}/file?world=de&format=xml`)).status,
    ).toBe(404)
    expect(
      (await other.buyer.client.api('GET', `/v1/invoices/${invoice?.id}/file?world=de&format=xml`)).status,
    ).toBe(404)
  })
})

describe('an author’s month', () => {
  test('is one self-billed invoice at price less commission: their share to the cent, written once, without a gap', async () => {
    const [seller, other] = [await author(), await author()]
    const first = await sold(app, {
      sellers: [seller, other],
      prices: [399, 1250, 777],
      body: { country: 'FR' },
    })
    await sold(app, { sellers: [seller], prices: [333] })
    await refund(first.reference, [{ materialId: first.materialIds[0] ?? 0, amount: 100 }])
    const month = monthBefore(
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15)),
      'Europe/Berlin',
    )
    await issueMonth(app.deps, 'de', month)
    await issueMonth(app.deps, 'de', month)
    for (const person of [seller, other]) {
      const documents = await documentsOf(person, 'author')
      expect(documents.map(({ kind }) => kind)).toEqual(['self-billing'])
      const [selfBilling] = documents
      const [balance] = await balancesOf(app.deps.db, `author:${person.id}`)
      expect(selfBilling?.total).toBe(-(balance?.balanceCents ?? 0))
      // Private: no tax, and no line that says "0 %".
      expect(selfBilling?.tax).toBe(0)
      expect(await contentOf(selfBilling?.id ?? 0)).toMatchObject({
        isNotTaxed: true,
        isReverseCharged: false,
      })
      const pdf = await person.client.api('GET', selfBilling?.file.replace('/api', '') ?? '')
      expect([pdf.status, pdf.text.includes('Helvetica')]).toEqual([200, false])
    }
    const { rows } = await sql<{ kind: string; count: number; last: number }>`
      select kind, count(*)::integer as count, max(serial)::integer as last from tax_document group by kind, year`.execute(
      app.deps.db,
    )
    for (const { kind, count, last } of rows) expect([kind, last]).toEqual([kind, count])
    const unbalanced =
      await sql`select transaction_id from ledger_entry group by world, transaction_id, currency
      having sum(amount_cents) <> 0`.execute(app.deps.db)
    expect(unbalanced.rows).toEqual([])
  })
})

describe('who an author is on their documents', () => {
  const place = { street: 'Lindenweg 4', postcode: '50667', city: 'Köln', country: 'DE' }

  async function partyAfter(person: Person) {
    await sold(app, { sellers: [person], prices: [500] })
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
    await issueMonth(app.deps, 'de', monthBefore(nextMonth, 'Europe/Berlin'))
    const documents = await documentsOf(person, 'author')
    const own = await contentOf(documents.find((each) => each.kind === 'self-billing')?.id ?? 0)
    return { ...own, supplier: own.supplier, taxOfSupply: own.taxCents, document: documents[0] }
  }

  test('is what they said as a seller, with the street the law asks for', async () => {
    const person = await author()
    const data = {
      kind: 'private',
      firstName: 'Erika',
      lastName: 'Muster',
      birthDate: '1980-02-29',
      ...place,
    }
    expect((await person.client.api('PUT', '/v1/seller-data', data)).status).toBe(200)
    const { supplier, taxOfSupply } = await partyAfter(person)
    expect(supplier).toMatchObject({ name: 'Erika Muster', ...place, vatId: null })
    expect(taxOfSupply).toBe(0)
  })

  test('a business whose number the register knows supplies with tax', async () => {
    const person = await author()
    register.add('DE811907980')
    const data = { kind: 'business', legalName: 'Lernhaus GbR', vatId: 'DE 811 907 980', ...place }
    expect((await person.client.api('PUT', '/v1/seller-data', data)).status).toBe(200)
    const { supplier, taxOfSupply, grossCents, document } = await partyAfter(person)
    expect(supplier).toMatchObject({ name: 'Lernhaus GbR', vatId: 'DE811907980' })
    // 70 % of 4.20 net is the share of 2.94; 19 % contained in it.
    expect([grossCents, taxOfSupply]).toEqual([294, 47])
    const [deductible] = await balancesOf(app.deps.db, 'input-tax:DE')
    expect(deductible?.balanceCents).toBe(47)
    const xml = await person.client.api('GET', document?.xml?.replace('/api', '') ?? '')
    expect(xml.text).toContain('<ram:TypeCode>389</ram:TypeCode>')
    expect(xml.text).toMatch(/<ram:SellerTradeParty><ram:ID>\d+<\/ram:ID><ram:Name>Lernhaus GbR/)
  })

  test('a business in another member state supplies without tax, which we owe', async () => {
    const person = await author()
    register.add('ATU13585627')
    const data = {
      kind: 'business',
      legalName: 'Lernhaus Wien',
      vatId: 'ATU13585627',
      ...place,
      country: 'AT',
    }
    expect((await person.client.api('PUT', '/v1/seller-data', data)).status).toBe(200)
    const own = await partyAfter(person)
    expect(own).toMatchObject({ grossCents: 294, taxCents: 0, isReverseCharged: true, isNotTaxed: false })
    const xml = await person.client.api('GET', own.document?.xml?.replace('/api', '') ?? '')
    expect(xml.text).toContain('<ram:CategoryCode>AE</ram:CategoryCode>')
  })

  test('a business outside the union supplies without tax, which we owe', async () => {
    const person = await author()
    const data = { kind: 'business', legalName: 'Lernhaus Bern', ...place, postcode: '3011', country: 'CH' }
    expect((await person.client.api('PUT', '/v1/seller-data', data)).status).toBe(200)
    expect(await partyAfter(person)).toMatchObject({ grossCents: 294, taxCents: 0, isReverseCharged: true })
  })
})

describe('the declaration of a quarter', () => {
  test('orders, invoices, refunds, ledger and export say the same, to the cent', async () => {
    const seller = await author()
    for (const [country, prices] of [
      ['FR', [399, 250]],
      ['IT', [1999]],
      ['DE', [500]],
      ['CH', [700]],
    ] as const) {
      const sale = await sold(app, { sellers: [seller], prices, body: { country } })
      if (country === 'FR')
        await refund(sale.reference, [{ materialId: sale.materialIds[0] ?? 0, amount: 133 }])
    }
    const report = await oss()
    expect(report.differences).toEqual([])
    const { rows } = await sql<{ country: string; tax: number }>`
      select o.country, sum(o.tax_cents - coalesce((select sum(r.tax_cents) from refund r where r.world = o.world
        and r.order_id = o.id), 0))::integer as tax
      from purchase_order o where o.status = 'paid' group by o.country`.execute(app.deps.db)
    const declared = [...report.oss, ...report.others]
    for (const { country, tax } of rows) {
      expect([
        country,
        sumCents(declared.filter((row) => row.country === country).map((row) => row.taxCents)),
      ]).toEqual([country, tax])
    }
    expect(report.oss.map(({ country }) => country)).not.toContain('DE')
    expect(report.oss.map(({ country }) => country)).not.toContain('CH')
    const csv = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}&format=csv`)
    const lines = csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';'))
    const sums = lines
      .filter((cells) => cells[2] !== 'TOTAL')
      .map((cells) => Math.round(Number(cells[7]) * 100))
    const total = lines.find((cells) => cells[2] === 'TOTAL')
    expect(sumCents(sums)).toBe(Math.round(Number(total?.[7]) * 100))
    expect(sumCents(sums)).toBe(report.totals[0]?.taxCents)
  })

  test('a booking without its document is found', async () => {
    await sql`with booked as (insert into ledger_transaction (world, kind) values ('de', 'sale') returning id)
      insert into ledger_entry (world, transaction_id, ledger_account, currency, amount_cents)
      select 'de', id, account, 'EUR', cents from booked, (values ('tax:PT', -7), ('platform:commission', 7)) as v (account, cents)`.execute(
      app.deps.db,
    )
    expect((await oss()).differences).toEqual([
      { country: 'PT', currency: 'EUR', documentsCents: 0, ledgerCents: 7 },
    ])
  })

  test('is nobody’s business but finance’s', async () => {
    const person = await member(app, 'curious')
    expect((await person.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)).status).toBe(403)
  })
})
