import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoicePurchase, payoutHoldDays } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { taxDocumentContentSchema } from '#shop/money/invoices/rules/contract.ts'
import type { OpenInvoice } from '#shop/money/orders/rules/contract.ts'
import { remindInvoices } from '#shop/money/orders/server/documents/invoice-reminders.ts'
import { balancesOf } from '#shop/money/orders/server/service.ts'
import { sellerAccounts } from '#shop/money/payouts/server/making.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** Schools that pay later: who may, what they get at once, whose money it is until it came, and what becomes of it. */

let app: TestApp
let seller: Person
let finance: Person
let names = 0
const dayMs = 86_400_000

beforeAll(async () => {
  app = await openTestApp({ environment: { COMPANY_VAT_ID: 'DE136695976' } })
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

const billing = {
  ...{ billingName: 'Ina Käufer', billingOrganisation: 'Grundschule am Wald', billingStreet: 'Waldweg 3' },
  billingReference: '991-03730-19',
  ...{ billingPostcode: '04103', billingCity: 'Leipzig' },
}
const wanted = { country: 'DE', consentImmediate: true, consentWaiver: true, method: 'invoice', ...billing }

async function school(): Promise<number> {
  names += 1
  const { id } = await app.deps.db
    .insertInto('school')
    .values({ world: 'de', name: `Schule ${names}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function teacher(schoolId?: number, isVerified = true): Promise<Person> {
  names += 1
  const person = await member(app, `teacher-${names}`)
  await app.deps.db
    .insertInto('school_account')
    .values({
      ...{ account_id: person.id, world: 'de', school_id: schoolId ?? (await school()) },
      ...{ role: 'member', is_verified: isVerified },
    })
    .execute()
  return person
}

async function put({ client }: Person, price: number): Promise<number> {
  const materialId = await materialRow(app, { authorId: seller.id, price })
  expect((await client.api('POST', '/v1/cart/items', { materialId })).status).toBe(200)
  return materialId
}

function order({ client }: Person, expectedTotal: number, body: Record<string, unknown> = {}) {
  return client.api('POST', '/v1/orders', { ...wanted, expectedTotal, ...body })
}

async function bought(person: Person, price: number) {
  const materialId = await put(person, price)
  const answer = await order(person, price)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  const row = await app.deps.db
    .selectFrom('purchase_order')
    .select(['id', 'status', 'number'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { materialId, reference, redirectUrl, orderId: row.id, status: row.status, number: row.number }
}

async function owns({ client }: Person, materialId: number): Promise<boolean> {
  const { materials } = (await client.api('GET', '/v1/bought-materials')).json<{
    materials: { material: { id: number } }[]
  }>()
  return materials.some(({ material }) => material.id === materialId)
}

async function open(): Promise<OpenInvoice[]> {
  const answer = await finance.client.api('GET', '/v1/invoice-purchases')
  return answer.json<{ invoices: OpenInvoice[] }>().invoices
}

async function balance(account: string): Promise<number> {
  return (
    (await balancesOf(app.deps.db, account)).find(({ currency }) => currency === 'EUR')?.balanceCents ?? 0
  )
}

/** What of the seller's balance may not be paid out yet, and all of it, so many days from now. */
async function held(days: number) {
  const accounts = await sellerAccounts(app.deps.db, seller.id, new Date(Date.now() + days * dayMs))
  const { pendingCents = 0, balanceCents = 0 } = accounts.find(({ currency }) => currency === 'EUR') ?? {}
  return { pendingCents, balanceCents }
}

function paid({ reference }: { reference: string }, amount: number, who = finance) {
  return who.client.api('POST', `/v1/invoice-purchases/${reference}/paid`, { amount })
}

async function dueSince(orderId: number, days: number, remindedDays?: number): Promise<void> {
  await app.deps.db
    .updateTable('invoice_purchase')
    .set({
      due_at: new Date(Date.now() - days * dayMs),
      ...(remindedDays !== undefined && { reminded_at: new Date(Date.now() - remindedDays * dayMs) }),
    })
    .where('order_id', '=', orderId)
    .execute()
}

async function mails(template: string, to: Person): Promise<{ subject: string; text: string }[]> {
  return await app.deps.db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('template', '=', template)
    .where('recipient', '=', to.email)
    .orderBy('id')
    .execute()
}

describe('who may', () => {
  test('strangers to schools and unproven members are neither offered it nor served', async () => {
    names += 1
    for (const person of [await member(app, `private-${names}`), await teacher(undefined, false)]) {
      await put(person, 1000)
      const options = await person.client.api('GET', '/v1/payments/options')
      expect(options.json<{ methods: string[] }>().methods).toEqual(['test'])
      const answer = await order(person, 1000)
      expect([answer.status, answer.json()]).toMatchObject([
        422,
        { error: { fields: { method: 'invalid' } } },
      ])
    }
  })

  test('a proven member is, with the school’s address', async () => {
    const person = await teacher()
    await put(person, 1000)
    const options = await person.client.api('GET', '/v1/payments/options')
    expect(options.json<{ methods: string[] }>().methods).toEqual(['test', 'invoice'])
    const nameless = await order(person, 1000, { billingOrganisation: '' })
    expect([nameless.status, nameless.json()]).toMatchObject([
      422,
      { error: { fields: { billingOrganisation: 'required' } } },
    ])
    expect((await order(person, 1000)).status).toBe(201)
  })

  test('colleagues share the limit of their school, also when they order in the same moment', async () => {
    const schoolId = await school()
    const most = invoicePurchase.openCents.EUR
    const people = await Promise.all(Array.from({ length: 4 }, () => teacher(schoolId)))
    for (const person of people) await put(person, most / 2)
    const answers = await Promise.all(people.map((person) => order(person, most / 2)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422])
  })

  test('not while a colleague’s invoice is overdue', async () => {
    const schoolId = await school()
    const { orderId } = await bought(await teacher(schoolId), 500)
    await dueSince(orderId, 1)
    const colleague = await teacher(schoolId)
    await put(colleague, 500)
    expect((await order(colleague, 500)).status).toBe(422)
    await dueSince(orderId, -1)
    expect((await order(colleague, 500)).status).toBe(201)
  })
})

describe('the purchase', () => {
  test('delivers at once, with an invoice that says what to transfer', async () => {
    const person = await teacher()
    const sale = await bought(person, 2380)
    expect(sale).toMatchObject({ status: 'paid', redirectUrl: expect.stringContaining('rechnungskauf') })
    expect(await owns(person, sale.materialId)).toBe(true)
    const row = await app.deps.db
      .selectFrom('tax_document')
      .select(['id', 'content'])
      .where('order_id', '=', sale.orderId)
      .executeTakeFirstOrThrow()
    const { due } = taxDocumentContentSchema.parse(row.content)
    expect(due).toMatchObject({ cents: 2380, iban: app.deps.env.payoutAccount.iban })
    const days = (new Date(due?.at ?? '').getTime() - Date.now()) / dayMs
    expect(Math.round(days)).toBe(invoicePurchase.dueDays)
    const xml = await person.client.api('GET', `/v1/invoices/${row.id}/file?format=xml`)
    expect(xml.text).toContain('<ram:DuePayableAmount>23.80</ram:DuePayableAmount>')
    expect(xml.text).toContain('<ram:IBANID>DE89370400440532013000</ram:IBANID>')
    expect(xml.text).toContain('<ram:BuyerReference>991-03730-19</ram:BuyerReference>')
    const pdf = await person.client.api('GET', `/v1/invoices/${row.id}/file`)
    expect(pdf.status).toBe(200)
    const [mail] = await mails('order-paid', person)
    expect(mail?.text).toContain('DE89 3704 0044 0532 0130 00')
    expect(mail?.text).toContain(sale.number)
  })

  test('pressed twice, it is one order', async () => {
    const person = await teacher()
    await put(person, 900)
    const answers = await Promise.all([order(person, 900), order(person, 900)])
    const references = answers.map((answer) => answer.json<{ reference: string }>().reference)
    expect(new Set(references).size).toBe(1)
    expect((await open()).filter(({ buyer }) => buyer.email === person.email)).toHaveLength(1)
  })

  test('a payment that was begun at the provider is closed', async () => {
    const person = await teacher()
    await put(person, 900)
    const first = await order(person, 900, { method: 'provider' })
    const providerReference = first.json<{ redirectUrl: string }>().redirectUrl.split('/').at(-1) ?? ''
    expect((await order(person, 900)).json()).toMatchObject({
      redirectUrl: expect.stringContaining('rechnungskauf'),
    })
    const payment = await app.deps.db
      .selectFrom('sandbox_payment')
      .select('status')
      .where('reference', '=', providerReference)
      .executeTakeFirstOrThrow()
    expect(payment.status).toBe('cancelled')
  })

  test('credit pays its part first', async () => {
    const person = await teacher()
    await finance.client.api('POST', '/v1/credits', { accountId: person.id, amount: 300 })
    await put(person, 1000)
    expect((await order(person, 700)).status).toBe(201)
    expect((await open()).find(({ buyer }) => buyer.email === person.email)?.open).toBe(700)
  })
})

describe('the money', () => {
  test('the author’s share waits for it however long, and is free once finance has seen it', async () => {
    const before = await held(payoutHoldDays + 60)
    const sale = await bought(await teacher(), 1190)
    const share = 700
    const later = await held(payoutHoldDays + 60)
    expect(later.balanceCents - before.balanceCents).toBe(share)
    expect(later.pendingCents - before.pendingCents).toBe(share)
    const owed = await balance('provider:invoice')
    const bank = await balance('bank')
    expect((await paid(sale, 1000)).status).toBe(409)
    expect((await paid(sale, 1190)).status).toBe(200)
    expect((await paid(sale, 1190)).status).toBe(409)
    expect(await balance('provider:invoice')).toBe(owed - 1190)
    expect(await balance('bank')).toBe(bank + 1190)
    expect(await held(payoutHoldDays + 60)).toEqual({ ...later, pendingCents: before.pendingCents })
  })

  test('said by two people at once it is booked once', async () => {
    const sale = await bought(await teacher(), 600)
    const bank = await balance('bank')
    const answers = await Promise.all([paid(sale, 600), paid(sale, 600)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balance('bank')).toBe(bank + 600)
  })

  test('only finance says so, and sees the list', async () => {
    const person = await teacher()
    const sale = await bought(person, 600)
    for (const who of [person, seller]) {
      expect((await paid(sale, 600, who)).status).toBe(403)
      expect((await who.client.api('GET', '/v1/invoice-purchases')).status).toBe(403)
    }
  })

  test('a part that is taken back before it was paid is owed no more; nothing is sent', async () => {
    const person = await teacher()
    const sale = await bought(person, 1000)
    const owed = await balance('provider:invoice')
    const answer = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, {
      ...{ items: [{ materialId: sale.materialId, amount: 400 }], reason: 'Preis falsch', keepsAccess: true },
    })
    expect(answer.json()).toMatchObject({ status: 'succeeded', amount: 400 })
    expect(await balance('provider:invoice')).toBe(owed - 400)
    expect((await paid(sale, 1000)).status).toBe(409)
    expect((await paid(sale, 600)).status).toBe(200)
    const [mail] = await mails('order-refunded', person)
    expect(mail?.text).toContain('nicht mehr zu bezahlen')
  })

  test('what nobody pays is taken back by a person: access, shares and invoice', async () => {
    const before = await held(0)
    const person = await teacher()
    const sale = await bought(person, 1190)
    const answer = await finance.client.api('POST', `/v1/invoice-purchases/${sale.reference}/give-up`, {
      reason: 'Schule geschlossen',
    })
    expect(answer.status).toBe(200)
    expect(await owns(person, sale.materialId)).toBe(false)
    expect(await held(0)).toEqual(before)
    expect((await open()).some(({ reference }) => reference === sale.reference)).toBe(false)
    expect((await paid(sale, 1190)).status).toBe(409)
    const { rows } = await sql<{ sum: number }>`
      select sum(e.amount_cents)::integer as sum from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.order_id = ${sale.orderId} and e.ledger_account = 'provider:invoice'`.execute(app.deps.db)
    expect(rows).toEqual([{ sum: 0 }])
  })
})

describe('a transfer of another sum', () => {
  const arrived = ({ reference }: { reference: string }, amount: number, received: number) =>
    finance.client.api('POST', `/v1/invoice-purchases/${reference}/paid`, { amount, received })
  const tasks = async (kind: 'overpaid' | 'transfer_back', reference: string) =>
    (await app.deps.db.selectFrom('operator_task').select('detail').where('kind', '=', kind).execute())
      .map(({ detail }) => detail as { orderReference?: string; amount?: number })
      .filter((detail) => detail.orderReference === reference)
      .map(({ amount }) => amount)

  test('is booked; the rest stays open, is what reminders ask for, and both sides are told', async () => {
    const person = await teacher()
    const sale = await bought(person, 1190)
    const before = { bank: await balance('bank'), owed: await balance('provider:invoice') }
    expect((await arrived(sale, 1190, 500)).json()).toMatchObject({ amount: 500, open: 690 })
    // A second click saw another sum.
    expect((await arrived(sale, 1190, 500)).status).toBe(409)
    expect((await open()).find(({ reference }) => reference === sale.reference)).toMatchObject({
      ...{ open: 690, received: 500 },
    })
    await dueSince(sale.orderId, invoicePurchase.firstReminderDays + 1)
    await remindInvoices(app.deps)
    expect((await mails('invoice-reminder', person))[0]?.text).toContain('6,90')
    expect((await arrived(sale, 690, 690)).json()).toMatchObject({ amount: 690, open: 0 })
    expect(await balance('bank')).toBe(before.bank + 1190)
    expect(await balance('provider:invoice')).toBe(before.owed - 1190)
    const sent = await mails('transfer-booked', person)
    expect(sent.map(({ text }) => /6,90/.test(text))).toEqual([true, true])
    const { documents } = (await person.client.api('GET', '/v1/invoices')).json<{
      documents: { kind: string; total: number; tax: number }[]
    }>()
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', 690],
      ['receipt', 500],
      ['invoice', 1190],
    ])
  })

  test('that is too much pays the invoice; the surplus is owed, and a person’s task', async () => {
    const person = await teacher()
    const sale = await bought(person, 600)
    const before = { bank: await balance('bank'), owed: await balance('owed:buyers') }
    expect((await arrived(sale, 600, 1000)).json()).toMatchObject({ amount: 1000, open: 0 })
    expect(await balance('bank')).toBe(before.bank + 1000)
    expect(await balance('owed:buyers')).toBe(before.owed - 400)
    expect(await tasks('overpaid', sale.reference)).toEqual([400])
    expect((await mails('transfer-booked', person))[0]?.text).toContain('4,00')
  })

  test('and then a refund: what is open becomes less first, what was paid goes back by hand', async () => {
    const sale = await bought(await teacher(), 1000)
    await arrived(sale, 1000, 700)
    const owed = await balance('owed:buyers')
    const answer = await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, {
      reason: 'Kaputte Datei',
    })
    expect(answer.json()).toMatchObject({ status: 'succeeded', amount: 1000 })
    expect(await balance('owed:buyers')).toBe(owed - 700)
    expect(await tasks('transfer_back', sale.reference)).toEqual([700])
    const { rows } = await sql<{ sum: number }>`
      select sum(e.amount_cents)::integer as sum from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.order_id = ${sale.orderId} and e.ledger_account = 'provider:invoice'`.execute(app.deps.db)
    expect(rows).toEqual([{ sum: 0 }])
  })

  test('is typed into a plain form', async () => {
    const sale = await bought(await teacher(), 1000)
    const form = { intent: 'invoice-paid', reference: sale.reference, amount: '1000' }
    const desk = url('operator-tasks', { world: 'de' })
    const part = await finance.client.submit(desk, { ...form, typedReceived: '2,5' })
    expect([part.status, part.headers.location]).toEqual([303, expect.stringContaining('#invoice-partly')])
    const whole = { ...form, amount: '750' }
    for (const typedReceived of ['0', '-1', 'viel', '1,234'])
      expect((await finance.client.submit(desk, { ...whole, typedReceived })).status).toBe(422)
    const rest = await finance.client.submit(desk, whole)
    expect(rest.headers.location).toContain('#invoice-paid')
  })
})

test('reminders: twice, then a person; never before the day, never twice for one moment', async () => {
  const person = await teacher()
  const sale = await bought(person, 800)
  const remind = async () => {
    await remindInvoices(app.deps)
    return (await mails('invoice-reminder', person)).length
  }
  expect(await remind()).toBe(0)
  await dueSince(sale.orderId, invoicePurchase.firstReminderDays + 1)
  expect(await remind()).toBe(1)
  expect(await remind()).toBe(1)
  await dueSince(sale.orderId, 30, invoicePurchase.nextReminderDays + 1)
  expect(await remind()).toBe(2)
  await dueSince(sale.orderId, 50, invoicePurchase.nextReminderDays + 1)
  expect(await remind()).toBe(2)
  const tasks = await app.deps.db
    .selectFrom('operator_task')
    .select('cause')
    .where('kind', '=', 'invoice_overdue')
    .execute()
  expect(tasks).toEqual([{ cause: `invoice_overdue:order:${sale.orderId}` }])
  expect(await owns(person, sale.materialId)).toBe(true)
})
