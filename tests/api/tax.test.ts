import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPayment } from '#loaders/checkout.ts'
import { type Context, strangerContext } from '#platform/context/context.ts'
import { sellCountries } from '#platform/rules/money/tax.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { paymentView } from '#shop/money/orders/server/service.ts'
import { taxRates } from '#shop/money/tax/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { orderOf, pay, sold } from '../support/till.ts'

/** Whose tax, at which rate, and who owes it. */

let app: TestApp
let seller: Person
/** Numbers the register knows; null: it is away. */
let register: Set<string> | null = new Set()

beforeAll(async () => {
  app = await openTestApp({ environment: { TRUSTED_PROXIES: '1' } })
  app.deps.vatIds = {
    ask: async (vatId) =>
      register === null ? undefined : { isValid: register.has(vatId), name: null, proof: 'P1' },
  }
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

const business = {
  billingName: 'Ina Käufer',
  billingOrganisation: 'Schulverlag',
  billingStreet: 'Waldweg 3',
  billingPostcode: '1010',
  billingCity: 'Wien',
  billingVatId: 'ATU13585627',
}

async function orderRow(orderId: number) {
  return await app.deps.db
    .selectFrom('purchase_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

describe('the rates', () => {
  test('pain 7: each country we sell to has one, the lower one never above it, and it changes on its day', async () => {
    const { db } = app.deps
    const today = await taxRates(db)
    for (const code of sellCountries) {
      const rates = today.get(code)
      expect(rates?.standardBp, code).toBeGreaterThan(0)
      expect(rates?.publicationBp, code).toBeLessThanOrEqual(rates?.standardBp ?? 0)
    }
    expect(today.get('DE')).toEqual({ standardBp: 1900, publicationBp: 700 })
    expect(today.get('DK')).toEqual({ standardBp: 2500, publicationBp: 2500 })
    const before = await taxRates(db, new Date('2025-12-31T23:59:59Z'))
    expect([before.get('FI')?.publicationBp, today.get('FI')?.publicationBp]).toEqual([1400, 1350])
  })

  test('an electronic publication has its own, beside a worksheet, frozen at sale', async () => {
    const finance = await member(app, 'finance', { role: 'finance' })
    const first = await orderOf(app, { sellers: [seller], prices: [1070, 1190] })
    const [book] = first.materialIds
    const classed = await finance.client.api('PUT', `/v1/materials/${book}/tax-class`, {
      isPublication: true,
    })
    expect(classed.status).toBe(200)
    const again = await first.buyer.client.api('POST', '/v1/orders?world=de', {
      ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 2260 },
    })
    const { reference } = again.json<{ reference: string }>()
    expect(reference).not.toBe(first.reference)
    const { id } = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const items = await app.deps.db
      .selectFrom('order_item')
      .select(['material_id', 'tax_rate_bp', 'tax_cents'])
      .where('order_id', '=', id)
      .orderBy('material_id')
      .execute()
    expect(items.map((item) => [item.tax_rate_bp, item.tax_cents])).toEqual([
      [700, 70],
      [1900, 190],
    ])
    await finance.client.api('PUT', `/v1/materials/${book}/tax-class`, { isPublication: false })
    expect((await orderRow(id)).tax_cents).toBe(260)
  })
})

describe('where a buyer lives', () => {
  test('is kept with two proofs', async () => {
    const sale = await orderOf(app, {
      ...{ sellers: [seller], prices: [500], body: { country: 'AT' } },
      buyer: await traveller('FR'),
    })
    const evidence = async () =>
      await app.deps.db
        .selectFrom('tax_evidence')
        .select(['billing_country', 'ip_country', 'bank_country'])
        .where('order_id', '=', sale.orderId)
        .executeTakeFirstOrThrow()
    expect(await evidence()).toEqual({ billing_country: 'AT', ip_country: 'FR', bank_country: null })
    await settlePayment(app.deps, 'de', {
      ...{ provider: 'sandbox', providerReference: sale.providerReference, status: 'succeeded' },
      ...{ amountCents: 500, currency: 'EUR', bankCountry: 'AT' },
    })
    expect(await evidence()).toMatchObject({ bank_country: 'AT' })
  })
})

/** A member whose connection comes from a country, as a trusted proxy says. */
async function traveller(country: string): Promise<Person> {
  const person = await member(app, `from-${country}`)
  const { client } = person
  return {
    ...person,
    client: {
      ...client,
      api: (method, path, body, headers) =>
        client.api(method, path, body, { ...headers, 'CF-IPCountry': country }),
    },
  }
}

function contextOf({ id, email }: Person): Context {
  return {
    ...strangerContext(app.deps, 'de'),
    visitor: {
      ...{ kind: 'member', accountId: id, sessionHash: Buffer.alloc(32), publicName: '', slug: '', email },
      ...{ homeWorld: 'de', isSeller: false, role: 'member', emailConfirmed: true, agbAccepted: true },
      ...{ imageKey: null, anonymousId: undefined },
    },
  }
}

describe('a business in another member state', () => {
  test('pain 7: pays the net price once its number is verified, and the books owe no tax', async () => {
    register = new Set(['ATU13585627'])
    const buyer = await member(app, 'business')
    const refused = orderOf(app, {
      sellers: [seller],
      prices: [1200],
      buyer,
      body: { country: 'AT', ...business },
    })
    // The sum on the page was with tax: the buyer sees the one without before they owe it.
    await expect(refused).rejects.toThrow('409')
    const view = await paymentView(contextOf(buyer), 'AT')
    expect(view).toMatchObject({ total: 1000, tax: 0, isReverseCharged: true })
    const answer = await buyer.client.api('POST', '/v1/orders?world=de', {
      ...{ country: 'AT', consentImmediate: true, consentWaiver: true, expectedTotal: 1000, ...business },
    })
    expect(answer.status).toBe(201)
    const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
    await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 1000 })
    const order = await app.deps.db
      .selectFrom('purchase_order')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      ...{ total_cents: 1000, tax_cents: 0, tax_rate_bp: 0, status: 'paid' },
      reverse_charge_vat_id: 'ATU13585627',
    })
    const address = await buyer.client.api('GET', '/v1/billing-address')
    expect(address.json()).toMatchObject({ vatIdState: 'verified' })
  })

  test('sees what it pays before it orders: on the page, and by the call of programs', async () => {
    register = new Set(['ATU13585627'])
    const buyer = await member(app, 'business-asks')
    const material = await materialRow(app, { authorId: seller.id, price: 1200 })
    await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: material })
    const page = async (values: Record<string, string>) =>
      (await loadPayment(contextOf(buyer), new URLSearchParams(), { country: 'AT', ...values })).page
    const { billingName: name, billingVatId: vatId } = business
    const query = new URLSearchParams({ world: 'de', country: 'AT', vatId, name })
    const options = (await buyer.client.api('GET', `/v1/payments/options?${query}`)).json()
    const sums = { total: 1000, due: 1000, tax: 0, isReverseCharged: true }
    expect([await page(business), options]).toMatchObject([sums, sums])
    // Typed and not ordered: nothing is stored, and fields that are empty say nothing.
    const untyped = { billingName: '', billingOrganisation: '', billingPostcode: '', billingVatId: '' }
    expect(await page(untyped)).toMatchObject({ total: 1200, tax: 200, billing: null })
  })

  test('at home is taxed as everybody is', async () => {
    register = new Set(['DE136695976'])
    const sale = await sold(app, {
      sellers: [seller],
      prices: [1190],
      body: { country: 'DE', ...business, billingVatId: 'DE136695976' },
    })
    expect(await orderRow(sale.orderId)).toMatchObject({ tax_cents: 190, reverse_charge_vat_id: null })
  })

  test.each([
    ['is away', null, 'ATU12345675', 'unverified'],
    ['does not know the number', [], 'ATU76543215', 'refused'],
  ])('a register that %s stops nothing: the sale is taxed', async (_what, known, billingVatId, state) => {
    register = known && new Set(known)
    const sale = await sold(app, {
      ...{ sellers: [seller], prices: [1200], body: { country: 'AT', ...business, billingVatId } },
    })
    expect(await orderRow(sale.orderId)).toMatchObject({ tax_cents: 200, reverse_charge_vat_id: null })
    const address = await sale.buyer.client.api('GET', '/v1/billing-address')
    expect(address.json()).toMatchObject({ vatIdState: state })
  })
})
