import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import type { TaxDocument } from '#shop/money/invoices/rules/contract.ts'
import type { BoughtMaterial, Order, Sale as SaleSeen } from '#shop/money/orders/rules/contract.ts'
import { receivePaymentEvent } from '#shop/money/orders/server/payment/webhook.ts'
import { makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import type { OwnPayouts } from '#shop/money/payouts/server/service.ts'
import { logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'
import { pay, type Sale, sold } from '../support/till.ts'

/**
 * What hurts users of other shops, by the numbers of features.md (c), where no other test has it. Which tests have the
 * others: `tests/architecture/pains.test.ts`.
 */

let app: TestApp
let seller: Person
let finance: Person
let sheet: Buffer

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
  sheet = await pdf(3)
})
afterAll(() => app.close())

const free = new Date(Date.now() + (payoutHoldDays + 1) * 86_400_000)

const fields = {
  ...{ title: 'Bruchrechnung Klasse 6 – Brüche kürzen', description: 'Übungen mit Lösungen.', price: '2,50' },
  ...{
    subjects: 'de-mathematics',
    grades: '6',
    schoolTypes: 'sek1-gym',
    materialType: 'worksheet',
    isOwnWork: '1',
    aiUse: 'none',
  },
  ...{ language: 'de', keywords: 'Brüche, kürzen', action: 'publish' },
}

function form(): { body: Buffer; contentType: string } {
  const file = { fileName: 'brueche.pdf', mediaType: 'application/pdf', body: sheet }
  return multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'files', value: file },
  ])
}

async function headersOf({ client }: Person, contentType: string): Promise<Record<string, string>> {
  if (!client.cookies.has('csrf')) await client.get('/api/v1/csrf')
  return {
    ...{ 'Content-Type': contentType, Origin: new URL(app.base).origin, 'Sec-Fetch-Site': 'same-origin' },
    'X-CSRF-Token': client.cookies.get('csrf') ?? '',
  }
}

async function published(): Promise<number> {
  const { body, contentType } = form()
  const headers = await headersOf(seller, contentType)
  const answer = await seller.client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    headers,
    body,
  })
  expect(answer.json()).toMatchObject({ status: 'published' })
  return answer.json<{ materialId: number }>().materialId
}

async function knownSeller(name: string): Promise<Person> {
  const person = await member(app, name, { isSeller: true })
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

function refund(sale: Sale, items?: { materialId: number; amount?: number }[]) {
  const body = { reason: 'Datei beschädigt', ...(items && { items }) }
  return finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, body)
}

async function payoutsOf({ client }: Person): Promise<OwnPayouts> {
  return (await client.api('GET', '/v1/payouts')).json<OwnPayouts>()
}

/** Buys one published material with a file, as a member; its files are read and downloaded by nobody yet. */
async function boughtFile(name: string): Promise<{ person: Person; reference: string }> {
  const materialId = await published()
  const person = await member(app, name)
  await person.client.api('POST', '/v1/cart/items', { materialId })
  const answer = await person.client.api('POST', '/v1/orders', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 250 },
  })
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 250 })
  return { person, reference }
}

async function fileOf({ client }: Person): Promise<string> {
  const { materials } = (await client.api('GET', '/v1/bought-materials')).json<{
    materials: BoughtMaterial[]
  }>()
  return materials[0]?.files[0]?.downloadUrl ?? 'none'
}

async function count(from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(
    app.deps.db,
  )
  return rows[0]?.count ?? -1
}

test('pain 3: money says where it is: a refunded order, a bounced payout, and no other seller’s share', async () => {
  const [one, two] = [await knownSeller('honest-one'), await knownSeller('honest-two')]
  const sale = await sold(app, { sellers: [one, two], prices: [5000, 3000] })
  const seen = async () => (await sale.buyer.client.api('GET', `/v1/orders/${sale.reference}`)).json<Order>()
  await refund(sale, [{ materialId: sale.materialIds[0] ?? 0, amount: 1000 }])
  expect(await seen()).toMatchObject({ total: 8000, refunded: 1000 })
  await refund(sale, [{ materialId: sale.materialIds[0] ?? 0 }])
  expect(await seen()).toMatchObject({ total: 8000, refunded: 5000 })
  const sales = async ({ client }: Person) =>
    (await client.api('GET', '/v1/sales')).json<{ sales: SaleSeen[] }>().sales
  expect(
    (await sales(one)).map(({ price, authorShare, refunded }) => [price, authorShare, refunded]),
  ).toEqual([[5000, 0, 5000]])
  const own = await sales(two)
  expect(own.map(({ materialId }) => materialId)).toEqual([sale.materialIds[1]])
  expect(JSON.stringify(own)).not.toContain('ommission')

  expect(await makePayoutsOf(app.deps.db, { id: two.id, world: 'de' }, free)).toBe(1)
  const reference = (await payoutsOf(two)).payouts[0]?.reference ?? ''
  const step = (word: string) =>
    finance.client.api('POST', `/v1/payouts/${reference}/${word}`, { note: 'Rückläufer' })
  await step('approval')
  await finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })
  await step('paid')
  await step('failure')
  const { balances, payouts } = await payoutsOf(two)
  expect(payouts.map(({ status }) => status)).toEqual(['failed'])
  expect(balances[0]).toMatchObject({ balance: own[0]?.authorShare, onTheWay: 0, paid: 0 })
})

describe('pain 10: download links that are shared, and limits that hurt who is honest', () => {
  test('the buyer downloads as often and on as many devices as they like; a link that is passed on opens nothing', async () => {
    const { person } = await boughtFile('downloader')
    const link = await fileOf(person)
    const second = createClient(app.base)
    await logIn(second, person.email)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? second : person.client).get(link)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.every(({ body }) => body.equals(sheet))).toBe(true)
    const stranger = await member(app, 'with-a-link')
    const strange = await Promise.all(Array.from({ length: 20 }, () => stranger.client.get(link)))
    expect(new Set(strange.map(({ status }) => status))).toEqual(new Set([403]))
    // What strangers try counts for nobody.
    expect((await person.client.get(link)).status).toBe(200)
  })
})

test('pain 11: a login that ends while a file is on its way does not lose the file', async () => {
  const person = await member(app, 'slow-line')
  const { body, contentType } = form()
  const headers = await headersOf(person, contentType)
  const cookie = [...person.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { hostname, port } = new URL(app.base)
  const half = Math.floor(body.length / 2)
  const outgoing = request({
    ...{ hostname, port, method: 'POST', path: '/api/v1/materials?world=de' },
    headers: { ...headers, Cookie: cookie, 'Content-Length': String(body.length) },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.write(body.subarray(0, half))
  // The upload is let in: the first one makes its member an author, before the file is read.
  await expect
    .poll(() => count(sql`author_profile where account_id = ${person.id}`), { timeout: 60_000 })
    .toBe(1)
  await sql`delete from session where account_id = ${person.id}`.execute(app.deps.db)
  outgoing.end(body.subarray(half))
  const [incoming] = await answered
  const { statusCode: status } = incoming
  const text = Buffer.concat(await incoming.toArray()).toString()
  expect([status, JSON.parse(text)]).toMatchObject([201, { status: 'published' }])
})

test('pain 12: receipt and files are there with the payment, whatever still waits in the queue', async () => {
  // No worker runs in this app: nothing that is made later can have been made.
  const { person, reference } = await boughtFile('impatient')
  const link = await fileOf(person)
  expect((await person.client.get(link)).body.equals(sheet)).toBe(true)
  const { documents } = (await person.client.api('GET', '/v1/invoices?world=de&side=buyer')).json<{
    documents: TaxDocument[]
  }>()
  const paper = await person.client.api('GET', documents[0]?.file.replace('/api', '') ?? '')
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { rows } = await sql<{ template: string }>`select template from mail where recipient = ${person.email}
    and template = 'order-paid'`.execute(app.deps.db)
  expect(rows).toHaveLength(1)
  expect((await person.client.api('GET', `/v1/orders/${reference}`)).json()).toMatchObject({ status: 'paid' })
})

test('pain 13: refunds and disputes freeze no payout: what is there goes, and only a person with a reason holds it', async () => {
  const person = await knownSeller('unlucky')
  const sales: Sale[] = []
  for (let each = 0; each < 6; each += 1) sales.push(await sold(app, { sellers: [person], prices: [5000] }))
  for (const sale of sales.slice(0, 4)) expect((await refund(sale)).status).toBe(201)
  const disputed = sales[4]
  if (disputed === undefined) throw new Error('no sale')
  await receivePaymentEvent(app.deps, 'sandbox', {
    ...{ eventId: 'evt_unlucky', type: 'dispute.updated', providerReference: disputed.providerReference },
    ...{ disputeId: 'dp_unlucky', status: 'open', amountCents: 5000, currency: 'EUR', reason: 'fraudulent' },
    ...{ heldCents: 5000, feeCents: 1500 },
  })
  const tasks = await finance.client.api('GET', '/v1/operator-tasks')
  expect(tasks.text).toContain('dispute_open')
  expect(await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)).toBe(1)
  const [payout] = (await payoutsOf(person)).payouts
  expect(payout).toMatchObject({ status: 'draft', amount: 2 * 2941 })
  const hold = (note?: string) =>
    finance.client.api('POST', `/v1/payouts/${payout?.reference}/hold`, note === undefined ? {} : { note })
  expect((await hold()).status).toBe(422)
  expect((await hold('Wir fragen die Bank.')).status).toBe(200)
  const log = await finance.client.api('GET', `/v1/payouts/${payout?.reference}/log`)
  expect(log.text).toContain('Wir fragen die Bank.')
})
