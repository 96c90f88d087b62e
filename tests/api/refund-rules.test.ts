import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Sale, sold } from '../support/till.ts'

/** What authors grant beyond the law, and what their buyers ask for. */

let app: TestApp
let author: Person
let stranger: Person
let finance: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'seller', { isSeller: true })
  stranger = await member(app, 'other-seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

async function grants(days: string, afterDownload = false): Promise<void> {
  expect((await author.client.api('PUT', '/v1/refund-rule', { days, afterDownload })).status).toBe(200)
}
const pathOf = ({ reference }: Sale, step = '') => `/v1/orders/${reference}/refund-requests${step}`
const lineOf = ({ materialIds }: Sale) => ({ materialId: materialIds[0] ?? 0 })
const ask = (sale: Sale, by = sale.buyer) =>
  by.client.api('POST', pathOf(sale), { ...lineOf(sale), reason: 'Passt nicht zu meiner Klasse.' })
const decide = (sale: Sale, by: Person, step: 'grant' | 'decline', answer?: string) =>
  by.client.api('POST', pathOf(sale, `/${step}`), { ...lineOf(sale), ...(answer && { answer }) })
const sale = (buyer?: Person) => sold(app, { sellers: [author], prices: [399], ...(buyer && { buyer }) })
async function refunded({ orderId }: Sale): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from refund where order_id = ${orderId}`.execute(
    app.deps.db,
  )
  return rows[0]?.cents ?? 0
}
async function mailsTo(person: Person): Promise<string[]> {
  const { db } = app.deps
  const rows = await db.selectFrom('mail').select('template').where('recipient', '=', person.email).execute()
  return rows.map(({ template }) => template)
}

test('inside the rule of the day of the sale the money goes back at once, once, however often it is asked for', async () => {
  await grants('14')
  const bought = await sale()
  await grants('none')
  const answers = await Promise.all([ask(bought), ask(bought), ask(bought)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 201)?.json()).toEqual({ status: 'granted' })
  expect(await refunded(bought)).toBe(399)
  expect(await mailsTo(bought.buyer)).toContain('order-refunded')
})

test('a download ends the rule, unless the author grants more', async () => {
  const outcomes: string[] = []
  for (const afterDownload of [false, true]) {
    await grants('7', afterDownload)
    const bought = await sale()
    await sql`update entitlement set downloaded_at = now() where account_id = ${bought.buyer.id}`.execute(
      app.deps.db,
    )
    outcomes.push((await ask(bought)).json<{ status: string }>().status)
  }
  expect(outcomes).toEqual(['open', 'granted'])
})

test('outside of a rule the author decides, with a reason; finance may grant what was declined', async () => {
  await grants('none')
  const bought = await sale()
  expect((await ask(bought)).json()).toEqual({ status: 'open' })
  expect(await mailsTo(author)).toContain('refund-asked')
  const page = await author.client.api('GET', '/v1/refund-requests')
  expect(page.json<{ requests: { reference: string }[] }>().requests.map((each) => each.reference)).toContain(
    bought.reference,
  )
  expect((await decide(bought, stranger, 'grant')).status).toBe(404)
  expect((await decide(bought, bought.buyer, 'grant')).status).toBe(403)
  expect((await decide(bought, author, 'decline', '   ')).status).toBe(422)
  expect((await decide(bought, author, 'decline', 'Das Material ist in Ordnung.')).status).toBe(200)
  expect((await decide(bought, author, 'grant')).status).toBe(409)
  expect(await mailsTo(bought.buyer)).toContain('refund-declined')
  expect(await refunded(bought)).toBe(0)
  expect((await decide(bought, finance, 'grant')).json()).toEqual({ status: 'granted' })
  expect((await decide(bought, finance, 'grant')).status).toBe(404)
  expect(await refunded(bought)).toBe(399)
})

test('the desk of finance decides by form in the author’s place, and both sides hear of it; never about its own money', async () => {
  await grants('none')
  const [declined, granted, own] = [await sale(), await sale(), await sale(finance)]
  for (const each of [declined, granted, own]) expect((await ask(each)).json()).toEqual({ status: 'open' })
  const desk = url('operator-tasks', { world: 'de' })
  const send = (of: Sale, intent: string, answer = '') =>
    finance.client.submit(desk, {
      ...{ reference: of.reference, materialId: String(lineOf(of).materialId), answer, intent },
    })
  // Without words nobody is told no.
  expect((await send(declined, 'decline-refund')).status).toBe(422)
  const answers = [
    await send(declined, 'decline-refund', 'Das Material entspricht der Beschreibung.'),
    await send(granted, 'grant-refund'),
  ]
  expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
    [303, `${desk}#refund-decided`],
    [303, `${desk}#refund-decided`],
  ])
  expect(await mailsTo(declined.buyer)).toContain('refund-declined')
  expect(await mailsTo(granted.buyer)).toContain('order-refunded')
  expect(await mailsTo(author)).toEqual(expect.arrayContaining(['refund-closed', 'sale-refunded']))
  expect([await refunded(declined), await refunded(granted)]).toEqual([0, 399])
  expect((await decide(own, finance, 'grant')).status).toBe(403)
  expect((await declined.buyer.client.submit(desk, { intent: 'grant-refund' })).status).toBe(403)
  const list = await finance.client.api('GET', '/v1/refund-requests?of=all')
  const shown = list.json<{ requests: { reference: string }[] }>().requests.map(({ reference }) => reference)
  expect(shown).toContain(declined.reference)
  expect(shown).not.toContain(own.reference)
})

test('an order of somebody else, a line that is not in it, and words of nothing are refused', async () => {
  const bought = await sale()
  expect((await ask(bought, stranger)).status).toBe(404)
  const other = { materialId: 999_999, reason: 'Passt nicht.' }
  expect((await bought.buyer.client.api('POST', pathOf(bought), other)).status).toBe(409)
  expect(
    (await bought.buyer.client.api('POST', pathOf(bought), { ...lineOf(bought), reason: '\u0000  ' })).status,
  ).toBe(422)
})

test('who gives back much is answered by the author, not by the rule', async () => {
  await grants('30', true)
  const buyer = await member(app, 'much-returning')
  const outcomes: string[] = []
  for (let time = 0; time < 3; time++) {
    const bought = await sale(buyer)
    outcomes.push((await ask(bought)).json<{ status: string }>().status)
  }
  expect(outcomes).toEqual(['granted', 'granted', 'open'])
})
