import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { OwnVouchers } from '#shop/buying/credits/rules/voucher-contract.ts'
import { checkout } from '#shop/money/orders/server/checkout/checkout.ts'
import { expireOrders } from '#shop/money/orders/server/payment/settlement.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { pay } from '../support/till.ts'

/** Codes: what they take off whom, how often, whose money it is, and when they come back. */

let app: TestApp
let seller: Person
let other: Person
let finance: Person
let material: number
let second: number
let names = 0

beforeAll(async () => {
  app = await openTestApp({ environment: { DATABASE_POOL: '20' } })
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other-seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
  material = await materialRow(app, { authorId: seller.id, price: 1000 })
  second = await materialRow(app, { authorId: other.id, price: 333 })
})
afterAll(() => app.close())

const consents = { country: 'DE', consentImmediate: true, consentWaiver: true }

async function voucher(terms: Record<string, unknown> = {}): Promise<string> {
  names += 1
  const code = `CODE${names}`
  const answer = await finance.client.api('POST', '/v1/vouchers', {
    code,
    ...('kind' in terms ? {} : { kind: 'percent', percent: 20 }),
    ...terms,
  })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<{ code: string }>().code
}

async function buyer(name?: string): Promise<Person> {
  names += 1
  return await member(app, name ?? `buyer-${names}`)
}

function put(client: Client, ...ids: number[]) {
  return Promise.all(ids.map((materialId) => client.api('POST', '/v1/cart/items', { materialId })))
}

async function enter(client: Client, code: string) {
  const answer = await client.api('POST', '/v1/cart/voucher', { code })
  expect(answer.status).toBe(200)
  return answer.json<{ items: { cart: Cart }; voucherError: string | null; redeemed: number }>()
}

async function view(client: Client): Promise<Cart> {
  return (await client.api('GET', '/v1/cart/view')).json<{ items: { cart: Cart } }>().items.cart
}

async function order(client: Client, expectedTotal: number) {
  const answer = await client.api('POST', '/v1/orders', { ...consents, expectedTotal })
  if (answer.status !== 201) return { status: answer.status, sale: undefined }
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  const row = await app.deps.db
    .selectFrom('purchase_order')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const providerReference = redirectUrl.split('/').at(-1) ?? ''
  return { status: 201, sale: { reference, row, orderId: row.id, providerReference, total: expectedTotal } }
}

async function bought(person: Person, code: string, total: number) {
  await put(person.client, material)
  await enter(person.client, code)
  const { sale } = await order(person.client, total)
  if (sale === undefined) throw new Error('no order')
  await pay(app, sale)
  return sale
}

async function booked(orderId: number, kind: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.ledger_account as account, sum(e.amount_cents)::integer as sum
    from ledger_entry e join ledger_transaction t on t.world = e.world and t.id = e.transaction_id
    where t.order_id = ${orderId} and t.kind = ${kind} group by 1`.execute(app.deps.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function uses(code: string): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('voucher_use as u')
    .innerJoin('voucher as v', (join) =>
      join.onRef('v.world', '=', 'u.world').onRef('v.id', '=', 'u.voucher_id'),
    )
    .select('u.status')
    .where('v.code', '=', code)
    .execute()
  return rows.map(({ status }) => status).toSorted()
}

/** So many members with the same material and code in their carts, as the front controller would hand them to the checkout. */
async function crowd(size: number, code: string): Promise<Context[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    insert into account (world, email, public_name, slug)
    select 'de', 'crowd-' || n || '@aularium.example', 'crowd', 'crowd-' || n from generate_series(1, ${size}) n
    returning id, email`.execute(app.deps.db)
  await sql`
    with made as (
      insert into cart (world, token_hash, account_id, voucher_id)
      select 'de', sha256(email::text::bytea), id, (select id from voucher where code = ${code})
      from account where public_name = 'crowd' returning id
    )
    insert into cart_item (world, cart_id, material_id, seen_price_cents)
    select 'de', id, ${material}, 1000 from made`.execute(app.deps.db)
  return rows.map(({ id: accountId, email }) => ({
    ...app.deps,
    world: 'de',
    requestId: 'test',
    rateClient: { network: 'test' },
    cartToken: undefined,
    visitor: {
      ...{
        kind: 'member',
        accountId,
        email,
        sessionHash: Buffer.alloc(0),
        publicName: 'crowd',
        slug: 'crowd',
      },
      ...{ homeWorld: 'de', isSeller: false, role: 'member', emailConfirmed: true, agbAccepted: true },
      ...{ imageKey: null, anonymousId: undefined },
    },
  }))
}

/** On a busy machine some of a crowd wait for a connection longer than one waits: they press the button again. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('timeout exceeded'))) throw error
    }
  }
}

describe('in the cart', () => {
  test('a code is shown with what it takes off, to strangers too, and comes off again', async () => {
    const code = await voucher()
    const client = createClient(app.base)
    await put(client, material)
    const typed = await enter(client, ` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)} `)
    expect(typed.items.cart).toMatchObject({
      voucher: { code, kind: 'percent', percent: 20 },
      ...{ originalPrice: 1000, finalPrice: 800, due: 800, totalVoucherDiscount: 200, voucherError: null },
    })
    const dropped = await client.api('DELETE', '/v1/cart/voucher')
    expect(dropped.json<{ items: { cart: Cart } }>().items.cart).toMatchObject({
      ...{ voucher: null, finalPrice: 1000, totalVoucherDiscount: 0 },
    })
  })

  test.each([
    ['not_yet', { startsOn: '2099-01-01' }],
    ['not_yours', () => ({ accountId: seller.id })],
    ['minimum', { minimum: 1001 }],
    ['nothing_fits', () => ({ authorId: other.id })],
    ['nothing_fits', () => ({ materialIds: [second] })],
  ])('that does not count says why: %s', async (reason, terms) => {
    const code = await voucher(typeof terms === 'function' ? terms() : terms)
    const { client } = await buyer()
    await put(client, material)
    const { items, voucherError } = await enter(client, code)
    expect([voucherError, items.cart.voucherError]).toEqual([reason, reason])
    expect(items.cart).toMatchObject({ finalPrice: 1000, totalVoucherDiscount: 0, voucher: { code } })
  })

  test('an unknown or ended code is not kept, and one of another world is unknown', async () => {
    const { client } = await buyer()
    await put(client, material)
    expect((await enter(client, 'NOSUCHCODE')).voucherError).toBe('unknown')
    expect((await view(client)).voucher).toBeNull()
    const code = await voucher()
    const answer = await client.api('POST', '/v1/cart/voucher?world=es', { code })
    expect(answer.json<{ voucherError: string }>().voucherError).toBe('unknown')
    await sql`update voucher set ends_at = now() - interval '1 second' where code = ${code}`.execute(
      app.deps.db,
    )
    expect((await enter(client, code)).voucherError).toBe('ended')
  })

  test('without JavaScript: the code is taken, or the page says why not', async () => {
    const code = await voucher()
    const { client } = await buyer()
    await put(client, material)
    const taken = await client.submit('/de/warenkorb', { intent: 'enter-code', code })
    expect([taken.status, taken.headers.location]).toEqual([303, '/de/warenkorb#code-accepted'])
    const refused = await client.submit('/de/zahlung', { intent: 'enter-code', code: 'nosuch' })
    expect(refused.status).toBe(422)
    const dropped = await client.submit('/de/zahlung', { intent: 'drop-voucher' })
    expect([dropped.status, dropped.headers.location]).toEqual([303, '/de/zahlung'])
  })

  test.each(['__proto__', "x'; drop table voucher;--", '𝟙'.repeat(30), '\u0000ab', '%00'])(
    'a hostile code is only unknown: %j',
    async (code) => {
      const { client } = await buyer()
      const answer = await client.api('POST', '/v1/cart/voucher', { code })
      expect([200, 400, 422]).toContain(answer.status)
    },
  )
})

describe('bought with', () => {
  test('the platform’s code: the author earns what they would have earned, and the platform bears the rest', async () => {
    const code = await voucher()
    const sale = await bought(await buyer(), code, 800)
    // 8.00 with 19 % tax: 1.28. Without the code the author had earned 70 % of 8.40 net.
    expect(await booked(sale.orderId, 'sale')).toEqual({
      'provider:sandbox': 800,
      'tax:DE': -128,
      [`author:${seller.id}`]: -588,
      'platform:commission': -252,
      'platform:vouchers': 168,
    })
    expect(await uses(code)).toEqual(['used'])
  })

  test('the author’s own code: the share is of the price that was paid', async () => {
    names += 1
    const code = `OWN${names}X`
    const made = await seller.client.api('POST', '/v1/vouchers/mine', { code, percent: 20 })
    expect(made.status).toBe(201)
    const person = await buyer()
    await put(person.client, second)
    const sale = await bought(person, code, 1000 - 200 + 333)
    expect(await booked(sale.orderId, 'sale')).toMatchObject({
      'provider:sandbox': 1133,
      [`author:${seller.id}`]: -470,
    })
    expect(Object.keys(await booked(sale.orderId, 'sale'))).not.toContain('platform:vouchers')
    const own = (await seller.client.api('GET', '/v1/vouchers/mine')).json<OwnVouchers>()
    expect(own.mine[0]).toMatchObject({ code, uses: 1, discount: 200, fundedBy: 'author' })
    const theirs = (await person.client.api('GET', '/v1/vouchers/mine')).json<OwnVouchers>()
    expect(theirs.used).toMatchObject([{ code, discount: 200, currency: 'EUR' }])
  })

  test('all of it: nothing is due, no provider is asked, the author is paid', async () => {
    const code = await voucher({ kind: 'fixed', amount: 5000 })
    const { client } = await buyer()
    await put(client, material)
    await enter(client, code)
    expect((await view(client)).finalPrice).toBe(0)
    const { sale } = await order(client, 0)
    expect(sale?.row).toMatchObject({ status: 'paid', total_cents: 0, voucher_cents: 1000 })
    expect(await booked(sale?.orderId ?? 0, 'sale')).toEqual({
      [`author:${seller.id}`]: -588,
      'platform:commission': -252,
      'platform:vouchers': 840,
    })
  })

  test('a total that was seen before the code was there is refused', async () => {
    const code = await voucher()
    const { client } = await buyer()
    await put(client, material)
    await enter(client, code)
    expect((await order(client, 1000)).status).toBe(409)
  })
})

describe('limits', () => {
  test('under 200 redemptions at once a limit of 1 is used once', async () => {
    const code = await voucher({ maxUses: 1 })
    const contexts = await crowd(200, code)
    const outcomes = await Promise.all(
      contexts.map((context) => patiently(() => checkout(context, { ...consents, expectedTotal: 800 }))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    expect(outcomes.filter((each) => each.kind === 'conflict' && each.expectedTotal === 1000)).toHaveLength(
      199,
    )
    expect(await uses(code)).toEqual(['reserved'])
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from purchase_order where voucher_code = ${code}`.execute(app.deps.db)
    expect(rows).toEqual([{ count: 1 }])
  }, 120_000)

  test('one member, 20 times at once, gets one order', async () => {
    const code = await voucher({ maxUses: 1 })
    const { client } = await buyer()
    await put(client, material)
    await enter(client, code)
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(client, 800)))
    expect(new Set(answers.map(({ sale }) => sale?.reference)).size).toBe(1)
    expect(await uses(code)).toEqual(['reserved'])
  })

  test('per customer counts the mailbox, whatever is added to its name', async () => {
    const code = await voucher({ maxPerCustomer: 1 })
    const first = await member(app, 'anna')
    const alias = await member(app, 'anna+2')
    await bought(first, code, 800)
    await put(alias.client, material)
    expect((await enter(alias.client, code)).voucherError).toBe('used_by_you')
    await put(first.client, second)
    expect((await enter(first.client, code)).voucherError).toBe('used_by_you')
  })

  test('the first order only', async () => {
    const code = await voucher({ isFirstOrder: true })
    const person = await buyer()
    await bought(person, code, 800)
    await put(person.client, second)
    expect((await enter(person.client, code)).voucherError).toBe('first_order')
  })
})

describe('comes back', () => {
  test('when the order is not paid in time, and is counted again when the money comes after all', async () => {
    const code = await voucher({ maxUses: 1 })
    const person = await buyer()
    await put(person.client, material)
    await enter(person.client, code)
    const { sale } = await order(person.client, 800)
    await sql`update purchase_order set created_at = now() - interval '3 days' where id = ${sale?.orderId}`.execute(
      app.deps.db,
    )
    await expireOrders(app.deps)
    expect(await uses(code)).toEqual(['returned'])
    const next = await buyer()
    await put(next.client, material)
    expect((await enter(next.client, code)).voucherError).toBeNull()
    await sql`update sandbox_payment set status = 'open' where reference = ${sale?.providerReference}`.execute(
      app.deps.db,
    )
    if (sale) await pay(app, sale)
    expect(await uses(code)).toEqual(['used'])
    expect((await view(next.client)).voucherError).toBe('used_up')
  })

  test('with an order it paid for alone: no money, but the material, the share and the voucher go back, once', async () => {
    for (const input of [
      { kind: 'percent', percent: 100 },
      { kind: 'fixed', amount: 5000 },
    ]) {
      const code = await voucher({ ...input, maxUses: 1 })
      const person = await buyer()
      await put(person.client, material)
      await enter(person.client, code)
      const { sale } = await order(person.client, 0)
      if (sale === undefined) throw new Error('no order')
      const refund = (body: object = {}) =>
        finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, {
          reason: 'Kaputte Datei',
          ...body,
        })
      const both = await Promise.all([refund(), refund()])
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(both.find(({ status }) => status === 201)?.json()).toMatchObject({
        amount: 0,
        status: 'succeeded',
      })
      expect(await uses(code)).toEqual(['returned'])
      const [paid, back] = [await booked(sale.orderId, 'sale'), await booked(sale.orderId, 'refund')]
      for (const [account, cents] of Object.entries(paid))
        expect([account, back[account]]).toEqual([account, -cents])
      const bought = await person.client.api('GET', '/v1/bought-materials')
      expect(bought.json<{ materials: unknown[] }>().materials).toEqual([])
      await put(person.client, material)
      expect((await enter(person.client, code)).voucherError).toBeNull()
    }
  })

  test('with a whole refund, not with a part of one; the books end at nothing', async () => {
    const code = await voucher({ maxUses: 1 })
    const sale = await bought(await buyer(), code, 800)
    const refund = (body: object) =>
      finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, { reason: 'Kaputte Datei', ...body })
    expect((await refund({ items: [{ materialId: material, amount: 333 }] })).status).toBe(201)
    expect(await uses(code)).toEqual(['used'])
    expect((await refund({})).status).toBe(201)
    expect(await uses(code)).toEqual(['returned'])
    const [paid, back] = [await booked(sale.orderId, 'sale'), await booked(sale.orderId, 'refund')]
    expect(back).toEqual(Object.fromEntries(Object.entries(paid).map(([name, sum]) => [name, -sum])))
  })

  test('when another order takes the place of the first', async () => {
    const code = await voucher({ maxUses: 1 })
    const { client } = await buyer()
    await put(client, material)
    await enter(client, code)
    await order(client, 800)
    await put(client, second)
    expect(await view(client)).toMatchObject({ voucherError: null, due: 1066 })
    expect((await order(client, 1066)).status).toBe(201)
    expect(await uses(code)).toEqual(['reserved', 'returned'])
  })
})

describe('who may', () => {
  test('authors only for what is theirs, and nobody ends another’s code', async () => {
    names += 1
    const code = `MINE${names}`
    const foreign = await seller.client.api('POST', '/v1/vouchers/mine', {
      code,
      percent: 10,
      materialId: second,
    })
    expect([foreign.status, foreign.json()]).toMatchObject([
      422,
      { error: { fields: { materialId: 'invalid' } } },
    ])
    const made = await seller.client.api('POST', '/v1/vouchers/mine', {
      code,
      percent: 10,
      materialId: material,
    })
    const { id } = made.json<{ id: number }>()
    expect((await seller.client.api('POST', '/v1/vouchers/mine', { code, percent: 10 })).status).toBe(422)
    expect((await other.client.api('DELETE', `/v1/vouchers/mine/${id}`)).status).toBe(404)
    expect((await seller.client.api('DELETE', `/v1/vouchers/mine/${id}`)).status).toBe(200)
    const { client } = await buyer()
    await put(client, material)
    expect((await enter(client, code)).voucherError).toBe('ended')
  })

  test('finance makes and ends codes of the platform on their page, as people type; what is wrong is said by name', async () => {
    const page = '/de/console/gutscheine'
    const typed = { intent: 'create-platform-voucher', code: 'HERBST26', kind: 'percent', typedValue: '12,5' }
    const made = await finance.client.submit(page, { ...typed, typedMinimum: '10', isFirstOrder: '1' })
    expect([made.status, made.headers.location]).toEqual([303, `${page}#created`])
    const list = (await finance.client.api('GET', '/v1/vouchers')).json<{ vouchers: OwnVouchers['mine'] }>()
    const found = list.vouchers.find(({ code }) => code === 'HERBST26')
    expect(found).toMatchObject({ kind: 'percent', percent: 12.5, minimum: 1000, fundedBy: 'platform' })
    for (const wrong of ['', '0', '100,01', '-5', '1e3', '12,345', 'viel']) {
      const answer = await finance.client.submit(page, { ...typed, code: 'FALSCH26', typedValue: wrong })
      expect([wrong, answer.status]).toEqual([wrong, 422])
    }
    expect((await seller.client.submit(page, { ...typed, code: 'MEINS26' })).status).toBe(403)
    const end = { intent: 'end-platform-voucher', id: String(found?.id) }
    expect((await finance.client.submit(page, end)).headers.location).toBe(`${page}#ended`)
    const late = await buyer()
    await put(late.client, material)
    expect((await enter(late.client, 'HERBST26')).voucherError).toBe('ended')
  })

  test('members make none, and sellers none of the platform', async () => {
    const terms = { code: 'HOUSE99', kind: 'percent', percent: 10 }
    expect(
      (await (await buyer()).client.api('POST', '/v1/vouchers/mine', { code: 'ABCD', percent: 10 })).status,
    ).toBe(403)
    expect((await seller.client.api('POST', '/v1/vouchers', terms)).status).toBe(403)
  })

  test.each([
    ['a code that is too short', { code: 'ALT' }, { code: 'too_short' }],
    ['more than all', { percent: 101 }, { percent: 'too_high' }],
    [
      'a sum that is no number',
      { kind: 'fixed', percent: undefined, amount: '99,00' },
      { amount: 'not_a_number' },
    ],
    ['a code that is there already', {}, { code: 'taken' }],
  ])('the reason of a refusal is that of the field: %s', async (_what, change, fields) => {
    const terms = { code: 'GRUND', kind: 'percent', percent: 10 }
    await finance.client.api('POST', '/v1/vouchers', terms)
    const refused = await finance.client.api('POST', '/v1/vouchers', { ...terms, ...change })
    expect([refused.status, refused.json<{ error: { fields: object } }>().error.fields]).toEqual([
      422,
      fields,
    ])
  })

  test.each([
    { percent: 0 },
    { percent: 91 },
    { percent: -5 },
    { percent: '1e309' },
    { percent: '0.1' },
    { percent: 2 ** 53 },
    { code: 'a b' },
    { maxUses: -1 },
    { endsOn: '2001-01-01' },
    { endsOn: 'morgen' },
  ])('nonsense is refused: %j', async (change) => {
    const answer = await seller.client.api('POST', '/v1/vouchers/mine', {
      code: 'NONSENSE',
      percent: 10,
      ...change,
    })
    expect(answer.status).toBe(422)
  })
})
