import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SandboxCall, signSandboxCall } from '#platform/gateways/payments/sandbox.ts'
import { payoutHoldDays } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { worlds } from '#platform/routing/worlds.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { CreditPage } from '#shop/buying/credits/rules/contract.ts'
import { makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import type { OwnPayouts } from '#shop/money/payouts/server/service.ts'
import {
  castPassword,
  logIn,
  materialRow,
  member,
  openTestApp,
  type Person,
  type TestApp,
} from '../support/app.ts'
import { type Answer, type Client, createClient, send } from '../support/http-client.ts'
import { rawConnection } from '../support/raw-socket.ts'
import { orderOf, pay, type Sale, sold } from '../support/till.ts'

/** Who wants more for their money than it buys (quality.md D2, 52 to 61): the answer, and what the books say afterwards. */

let app: TestApp
let seller: Person
let finance: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp({ environment: { DATABASE_POOL: '12' } })
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

function buyer(): Promise<Person> {
  names += 1
  return member(app, `buyer-${names}`)
}

function material(price: number, world = 'de'): Promise<number> {
  return materialRow(app, { authorId: seller.id, price, world })
}

const consents = { country: 'DE', consentImmediate: true, consentWaiver: true }

function order(client: Client, expectedTotal: unknown, world = 'de'): Promise<Answer> {
  return client.api('POST', `/v1/orders?world=${world}`, { ...consents, expectedTotal })
}

function add(client: Client, materialId: number, more: object = {}): Promise<Answer> {
  return client.api('POST', '/v1/cart/items', { materialId, ...more })
}

async function cartOf(client: Client, headers: Record<string, string> = {}): Promise<Cart> {
  const answer = await client.api('GET', '/v1/cart/view', undefined, headers)
  return answer.json<{ items: { cart: Cart } }>().items.cart
}

async function idsIn(client: Client): Promise<number[]> {
  return (await cartOf(client)).cartItems.map((item) => item.material.id)
}

async function count(table: string, where = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${where}`.execute(app.deps.db)
  return rows[0]?.count ?? -1
}

async function ownedBy({ id }: Person): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select material_id as id from entitlement where account_id = ${id}
    order by 1`.execute(app.deps.db)
  return rows.map((row) => row.id)
}

/** The word of the sandbox, signed. */
function webhook(changes: Partial<SandboxCall> & { reference: string }, options: { at?: number } = {}) {
  const base = { id: `evt_${randomUUID()}`, type: 'payment.updated', status: 'succeeded' } as const
  const body = JSON.stringify({ ...base, amount: 500, currency: 'EUR', ...changes })
  return deliver(body, signSandboxCall(body, app.deps.env, options.at))
}

function deliver(body: string, headers: Record<string, string>): Promise<Answer> {
  const path = '/api/v1/payments/webhook/sandbox'
  return send(app.base, {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
}

function refund(sale: Sale, body: object = {}): Promise<Answer> {
  return finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, {
    reason: 'Kaputte Datei',
    ...body,
  })
}

async function booksAreEven(): Promise<void> {
  const { rows } = await sql`select 1 from ledger_entry group by world, transaction_id, currency
    having sum(amount_cents) <> 0`.execute(app.deps.db)
  expect(rows).toEqual([])
}

/** Numbers as bytes of JSON: what a program could send that is no sum of money. */
const noSums = [
  ...['-1', '-0.01', '0.30000000000000004', '1e309', '-1e309', 'NaN', 'Infinity', '9007199254740992', '1e20'],
  ...['2147483648', '"500"', '"5,00"', '[500]', '{"$gt":0}', 'true', 'null', '"\\u0000"', '0x1F4', '5_00'],
]

describe('D2 52: sums, licences, discounts and currencies that were tampered with', () => {
  test('the cart takes an id and a licence, and refuses whatever else is sent along', async () => {
    const person = await buyer()
    const id = await material(500)
    const lies = {
      price: 1,
      finalPrice: 0,
      quantity: -3,
      count: 0.1,
      discount: 499,
      currency: 'CLP',
      voucher: 1,
    }
    const refused = await add(person.client, id, lies)
    const { fields } = refused.json<{ error: { fields: object } }>().error
    expect([refused.status, Object.keys(fields).sort()]).toEqual([422, Object.keys(lies).sort()])
    expect(await idsIn(person.client)).toEqual([])
    expect((await add(person.client, id)).status).toBe(200)
    expect(await cartOf(person.client)).toMatchObject({ finalPrice: 500, originalPrice: 500, due: 500 })
    for (const licence of ['free', '', -1, ['single'], { licence: 'single' }, 'SCHOOL'])
      expect((await add(person.client, await material(500), { licence })).status).toBe(422)
    for (const wrong of [-1, 0.5, '1e3', 2 ** 53, '9007199254740993', null, [id], { id }])
      expect([404, 422]).toContain((await add(person.client, wrong as number)).status)
    expect(await idsIn(person.client)).toEqual([id])
    expect((await order(person.client, 1)).status).toBe(409)
    expect((await order(person.client, 500, 'en')).status).toBe(422)
  })

  const fields: readonly [string, (value: string) => Promise<Answer>, string][] = [
    [
      'the sum of an order',
      (value) => raw(finance, 'POST', '/v1/orders', orderBody(value)),
      'purchase_order',
    ],
    [
      'credit that is given',
      (value) => raw(finance, 'POST', '/v1/credits', `{"accountId":${seller.id},"amount":${value}}`),
      'credit_lot',
    ],
    ['a gift card', (value) => raw(finance, 'POST', '/v1/gift-cards', `{"amount":${value}}`), 'gift_card'],
    [
      'a voucher',
      (value) => raw(finance, 'POST', '/v1/vouchers', `{"code":"LUEGE","kind":"fixed","amount":${value}}`),
      'voucher',
    ],
    [
      'an author’s voucher',
      (value) => raw(seller, 'POST', '/v1/vouchers/mine', `{"code":"LUEGE","percent":${value}}`),
      'voucher',
    ],
  ]

  function orderBody(value: string): string {
    return `{"country":"DE","consentImmediate":true,"consentWaiver":true,"expectedTotal":${value}}`
  }

  function raw({ client }: Person, method: string, path: string, body: string): Promise<Answer> {
    return client.api(method, path, Buffer.from(body), { 'Content-Type': 'application/json' })
  }

  test.each(fields)('%s is a whole number of cents or nothing', async (_name, call, table) => {
    await add(finance.client, await material(700))
    const before = await count(table)
    for (const value of noSums) {
      const answer = await call(value)
      expect([value, answer.status >= 400 && answer.status < 500]).toEqual([value, true])
    }
    expect(await count(table)).toBe(before)
  })

  test('a price an author sets, and the sum of a refund', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const id = sale.materialIds[0] ?? 0
    for (const value of noSums) {
      const body = `{"reason":"Kaputte Datei","items":[{"materialId":${id},"amount":${value}}]}`
      const answer = await raw(finance, 'POST', `/v1/orders/${sale.reference}/refunds`, body)
      expect([value, answer.status >= 400 && answer.status < 500]).toEqual([value, true])
    }
    expect(await count('refund', sql`order_id = ${sale.orderId}`)).toBe(0)
    const own = await material(500)
    for (const name of ['priceCents', 'salePriceCents', 'additionalPriceCents', 'schoolPriceCents'])
      for (const value of noSums) await raw(seller, 'PUT', `/v1/materials/${own}`, `{"${name}":${value}}`)
    const { rows } = await sql<Record<string, number | null>>`select price_cents, sale_price_cents,
      additional_price_cents, school_price_cents from material where id = ${own}`.execute(app.deps.db)
    expect(rows).toEqual([
      { price_cents: 500, sale_price_cents: null, additional_price_cents: null, school_price_cents: null },
    ])
  })
})

test('D2 53: a voucher of one use, twenty orders in one packet: one of them has it', async () => {
  const code = 'EINMAL'
  const made = { code, kind: 'percent', percent: 50, maxUses: 1 }
  expect((await finance.client.api('POST', '/v1/vouchers', made)).status).toBe(201)
  const id = await material(1000)
  const people = await Promise.all(Array.from({ length: 20 }, () => buyer()))
  for (const { client } of people) {
    await add(client, id)
    await client.api('POST', '/v1/cart/voucher', { code })
  }
  const body = JSON.stringify({ ...consents, expectedTotal: 500 })
  const { host } = new URL(app.base)
  const packet = people.map(({ client }) =>
    [
      'POST /api/v1/orders?world=de HTTP/1.1',
      ...[`Host: ${host}`, `Origin: ${app.base}`, 'Sec-Fetch-Site: same-origin'],
      `X-CSRF-Token: ${client.cookies.get('csrf')}`,
      `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', body],
    ].join('\r\n'),
  )
  const connection = rawConnection(app.base)
  connection.send(packet.join(''))
  const answers = await connection.answers(20, 60_000)
  connection.close()
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ])
  expect(await count('voucher_use', sql`voucher_id = (select id from voucher where code = ${code})`)).toBe(1)
})

test('D2 54: the same credit in the carts of two worlds, ten times each at once: spent once', async () => {
  const person = await buyer()
  await finance.client.api('POST', '/v1/credits', { accountId: person.id, amount: 1000 })
  await add(person.client, await material(1000))
  const spanish = await material(1000, 'es')
  await person.client.api('POST', '/v1/cart/items?world=es', { materialId: spanish })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => order(person.client, 0, index % 2 === 0 ? 'de' : 'es')),
  )
  const created = answers.filter(({ status }) => status === 201)
  expect(new Set(created.map((answer) => answer.json<{ reference: string }>().reference)).size).toBe(1)
  expect(await ownedBy(person)).toHaveLength(1)
  const page = (await person.client.api('GET', '/v1/credits')).json<CreditPage>()
  expect(page.balances).toEqual([])
  const { rows } = await sql<{ owed: number }>`select coalesce(sum(amount_cents), 0)::integer as owed
    from ledger_entry where ledger_account = ${`credit:${person.id}`}`.execute(app.deps.db)
  expect(rows).toEqual([{ owed: 0 }])
})

test('D2 55: a login with another one’s X-Cart-Token: nothing of a member’s cart is seen, taken or changed', async () => {
  const [victim, thief] = [await buyer(), await buyer()]
  const [first, second] = [await material(300), await material(400)]
  const browser = createClient(app.base)
  const { token } = (await add(browser, first)).json<{ token: string }>()
  await logIn(browser, victim.email)
  await add(browser, second)
  const stolen = { 'X-Cart-Token': token }
  expect((await cartOf(createClient(app.base), stolen)).cartItems).toEqual([])
  expect((await cartOf(thief.client, stolen)).cartItems).toEqual([])
  await thief.client.api('DELETE', `/v1/cart/items/${first}`, undefined, stolen)
  await thief.client.api('POST', '/v1/cart/voucher', { code: 'NICHTS' }, stolen)
  const again = createClient(app.base)
  await again.api(
    'POST',
    '/v3/oauth2/authenticate',
    { grant_type: 'password', username: thief.email, password: castPassword },
    stolen,
  )
  expect(await idsIn(again)).toEqual([])
  expect((await idsIn(browser)).toSorted()).toEqual([first, second].toSorted())
  const fresh = (await add(createClient(app.base), first, {})).json<{ token: string }>().token
  expect(fresh).not.toBe(token)
})

test('D2 56: paid, and the cart changed meanwhile: what was ordered is delivered, at the price it was ordered at', async () => {
  const sale = await orderOf(app, { sellers: [seller], prices: [500, 300] })
  const { client } = sale.buyer
  const [cheap = 0, expensive = 0] = [sale.materialIds[1], await material(9000)]
  await client.api('DELETE', `/v1/cart/items/${cheap}`)
  await add(client, expensive)
  await add(client, sale.materialIds[0] ?? 0, { licence: 'school' })
  await sql`update material set price_cents = 1 where id = ${cheap}`.execute(app.deps.db)
  await pay(app, sale)
  expect(await ownedBy(sale.buyer)).toEqual(sale.materialIds.toSorted((a, b) => a - b))
  expect(await idsIn(client)).toEqual([expensive])
  const { rows } = await sql<{ sum: number }>`select sum(price_cents)::integer as sum from order_item
    where order_id = ${sale.orderId}`.execute(app.deps.db)
  expect(rows).toEqual([{ sum: 800 }])
  const licence = sql`account_id = ${sale.buyer.id} and licence = 'school'`
  expect(await count('entitlement', licence)).toBe(0)
})

describe('D2 57: webhooks that are forged, old, of others, repeated, shuffled or wrong', () => {
  test('only a fresh word of our own provider counts', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    const reference = sale.providerReference
    const body = JSON.stringify({
      id: 'evt_x',
      type: 'payment.updated',
      status: 'succeeded',
      reference,
      amount: 500,
      currency: 'EUR',
    })
    for (const headers of [
      {},
      { 'Sandbox-Signature': 't=1,v1=00' },
      signSandboxCall(body, { secret: 'of another account, and long enough' }),
      signSandboxCall(body, app.deps.env, Date.now() - 301_000),
      signSandboxCall(`${body}\n`, app.deps.env),
    ])
      expect((await deliver(body, headers)).status).toBe(403)
    expect((await webhook({ reference: 'sbx_of_somebody_else' })).status).toBe(404)
    expect(await ownedBy(sale.buyer)).toEqual([])
  })

  test('another sum or currency delivers nothing and becomes a task', async () => {
    for (const wrong of [{ amount: 1 }, { amount: 50_000 }, { currency: 'GBP' }]) {
      const sale = await orderOf(app, { sellers: [seller], prices: [500] })
      await webhook({ reference: sale.providerReference, ...wrong })
      expect(await ownedBy(sale.buyer)).toEqual([])
      expect(
        await count(
          'operator_task',
          sql`kind = 'amount_mismatch' and detail::text like ${`%${sale.reference}%`}`,
        ),
      ).toBe(1)
    }
    await booksAreEven()
  })

  test('twenty times and in the wrong order: one delivery, one number, one booking', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500] })
    const { providerReference: reference } = sale
    const id = `evt_${randomUUID()}`
    await Promise.all([
      ...Array.from({ length: 10 }, () => webhook({ reference, id })),
      ...Array.from({ length: 10 }, () => webhook({ reference })),
    ])
    await webhook({ reference, status: 'declined' })
    expect(await ownedBy(sale.buyer)).toEqual(sale.materialIds)
    expect(await count('ledger_transaction', sql`order_id = ${sale.orderId} and kind = 'sale'`)).toBe(1)
    expect(await count('tax_document', sql`order_id = ${sale.orderId}`)).toBe(1)
  })
})

test('D2 58: Pay from two devices and two tabs at once, Back, and Pay again: one order, one payment', async () => {
  const person = await buyer()
  const other = createClient(app.base)
  await logIn(other, person.email)
  await add(person.client, await material(500))
  const form = {
    intent: 'pay',
    country: 'DE',
    expectedTotal: '500',
    consentImmediate: 'on',
    consentWaiver: 'on',
  }
  const clients = [person.client, other]
  const answers = await Promise.all(
    clients.flatMap((client) => Array.from({ length: 5 }, () => client.submit('/de/zahlung', form))),
  )
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1)
  const path = new URL(answers[0]?.headers.location ?? '', app.base).pathname
  await Promise.all(clients.map((client) => client.submit(path, { outcome: 'pay' })))
  const reference = path.split('/').at(-1) ?? ''
  await webhook({ reference })
  const back = await person.client.submit('/de/zahlung', form)
  expect([back.status, back.headers.location]).toEqual([303, expect.stringContaining('/de/danke?order=')])
  expect((await person.client.submit(path, { outcome: 'pay' })).status).toBe(303)
  expect(await count('purchase_order', sql`account_id = ${person.id}`)).toBe(1)
  expect(
    await count('payment', sql`order_id in (select id from purchase_order where account_id = ${person.id})`),
  ).toBe(1)
  expect(await ownedBy(person)).toHaveLength(1)
})

test('D2 59: more than was paid, twice, and after the payout: no cent too much, and the author owes it', async () => {
  const author = await member(app, 'payout-seller', { isSeller: true })
  await author.client.api('PUT', '/v1/bank-details', {
    holder: 'Anna Sommer',
    iban: 'DE75512108001245126199',
  })
  await author.client.api('PUT', '/v1/seller-data', {
    ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29', country: 'DE' },
    ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', taxNumber: '12/345/67890' },
  })
  await sql`update seller_bank set changed_at = now() - interval '30 days' where account_id = ${author.id}`.execute(
    app.deps.db,
  )
  const sale = await sold(app, { sellers: [author], prices: [5000] })
  const free = new Date(Date.now() + (payoutHoldDays + 1) * 86_400_000)
  expect(await makePayoutsOf(app.deps.db, { id: author.id, world: 'de' }, free)).toBe(1)
  const id = sale.materialIds[0] ?? 0
  expect((await refund(sale, { items: [{ materialId: id, amount: 5001 }] })).status).toBe(422)
  expect((await refund(sale, { items: [{ materialId: id, amount: 3000 }] })).status).toBe(201)
  expect((await refund(sale, { items: [{ materialId: id, amount: 2001 }] })).status).toBe(422)
  const both = await Promise.all([refund(sale), refund(sale)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { balances } = (await author.client.api('GET', '/v1/payouts')).json<OwnPayouts>()
  expect(balances[0]).toMatchObject({ balance: -2941, reasons: ['owed'] })
  await booksAreEven()
})

describe('D2 60: one’s own vote and one’s own invitation', () => {
  test('nobody rates what they made, or twice', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [500] })
    const path = `/v1/materials/${sale.materialIds[0]}/review`
    expect(
      (await seller.client.api('PUT', path, { rating: 5, text: 'Toll.' })).status,
    ).toBeGreaterThanOrEqual(400)
    await Promise.all([1, 2, 3].map((rating) => sale.buyer.client.api('PUT', path, { rating, text: 'Gut.' })))
    expect(await count('review', sql`material_id = ${sale.materialIds[0]}`)).toBe(1)
  })

  test('an invitation earns nothing, least of all one’s own: no credit comes from it, and the first-order code no second time', async () => {
    const person = await buyer()
    const { code: invitation } = (await person.client.api('GET', '/v1/referrals?world=de')).json<{
      code: string
    }>()
    const alias = person.email.replace('@', '+ich@')
    const typed = { email: alias, password: castPassword, publicName: 'Ich selbst', agb: '1' }
    const answer = await createClient(app.base).submit(url('register', { world: 'de' }), {
      ...{ intent: 'register', ...typed, invitation },
    })
    expect(answer.status).toBe(303)
    const row = await app.deps.db
      .updateTable('account')
      .set({ email_confirmed_at: new Date() })
      .where('email', '=', alias)
      .returning(['id', 'referred_by'])
      .executeTakeFirstOrThrow()
    expect(row.referred_by).toBe(person.id)
    expect(await count('credit_lot', sql`account_id in (${row.id}, ${person.id})`)).toBe(0)
    await finance.client.api('POST', '/v1/vouchers', {
      ...{ code: 'WILLKOMMEN', kind: 'percent', percent: 10, maxPerCustomer: 1 },
    })
    const id = await material(500)
    const enter = (client: Client) => client.api('POST', '/v1/cart/voucher', { code: 'WILLKOMMEN' })
    await add(person.client, id)
    await enter(person.client)
    expect((await order(person.client, 450)).status).toBe(201)
    const self = createClient(app.base)
    await logIn(self, alias)
    await add(self, id)
    expect((await enter(self)).json()).toMatchObject({ voucherError: 'used_by_you' })
  })
})

describe('D2 61: currencies without cents, and cents that are rounded', () => {
  test('every world we sell in counts in hundredths', () => {
    for (const { currency, live } of worlds) {
      if (!live) continue
      const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      expect([currency, digits.maximumFractionDigits]).toEqual([currency, 2])
    }
  })

  test.each(['CLP', 'COP', 'ARS', 'GTQ', 'MXN', 'JPY', 'eur', 'EURO', ''])(
    'five hundred "%s" are not five euros',
    async (currency) => {
      const sale = await orderOf(app, { sellers: [seller], prices: [500] })
      const answer = await webhook({ reference: sale.providerReference, currency })
      expect(answer.status).toBeLessThan(500)
      expect(await ownedBy(sale.buyer)).toEqual([])
      expect((await order(sale.buyer.client, 500, 'de')).status).toBe(201)
    },
  )

  test('many things of a cent with a share off cost no less than one thing of their sum', async () => {
    const made = { code: 'HALBERCENT', kind: 'percent', percent: 49.99 }
    expect((await finance.client.api('POST', '/v1/vouchers', made)).status).toBe(201)
    const person = await buyer()
    for (const materialId of await Promise.all(Array.from({ length: 11 }, () => material(1))))
      await add(person.client, materialId)
    await person.client.api('POST', '/v1/cart/voucher', { code: 'HALBERCENT' })
    // 49.99 % of 11 cents are 5.4989: five, however many lines they are taken off.
    expect(await cartOf(person.client)).toMatchObject({ finalPrice: 6, totalVoucherDiscount: 5 })
  })
})
