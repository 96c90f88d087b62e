import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taxDocumentContentSchema } from '#shop/money/invoices/rules/contract.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { orderOf, pay, sold } from '../support/till.ts'

/** Outside the union: whose tax we may charge, whom we sell to, and what speaks against what a buyer says. */

let app: TestApp
let seller: Person
let finance: Person
/** Names by number, as the register has them. */
const register = new Map<string, string | null>()

beforeAll(async () => {
  app = await openTestApp({
    environment: {
      COMPANY_VAT_ID: 'DE136695976',
      // Registered in Switzerland alone, and Norway is sold to without.
      ...{ COMPANY_VAT_ID_GB: '', COMPANY_VAT_ID_CH: 'CHE-123.456.788 MWST', COMPANY_VAT_ID_NO: '' },
      SELL_WITHOUT_REGISTRATION: 'NO',
    },
  })
  app.deps.vatIds = {
    ask: async (vatId) => ({
      isValid: register.has(vatId),
      name: register.get(vatId) ?? null,
      proof: 'P1',
    }),
  }
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

const place = { billingName: 'Ina Käufer', billingStreet: 'Weg 3', billingCity: 'Ort' }

async function documentOf({ buyer }: { buyer: Person }) {
  const { id, content } = await app.deps.db
    .selectFrom('tax_document')
    .select(['id', 'content'])
    .where('account_id', '=', buyer.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow()
  return { id, ...taxDocumentContentSchema.parse(content) }
}

/** A business that knows the net price of what is 12.00 in the cart. */
async function soldNet(body: Record<string, unknown> & { expectedTotal: number }) {
  const sale = await orderOf(app, { sellers: [seller], prices: [1200], body })
  await pay(app, { providerReference: sale.providerReference, total: body.expectedTotal })
  return sale
}

async function tasksOf(reference: string): Promise<string[]> {
  const answer = await finance.client.api('GET', '/v1/operator-tasks?world=de')
  const { tasks } = answer.json<{ tasks: { kind: string; detail: { orderReference?: string } }[] }>()
  return tasks.filter(({ detail }) => detail.orderReference === reference).map(({ kind }) => kind)
}

describe('where we are not registered', () => {
  test('nothing is sold to private buyers, and the answer names the country', async () => {
    const buyer = await member(app, 'briton')
    const refused = orderOf(app, { sellers: [seller], prices: [1200], buyer, body: { country: 'GB' } })
    await expect(refused).rejects.toThrow(/422.*country_not_sold/)
    await expect(refused).rejects.toThrow(/"country":"country_not_sold"/)
    const orders = await app.deps.db
      .selectFrom('purchase_order')
      .select('id')
      .where('account_id', '=', buyer.id)
      .execute()
    expect(orders).toEqual([])
  })

  test('a business there buys net on a well-formed number: recorded, and looked at by hand', async () => {
    const sale = await soldNet({
      ...{ country: 'GB', ...place, billingOrganisation: 'Reading Room Ltd', billingPostcode: 'RG1 1AA' },
      ...{ billingVatId: 'GB 999 9999 73', expectedTotal: 1000 },
    })
    const document = await documentOf(sale)
    expect(document).toMatchObject({ grossCents: 1000, taxCents: 0, isReverseCharged: true })
    expect(document.supplier.vatId).toBe('DE136695976')
    expect(await tasksOf(sale.reference)).toEqual(['vat_id_unasked'])
  })

  test('a country that is sold to all the same has no tax, and the invoice says why', async () => {
    const sale = await sold(app, { sellers: [seller], prices: [1000], body: { country: 'NO' } })
    const document = await documentOf(sale)
    expect(document).toMatchObject({
      grossCents: 1000,
      taxCents: 0,
      isNotTaxed: true,
      isReverseCharged: false,
    })
    // The author has their share of all of it.
    const item = await app.deps.db
      .selectFrom('order_item')
      .select('author_share_cents')
      .where('order_id', '=', sale.orderId)
      .executeTakeFirstOrThrow()
    expect(item.author_share_cents).toBe(700)
  })

  test('where we are, our number of there is on the invoice', async () => {
    for (const country of ['CH', 'LI']) {
      const document = await documentOf(
        await sold(app, { sellers: [seller], prices: [1081], body: { country } }),
      )
      expect(document).toMatchObject({ taxCents: 81, supplier: { vatId: 'CHE123456788' } })
    }
    const document = await documentOf(
      await sold(app, { sellers: [seller], prices: [1200], body: { country: 'FR' } }),
    )
    expect(document.supplier.vatId).toBe('DE136695976')
  })
})

test.each([
  ['the Canaries', 'ES', '35001'],
  ['Livigno', 'IT', '23041'],
  ['Helgoland', 'DE', '27498'],
  ['Jersey', 'GB', 'JE2 3AB'],
])(
  '%s: no tax, at the same price, and not in the one-stop shop',
  async (_where, country, billingPostcode) => {
    const sale = await sold(app, {
      ...{ sellers: [seller], prices: [1000] },
      body: { country, ...place, billingPostcode },
    })
    expect(await documentOf(sale)).toMatchObject({ grossCents: 1000, taxCents: 0, isNotTaxed: true })
    const now = new Date()
    const quarter = `${now.getUTCFullYear()}-${Math.floor(now.getUTCMonth() / 3) + 1}`
    const answer = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)
    const { oss } = answer.json<{ oss: { country: string; rateBp: number }[] }>()
    expect(oss.filter((row) => row.country === country && row.rateBp === 0)).toEqual([])
  },
)

describe('a number in the union', () => {
  const austrian = { country: 'AT', ...place, billingPostcode: '1010', billingVatId: 'ATU13585627' }

  test('of somebody else changes nothing: taxed, the buyer is told, and somebody looks', async () => {
    register.set('ATU13585627', 'Ecole Test SARL, Paris')
    const sale = await sold(app, {
      ...{ sellers: [seller], prices: [1200] },
      body: { ...austrian, billingName: 'Eva', billingOrganisation: 'Firma' },
    })
    expect(await documentOf(sale)).toMatchObject({ taxCents: 200, isReverseCharged: false })
    expect(await tasksOf(sale.reference)).toEqual(['vat_id_other_name'])
    const address = await sale.buyer.client.api('GET', '/v1/billing-address')
    expect(address.json()).toMatchObject({ vatIdState: 'other_name' })
    const id = (await documentOf(sale)).id
    expect((await sale.buyer.client.api('POST', `/v1/invoices/${id}/reverse-charge?world=de`)).status).toBe(
      422,
    )
    // The name as it is registered: the tax goes back.
    await sale.buyer.client.api('PUT', '/v1/billing-address', {
      ...{ ...place, billingName: 'Eva', billingOrganisation: 'École Test', billingPostcode: '1010' },
      ...{ billingCountry: 'AT', billingVatId: 'ATU13585627' },
    })
    expect((await sale.buyer.client.api('POST', `/v1/invoices/${id}/reverse-charge?world=de`)).status).toBe(
      201,
    )
  })

  test('of its holder, or of a country whose register tells no names, counts', async () => {
    register.set('ATU13585627', 'SCHULVERLAG GMBH')
    register.set('ESB58378431', null)
    for (const body of [
      { ...austrian, billingOrganisation: 'Schulverlag' },
      { ...austrian, country: 'ES', billingPostcode: '28001', billingVatId: 'ESB58378431' },
    ]) {
      const expectedTotal = body.country === 'ES' ? 992 : 1000
      const sale = await soldNet({ ...body, expectedTotal })
      expect(await documentOf(sale)).toMatchObject({ taxCents: 0, isReverseCharged: true })
      expect(await tasksOf(sale.reference)).toEqual([])
    }
  })
})

describe('two proofs of where a buyer lives', () => {
  test('the sandbox’s card is of the country that was said; nothing is to be looked at', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500], body: { country: 'AT' } })
    const state = await app.deps.payments.status(sale.providerReference)
    expect(state.bankCountry).toBe('AT')
    await settlePayment(app.deps, 'de', {
      ...{ provider: 'sandbox', providerReference: sale.providerReference, ...state },
      status: 'succeeded',
    })
    expect(await tasksOf(sale.reference)).toEqual([])
  })

  test('a card of another country is a task that names the order, and counts in the return', async () => {
    const sale = await orderOf(app, { sellers: [seller], prices: [500], body: { country: 'AT' } })
    await settlePayment(app.deps, 'de', {
      ...{ provider: 'sandbox', providerReference: sale.providerReference, status: 'succeeded' },
      ...{ amountCents: 500, currency: 'EUR', bankCountry: 'FR' },
    })
    expect(await tasksOf(sale.reference)).toEqual(['country_contradicted'])
    const now = new Date()
    const quarter = `${now.getUTCFullYear()}-${Math.floor(now.getUTCMonth() / 3) + 1}`
    const answer = await finance.client.api('GET', `/v1/tax/oss?world=de&quarter=${quarter}`)
    expect(answer.json<{ contradicted: number }>().contradicted).toBe(1)
    // Paid from the country that was said: nothing new.
    const other = await orderOf(app, { sellers: [seller], prices: [500], body: { country: 'AT' } })
    await pay(app, { providerReference: other.providerReference, total: 500 })
    expect(await tasksOf(other.reference)).toEqual([])
  })
})

describe('a sum before it is paid', () => {
  const business = {
    vatId: 'ATU12345675',
    organisation: 'Verlag Ost GmbH',
    name: 'Ina Käufer',
    postcode: '1010',
  }
  const billing = {
    ...{
      ...place,
      billingName: 'Ina Käufer',
      billingOrganisation: 'Verlag Ost GmbH',
      billingPostcode: '1010',
    },
    billingVatId: 'ATU12345675',
  }

  test('payment options say what a business abroad pays: net, and the order takes that very sum', async () => {
    register.set('ATU12345675', 'VERLAG OST GMBH')
    const buyer = await member(app, 'austrian-business')
    const materialId = await materialRow(app, { authorId: seller.id, price: 1200, title: 'Brüche' })
    await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId })
    const options = async (query: Record<string, string>) =>
      (
        await buyer.client.api(
          'GET',
          `/v1/payments/options?${new URLSearchParams({ world: 'de', ...query })}`,
        )
      ).json()
    expect(await options({ country: 'AT' })).toMatchObject({ due: 1200, tax: 200, isReverseCharged: false })
    const net = { total: 1000, due: 1000, tax: 0, country: 'AT', isReverseCharged: true }
    expect(await options({ country: 'AT', ...business })).toMatchObject(net)
    // At home, and with the number of somebody else, the tax is charged.
    expect(await options({ country: 'DE', ...business })).toMatchObject({
      due: 1200,
      isReverseCharged: false,
    })
    const other = { ...business, organisation: 'Bäckerei West', name: 'Udo West' }
    expect(await options({ country: 'AT', ...other })).toMatchObject({ due: 1200, isReverseCharged: false })
    const consents = { consentImmediate: true, consentWaiver: true }
    const wanted = { country: 'AT', ...consents, ...billing, expectedTotal: 1000 }
    const answer = await buyer.client.api('POST', '/v1/orders?world=de', wanted)
    expect(answer.status, answer.text).toBe(201)
  })

  test('an order of another sum is told the new one, what of it credit pays, and what changed', async () => {
    register.set('ATU12345675', 'VERLAG OST GMBH')
    const buyer = await member(app, 'slow-buyer')
    const ids: number[] = []
    for (const [price, title] of [
      [1200, 'Brüche'],
      [500, 'Flüsse'],
    ] as const) {
      const materialId = await materialRow(app, { authorId: seller.id, price, title })
      ids.push(materialId)
      await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId })
    }
    await app.deps.db
      .updateTable('material')
      .set({ price_cents: 600 })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    const consents = { consentImmediate: true, consentWaiver: true }
    const order = (body: object) =>
      buyer.client.api('POST', '/v1/orders?world=de', { country: 'DE', ...consents, ...body })
    const raised = await order({ expectedTotal: 1700 })
    expect([raised.status, raised.json()]).toMatchObject([
      409,
      {
        error: {
          ...{ code: 'conflict', expectedTotal: 1800, expectedCredits: 0, isReverseCharged: false },
          changes: [{ kind: 'price', materialId: ids[1], title: 'Flüsse', from: 500, to: 600 }],
        },
      },
    ])
    await app.deps.db
      .updateTable('material')
      .set({ status: 'draft' })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    const gone = await order({ expectedTotal: 1800 })
    expect([gone.status, gone.json()]).toMatchObject([
      409,
      { error: { expectedTotal: 1200, changes: [{ kind: 'left_out', title: 'Flüsse' }] } },
    ])
    const net = await order({ ...billing, country: 'AT', expectedTotal: 1200 })
    expect([net.status, net.json()]).toMatchObject([
      409,
      { error: { expectedTotal: 1000, isReverseCharged: true } },
    ])
    expect((await order({ ...billing, country: 'AT', expectedTotal: 1000 })).status).toBe(201)
  })
})
