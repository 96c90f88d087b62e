import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { receiveWithdrawal } from '#shop/money/withdrawals/server/receiving.ts'
import { member, type Person, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { createClient } from '../support/http-client.ts'
import { pay, sold } from '../support/till.ts'

/** Directive 2011/83/EU, article 11a: two steps without an account, and a receipt by mail that alone says what became of it. */
let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openEmptyBuiltApp()
  app.deps.env.siteUrl = app.base
  seller = await member(app, 'seller', { isSeller: true })
}, 600_000)
afterAll(() => app.close())

const page = url('withdrawal', { world: 'de' })
const at = () => new Date().toISOString()
const numberOf = async (id: number) =>
  (
    await app.deps.db
      .selectFrom('purchase_order')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).number ?? ''
const paidMail = (id: number) => `order-paid:de:${id}`

async function mailsTo(recipient: string) {
  return await app.deps.db
    .selectFrom('mail')
    .select(['template', 'text'])
    .where('recipient', '=', recipient)
    .where('template', 'in', ['withdrawal-statement', 'withdrawal-received'])
    .orderBy('id')
    .execute()
}
const statusOf = async (id: number) =>
  (await app.deps.db.selectFrom('refund').select('kind').where('order_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )

test('every page leads to it, and it needs no account and no script', async () => {
  const stranger = createClient(app.base)
  expect((await stranger.get(url('terms', { world: 'de' }))).text).toContain(`href="${page}"`)
  const first = await stranger.get(page)
  expect(first.status).toBe(200)
  expect(first.text).toContain('value="state-withdrawal"')
  const wrong = await stranger.submit(page, {
    intent: 'state-withdrawal',
    name: 'Eva',
    number: '',
    email: 'eva',
  })
  expect([wrong.status, wrong.text.includes('value="confirm-withdrawal"')]).toEqual([422, false])
  expect(wrong.text).toContain('value="Eva"')
  const typed = { name: 'Eva Muster', number: 'DE – 2026 – 000999', email: 'Eva@Aularium.example' }
  const second = await stranger.submit(page, { intent: 'state-withdrawal', ...typed })
  for (const fact of ['value="confirm-withdrawal"', 'Eva Muster', 'DE-2026-000999', 'Widerruf bestätigen'])
    expect(second.text).toContain(fact)
  expect(await mailsTo('eva@aularium.example')).toEqual([])
  const done = await stranger.submit(page, { intent: 'confirm-withdrawal', ...typed })
  expect([done.status, done.headers.location]).toEqual([303, `${page}#received`])
  stranger.close()
})

test('the answer is the same for an order that exists and one that does not', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [399] })
  const call = async (number: string, email: string) => {
    const answer = await createClient(app.base).api('POST', '/v1/withdrawals', { name: 'Eva', number, email })
    return [answer.status, Object.keys(answer.json<object>())]
  }
  const known = await call(await numberOf(sale.orderId), sale.buyer.email)
  expect(known).toEqual([202, ['receivedAt']])
  expect(await call('DE-2026-999999', sale.buyer.email)).toEqual(known)
  expect(await call(await numberOf(sale.orderId), 'fremd@aularium.example')).toEqual(known)
})

test('while the right lasts all goes back, once, with a receipt of what was declared and when', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [399, 250] })
  const number = (await numberOf(sale.orderId)).toLowerCase()
  const statement = { name: 'Eva Muster', number, email: sale.buyer.email, world: 'de' as const, at: at() }
  await receiveWithdrawal(app.deps, statement)
  await receiveWithdrawal(app.deps, statement)
  expect(await statusOf(sale.orderId)).toEqual(['withdrawal'])
  const mails = await mailsTo(sale.buyer.email)
  const receipt = mails.find(({ template }) => template === 'withdrawal-statement')
  for (const fact of ['Eva Muster', sale.buyer.email, 'binnen 14 Tagen'])
    expect(receipt?.text).toContain(fact)
  expect(mails.filter(({ template }) => template === 'withdrawal-statement')).toHaveLength(1)
})

test('a right that was lost by consent: nothing moves, and the mail says since when, why and what remains', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [399] })
  await app.deps.db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: new Date() })
    .where('dedupe_key', '=', paidMail(sale.orderId))
    .execute()
  const number = await numberOf(sale.orderId)
  await receiveWithdrawal(app.deps, { name: 'Eva', number, email: sale.buyer.email, world: 'de', at: at() })
  expect(await statusOf(sale.orderId)).toEqual([])
  const [receipt] = await mailsTo(sale.buyer.email)
  for (const fact of ['kein Widerrufsrecht mehr', 'ausdrücklich zugestimmt', 'Rechte bei Mängeln'])
    expect(receipt?.text).toContain(fact)
  // The page of a member says the same before anything is declared.
  const own = await sale.buyer.client.get(page)
  for (const fact of [number, 'sofortigen Bereitstellung zugestimmt', sale.buyer.email])
    expect(own.text).toContain(fact)
})

test('another address learns nothing, and nothing happens', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [399] })
  const email = 'neugierig@aularium.example'
  const number = await numberOf(sale.orderId)
  await receiveWithdrawal(app.deps, { name: 'Eva', number, email, world: 'de', at: at() })
  await receiveWithdrawal(app.deps, { name: 'Eva', number: 'quatsch', email, world: 'de', at: at() })
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('keine bezahlte Bestellung')
  expect(await statusOf(sale.orderId)).toEqual([])
})

test('after 14 days the mail says so; what came in time counts', async () => {
  const sale = await sold(app, { sellers: [seller], prices: [399] })
  const number = await numberOf(sale.orderId)
  const paidAt = new Date(Date.now() - 15 * 86_400_000)
  await app.deps.db
    .updateTable('purchase_order')
    .set({ paid_at: paidAt })
    .where('id', '=', sale.orderId)
    .execute()
  const statement = { name: 'Eva', number, email: sale.buyer.email, world: 'de' as const }
  await receiveWithdrawal(app.deps, { ...statement, at: at() })
  expect((await mailsTo(sale.buyer.email))[0]?.text).toContain('schon abgelaufen')
  await app.deps.db.deleteFrom('mail').where('recipient', '=', sale.buyer.email).execute()
  await receiveWithdrawal(app.deps, { ...statement, at: new Date(Date.now() - 2 * 86_400_000).toISOString() })
  expect(await statusOf(sale.orderId)).toEqual(['withdrawal'])
})

test('gift cards go back by the same function as long as nobody has redeemed them', async () => {
  const buyer = await member(app, 'giver')
  const order = async () => {
    const answer = await buyer.client.api('POST', '/v1/gift-cards/sales', { amount: 2000 })
    const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
    await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 2000 })
    const { id } = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return { id, number: await numberOf(id) }
  }
  const [one, other] = [await order(), await order()]
  await receiveWithdrawal(app.deps, {
    name: 'Eva',
    number: one.number,
    email: buyer.email,
    world: 'de',
    at: at(),
  })
  expect((await mailsTo(buyer.email))[0]?.text).toContain('Der Widerruf ist wirksam')
  await app.deps.db
    .updateTable('gift_card')
    .set({ redeemed_at: new Date(), redeemed_by: buyer.id })
    .where('order_id', '=', other.id)
    .execute()
  await receiveWithdrawal(app.deps, {
    name: 'Eva',
    number: other.number,
    email: buyer.email,
    world: 'de',
    at: at(),
  })
  expect((await mailsTo(buyer.email)).at(-1)?.text).toContain('schon eingelöst')
})
