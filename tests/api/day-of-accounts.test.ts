import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { TaxDocument } from '#shop/money/invoices/rules/contract.ts'
import { issueMonth, monthBefore } from '#shop/money/invoices/server/month-job.ts'
import type { OssReport } from '#shop/money/invoices/server/oss.ts'
import type { Order, Sale } from '#shop/money/orders/rules/contract.ts'
import { balancesOf } from '#shop/money/orders/server/ledger/ledger.ts'
import { makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import type { OwnPayouts } from '#shop/money/payouts/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { pay } from '../support/till.ts'

/**
 * A day of accounts: one seller, a school in Austria and a teacher in Germany, from the cart to the bank and to the return of
 * the one-stop shop. Each station says its cents; what stands beside them was reckoned by hand.
 */

let app: TestApp

beforeAll(async () => {
  app = await openTestApp({ environment: { COMPANY_VAT_ID: 'DE136695976' } })
})
afterAll(() => app.close())

const school = {
  ...{ billingName: 'Ina Käufer', billingOrganisation: 'Volksschule am Park', billingStreet: 'Parkweg 3' },
  ...{ billingPostcode: '1010', billingCity: 'Wien' },
}

async function seller(): Promise<Person> {
  const person = await member(app, 'seller', { isSeller: true })
  await person.client.api('PUT', '/v1/bank-details', {
    holder: 'Anna Sommer',
    iban: 'DE75512108001245126199',
  })
  await person.client.api('PUT', '/v1/seller-data', {
    ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29', country: 'DE' },
    ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', taxNumber: '12/345/67890' },
  })
  await sql`update seller_bank set changed_at = now() - interval '30 days' where account_id = ${person.id}`.execute(
    app.deps.db,
  )
  return person
}

async function bought({ client }: Person, country: string, body: object = {}) {
  const answer = await client.api('GET', '/v1/cart/view')
  const { finalPrice } = answer.json<{ items: { cart: Cart } }>().items.cart
  const order = await client.api('POST', '/v1/orders', {
    ...{ country, consentImmediate: true, consentWaiver: true, expectedTotal: finalPrice, ...body },
  })
  expect([order.status, order.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = order.json<{ reference: string; redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: finalPrice })
  const { total, tax } = (await client.api('GET', `/v1/orders/${reference}`)).json<Order>()
  return { reference, cart: finalPrice, total, tax }
}

async function ledger(account: string): Promise<number> {
  return (await balancesOf(app.deps.db, account))[0]?.balanceCents ?? 0
}

async function documentsOf({ client }: Person, side: string): Promise<TaxDocument[]> {
  const answer = await client.api('GET', `/v1/invoices?world=de&side=${side}`)
  return answer.json<{ documents: TaxDocument[] }>().documents
}

test('a day of accounts: from the cart to the bank and the one-stop shop, to the cent', async () => {
  const [author, buyer, teacher] = [await seller(), await member(app, 'school'), await member(app, 'teacher')]
  const finance = await member(app, 'finance', { role: 'finance' })
  const [worksheet, cards] = [
    await materialRow(app, { authorId: author.id, price: 1000 }),
    await materialRow(app, { authorId: author.id, price: 501 }),
  ]
  const stations: [station: string, cents: number, byHand: number][] = []
  const say = (station: string, cents: number | undefined, byHand: number) =>
    stations.push([station, (cents ?? Number.NaN) + 0, byHand])

  await buyer.client.api('POST', '/v1/cart/items', { materialId: worksheet, licence: 'school' })
  await buyer.client.api('POST', '/v1/cart/items', { materialId: cards })
  const first = await bought(buyer, 'AT', school)
  // Four times 10.00 for a school, and 5.01.
  say('the school’s cart', first.cart, 4501)
  say('the school’s order', first.total, 4501)
  say('20 % Austrian tax in it', first.tax, 750)
  await teacher.client.api('POST', '/v1/cart/items', { materialId: cards })
  const second = await bought(teacher, 'DE')
  say('the teacher’s order', second.total, 501)
  say('19 % German tax in it', second.tax, 80)
  // 70 % of 33.33, of 4.18 and of 4.21.
  const shares = 2333 + 293 + 295
  say('owed to the author', -(await ledger(`author:${author.id}`)), shares)
  say('our commission', -(await ledger('platform:commission')), 1000 + 125 + 126)

  const items = [{ materialId: cards, amount: 100 }]
  const path = `/v1/orders/${first.reference}/refunds`
  const refund = await finance.client.api('POST', path, { reason: 'Datei beschädigt', items })
  say('back to the school', refund.json<{ amount: number }>().amount, 100)
  say('of it tax', refund.json<{ tax: number }>().tax, 17)
  const papers = await documentsOf(buyer, 'buyer')
  say('the school’s invoice less its correction', sumCents(papers.map(({ total }) => total)), 4401)
  say('tax in both', sumCents(papers.map(({ tax }) => tax)), 733)
  const { sales } = (await author.client.api('GET', '/v1/sales')).json<{ sales: Sale[] }>()
  say('the author’s sales', sumCents(sales.map(({ authorShare }) => authorShare)), shares - 58)
  say('what the provider holds', await ledger('provider:sandbox'), 4501 + 501 - 100)
  say('Austrian tax in the books', -(await ledger('tax:AT')), 733)
  say('German tax in the books', -(await ledger('tax:DE')), 80)
  say('our commission after it', -(await ledger('platform:commission')), 1000 + 125 + 126 - 25)

  const now = new Date()
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
  await issueMonth(app.deps, 'de', monthBefore(nextMonth, 'Europe/Berlin'))
  const ofMonth = await documentsOf(author, 'author')
  say('documents of the month', ofMonth.length, 1)
  say('credit note of the month', ofMonth[0]?.total, shares - 58)

  const free = new Date(now.getTime() + (payoutHoldDays + 1) * 86_400_000)
  await makePayoutsOf(app.deps.db, { id: author.id, world: 'de' }, free)
  const payout = (await author.client.api('GET', '/v1/payouts')).json<OwnPayouts>().payouts[0]
  say('the payout', payout?.amount, shares - 58)
  await finance.client.api('POST', `/v1/payouts/${payout?.reference}/approval`, {})
  const batch = await finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })
  const file = await finance.client.api('GET', `/v1/payout-batches/${batch.json<{ id: number }>().id}/file`)
  say(
    'the file for the bank',
    Math.round(Number(/<CtrlSum>([\d.]+)</.exec(file.text)?.[1]) * 100),
    shares - 58,
  )
  await finance.client.api('POST', `/v1/payouts/${payout?.reference}/paid`, {})
  say('left our bank', -(await ledger('bank')), shares - 58)
  say('owed to the author after it', -(await ledger(`author:${author.id}`)), 0)

  const quarter = `${now.getUTCFullYear()}-${Math.floor(now.getUTCMonth() / 3) + 1}`
  const report = (
    await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)
  ).json<OssReport>()
  const declared = (rows: OssReport['oss'], country: string) => rows.find((row) => row.country === country)
  say('one-stop shop, Austria: net', declared(report.oss, 'AT')?.netCents, 4401 - 733)
  say('one-stop shop, Austria: tax', declared(report.oss, 'AT')?.taxCents, 733)
  say('declared at home: tax', declared(report.others, 'DE')?.taxCents, 80)
  const csv = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}&format=csv`)
  expect(csv.text).toMatch(/AT;.*7[.,]33/)
  expect(report.differences).toEqual([])

  const width = Math.max(...stations.map(([station]) => station.length))
  const lines = stations.map(([station, cents, byHand]) =>
    [station.padEnd(width), String(cents).padStart(6), String(byHand).padStart(6)].join('  '),
  )
  process.stdout.write(`\n${'station'.padEnd(width)}   cents  by hand\n${lines.join('\n')}\n`)
  expect(stations.map(([station, cents]) => [station, cents])).toEqual(
    stations.map(([station, , byHand]) => [station, byHand]),
  )
  const { rows } = await sql`select 1 from ledger_entry group by world, transaction_id, currency
    having sum(amount_cents) <> 0`.execute(app.deps.db)
  expect(rows).toEqual([])
})
