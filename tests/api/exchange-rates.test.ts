import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEcbRates } from '#platform/gateways/exchange-rates/ecb.ts'
import { dayAt, quarterAt, quarterBounds } from '#platform/rules/money/day.ts'
import { type TaxDocument, taxDocumentContentSchema } from '#shop/money/invoices/rules/contract.ts'
import type { OssReport } from '#shop/money/invoices/server/oss.ts'
import { toEuroCents } from '#shop/money/tax/rules/exchange.ts'
import { fetchRates } from '#shop/money/tax/server/exchange-rates.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { sold } from '../support/till.ts'

/** Tax of member states in another currency, by the reference rates of the European Central Bank. */

const zone = 'Europe/Berlin'
const today = dayAt(new Date(), zone)
const quarter = quarterAt(new Date(), zone)
const lastDay = dayAt(new Date(quarterBounds(quarter, zone)[1].getTime() - 1), zone)

let app: TestApp
let seller: Person
let finance: Person
let bank: Server
let rate = '0.80'

beforeAll(async () => {
  app = await openTestApp({ environment: { COMPANY_VAT_ID: 'DE136695976' } })
  bank = createServer((_request, response) =>
    response.end(`<Cube><Cube time='${today}'><Cube currency='GBP' rate='${rate}'/></Cube></Cube>`),
  )
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  app.deps.exchangeRates = createEcbRates(`http://127.0.0.1:${(bank.address() as AddressInfo).port}/`)
  seller = await member(app, 'seller', { isSeller: true, world: 'en' })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(async () => {
  await new Promise((resolve) => bank.close(resolve))
  await app.close()
})

const school = {
  ...{ country: 'IE', billingName: 'Ina Buyer', billingOrganisation: 'Abbey School' },
  ...{ billingStreet: 'Main Street 1', billingPostcode: 'D01', billingCity: 'Dublin' },
}

async function invoiceOf(buyer: Person) {
  const answer = await buyer.client.api('GET', '/v1/invoices?world=en')
  const [document] = answer.json<{ documents: TaxDocument[] }>().documents
  const row = await app.deps.db
    .selectFrom('tax_document')
    .select('content')
    .where('world', '=', 'en')
    .where('id', '=', document?.id ?? 0)
    .executeTakeFirstOrThrow()
  return { document, content: taxDocumentContentSchema.parse(row.content) }
}

async function report(): Promise<OssReport> {
  return (await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)).json<OssReport>()
}

describe('an invoice in pounds with the tax of a member state', () => {
  test('without a rate says nothing in euros, and somebody is told', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [1230], world: 'en', body: school })
    expect((await invoiceOf(sale.buyer)).content.euroRate).toBeUndefined()
    const answer = await finance.client.api('GET', '/v1/operator-tasks?world=en')
    const { tasks } = answer.json<{ tasks: { kind: string; detail: { orderReference?: string } }[] }>()
    expect(tasks.map(({ kind, detail }) => [kind, detail.orderReference])).toEqual([
      ['rate_missing', sale.reference],
    ])
  })

  test('with the bank’s rate of the day has the tax in euros, in the e-invoice and on paper', async () => {
    await fetchRates(app.deps)
    const sale = await sold(app, { sellers: [seller], prices: [1230], world: 'en', body: school })
    const { document, content } = await invoiceOf(sale.buyer)
    expect(content).toMatchObject({ taxCents: 230, currency: 'GBP', euroRate: { day: today, rate: '0.8' } })
    const xml = (await sale.buyer.client.api('GET', document?.xml?.replace('/api', '') ?? '')).text
    expect(xml).toContain(
      '<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>GBP</ram:InvoiceCurrencyCode>',
    )
    expect(xml).toContain('<ram:TaxTotalAmount currencyID="GBP">2.30</ram:TaxTotalAmount>')
    expect(xml).toContain('<ram:TaxTotalAmount currencyID="EUR">2.88</ram:TaxTotalAmount>')
    const pdf = await sale.buyer.client.api('GET', document?.file.replace('/api', '') ?? '')
    expect(pdf.status).toBe(200)
    const british = await sold(app, {
      sellers: [seller],
      prices: [1200],
      world: 'en',
      body: { country: 'GB' },
    })
    expect((await invoiceOf(british.buyer)).content.euroRate).toBeUndefined()
  })
})

describe('the return of a quarter', () => {
  test('has no total in euros while the rate of its last day is missing, and says which', async () => {
    // Only on the last day itself is today's rate that of the period.
    await sql`delete from exchange_rate where day >= ${lastDay}::date`.execute(app.deps.db)
    const { rates, euroTotal, oss } = await report()
    expect(rates).toEqual([{ currency: 'GBP', quarter, lastDay, day: null, rate: null }])
    expect([euroTotal, oss.some(({ currency }) => currency === 'GBP')]).toEqual([null, true])
  })

  test('turns each row by the first rate from its last day on', async () => {
    const next = new Date(Date.parse(`${lastDay}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10)
    await sql`insert into exchange_rate (currency, day, rate) values ('GBP', ${next}::date, 0.5)`.execute(
      app.deps.db,
    )
    const { rates, euroTotal, oss, euros } = await report()
    expect(rates).toEqual([{ currency: 'GBP', quarter, lastDay, day: next, rate: '0.5' }])
    const expected = oss.map((row) =>
      row.currency === 'EUR' ? row.taxCents : toEuroCents(row.taxCents, '0.5'),
    )
    expect(euros.map((row) => row?.taxCents)).toEqual(expected)
    expect(euroTotal?.taxCents).toBe(expected.reduce((sum, cents) => sum + cents, 0))
    const csv = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}&format=csv`)
    expect(csv.text.split('\r\n')[0]).toMatch(/;net;vat;net_eur;vat_eur$/)
  })

  test('takes a rate by hand, which the bank’s own word replaces; not from anybody', async () => {
    const path = '/v1/tax/exchange-rates?world=de'
    const given = { currency: 'gbp', day: today, rate: '0,91' }
    expect((await finance.client.api('PUT', path, given)).status).toBe(200)
    const stored = async () =>
      (
        await sql<{ rate: string; entered_by: number | null }>`
          select rate::float::text as rate, entered_by from exchange_rate where day = ${today}::date`.execute(
          app.deps.db,
        )
      ).rows
    // The bank's own was there: what is typed does not take its place.
    expect(await stored()).toEqual([{ rate: '0.8', entered_by: null }])
    await sql`delete from exchange_rate where day = ${today}::date`.execute(app.deps.db)
    await finance.client.api('PUT', path, given)
    expect(await stored()).toEqual([{ rate: '0.91', entered_by: finance.id }])
    rate = '0.92'
    await fetchRates(app.deps)
    expect(await stored()).toEqual([{ rate: '0.92', entered_by: null }])
    const wrong = await finance.client.api('PUT', path, { currency: 'EUR', day: '2026-02-30', rate: '-1' })
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('"rate"')])
    expect((await seller.client.api('PUT', path, given)).status).toBe(403)
  })
})

test('a sale after midnight by the clock of the books is of the new year, in number and return', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [1230], world: 'en', body: school })
  const { content } = await invoiceOf(sale.buyer)
  expect(content.order.number).toContain(`-${dayAt(new Date(), zone).slice(0, 4)}-`)
  const [begins] = quarterBounds('2027-1', zone)
  expect(quarterAt(begins, zone)).toBe('2027-1')
  expect(begins.toISOString()).toBe('2026-12-31T23:00:00.000Z')
})
