import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, materialRow, member, type Person, type TestApp } from '../support/app.ts'
import { openBuiltApp } from '../support/built-app.ts'
import { createClient } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/* What pages of money say, as they come without a script. */

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openBuiltApp()
  app.deps.env.siteUrl = app.base
  seller = await member(app, 'pages-seller', { isSeller: true })
}, 600_000)
afterAll(() => app.close())

test('nothing leaves a cart without a word: cart and payment say why, until it was seen', async () => {
  const author = await member(app, 'pages-author', { isSeller: true })
  const own = await materialRow(app, { authorId: author.id, title: 'Selbst gemacht' })
  const had = await materialRow(app, { authorId: seller.id, price: 0, title: 'Schon geholt' })
  const other = await materialRow(app, { authorId: seller.id, title: 'Ganz neu' })
  const claimed = await author.client.api('POST', `/v1/materials/${had}/claim`, {})
  expect(claimed.status).toBeLessThan(300)
  await app.deps.db.updateTable('material').set({ price_cents: 700 }).where('id', '=', had).execute()
  const browser = createClient(app.base)
  for (const materialId of [own, had, other]) await browser.api('POST', '/v1/cart/items', { materialId })
  await logIn(browser, author.email)
  for (const page of ['/de/warenkorb', '/de/zahlung']) {
    const { text } = await browser.get(page)
    expect(text).toContain('„Selbst gemacht“ ist von dir.')
    expect(text).toContain('„Schon geholt“ hast du schon.')
    expect(text).not.toMatch(/„Ganz neu“ (ist|hast)/)
  }
  const seen = await browser.submit('/de/warenkorb', {
    ...{ intent: 'remove-from-cart', materialId: String(had) },
  })
  // Nor is it offered to put that in again.
  const after = await browser.get(seen.headers.location ?? '')
  expect(after.text).not.toContain('Schon geholt')
  expect(after.text).toContain('„Selbst gemacht“ ist von dir.')
  browser.close()
})

test('a purchase is withdrawn from in two steps, and the second one names it', async () => {
  const page = '/de/konto/rechnungen-und-steuerdokumente'
  const sale = await sold(app, { sellers: [seller], prices: [399, 250] })
  const { client, email } = sale.buyer
  const first = await client.get(page)
  expect(first.text).not.toContain('value="withdraw"')
  const link = new RegExp(`href="([^"#]*withdraw=${sale.reference})#withdraw"`).exec(first.text)?.[1] ?? ''
  const second = await client.get(link)
  for (const fact of ['value="withdraw"', '6,49', email]) expect(second.text).toContain(fact)
  const done = await client.submit(page, { intent: 'withdraw', reference: sale.reference })
  expect([done.status, done.headers.location]).toEqual([303, `${page}#withdrawn`])
  expect((await client.get(page)).text).not.toContain(`withdraw=${sale.reference}`)
})

test('a page of finance says to others that it is not theirs, not that it is lost', async () => {
  const { client } = await member(app, 'pages-curious')
  const { status, text } = await client.get('/de/console/gutscheine')
  const title = /<title>([^<]*)/.exec(text)?.[1]
  expect([status, title]).toEqual([403, 'Kein Zugriff | Aularium'])
})

test('a draft has no price before its author says so', async () => {
  const draft = await materialRow(app, {
    ...{ authorId: seller.id, price: 0, title: 'Angefangen', status: 'draft' },
  })
  const free = await materialRow(app, { authorId: seller.id, price: 0, title: 'Verschenkt' })
  const { text } = await seller.client.get('/de/konto/verkauf')
  const line = (title: string) => text.split('<li class="line"').find((part) => part.includes(title)) ?? ''
  expect(line('Angefangen')).toContain('Noch ohne Preis')
  expect(line('Verschenkt')).not.toContain('Noch ohne Preis')
  const priceOf = async (id: number) => {
    const form = await seller.client.get(`/de/konto/verkauf/bearbeiten/${id}`)
    expect(form.status).toBe(200)
    const field = /<input[^>]*name="price"[^>]*>/.exec(form.text)?.[0] ?? ''
    expect(field).toContain('inputmode="decimal"')
    return /value="([^"]*)"/.exec(field)?.[1]
  }
  expect(await priceOf(draft)).toBeUndefined()
  expect(await priceOf(free)).toBe('0,00')
  await sql`update material set price_cents = 250, is_price_said = true where id = ${draft}`.execute(
    app.deps.db,
  )
  expect(await priceOf(draft)).toBe('2,50')
})

test('who has a material is asked for a question, not for one before buying', async () => {
  const id = await materialRow(app, { authorId: seller.id, title: 'Fragen erlaubt' })
  const { headers } = await createClient(app.base).get(`/de/material/${id}/x`)
  const { text } = await createClient(app.base).get(headers.location ?? '')
  expect(text).toContain('Frage zum Material stellen')
})

test('a business sees what it pays before it orders, and nothing it typed is lost', async () => {
  app.deps.vatIds = { ask: async () => ({ isValid: true, name: null, proof: null }) }
  const { client } = await member(app, 'pages-business')
  const materialId = await materialRow(app, { authorId: seller.id, price: 1200 })
  await client.api('POST', '/v1/cart/items', { materialId })
  const typed = {
    ...{ billingName: 'Ina Käufer', billingOrganisation: 'Schulverlag', billingStreet: 'Waldweg 3' },
    ...{ billingPostcode: '1010', billingCity: 'Wien', billingVatId: 'ATU13585627' },
  }
  const shown = await client.submit('/de/zahlung', { intent: 'choose-country', country: 'AT', ...typed })
  expect(shown.status).toBe(200)
  for (const text of Object.values(typed)) expect(shown.text).toContain(`value="${text}"`)
  expect(/<input[^>]*name="expectedTotal"[^>]*>/.exec(shown.text)?.[0]).toContain('value="1000"')
  const ordered = await client.submit('/de/zahlung', {
    ...{ intent: 'pay', country: 'AT', expectedTotal: '1000', expectedCredits: '0' },
    ...{ consentImmediate: '1', consentWaiver: '1', ...typed },
  })
  expect(ordered.status, ordered.text).toBe(303)
})
