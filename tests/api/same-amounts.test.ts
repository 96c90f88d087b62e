import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import type { Order, Sale } from '#shop/money/orders/rules/contract.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { paymentView, thankYou } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** What a buyer is asked, pays and is told, on every page and in the mails: to the cent. */

let app: TestApp
let seller: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
})
afterAll(() => app.close())

const price = fc.integer({ min: 50, max: 9999 })
const country = fc.constantFrom('DE', 'AT', 'FR', 'GR', 'CH', 'HU', 'LU')

test('material, cart, payment, order, thanks, sales and mails name the same amounts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(price, { minLength: 1, maxLength: 4 }), country, async (prices, lives) => {
      const buyer = await newBuyer()
      const ids: number[] = []
      for (const each of prices) {
        const id = await materialRow(app, { authorId: seller.id, price: each, title: `Blatt ${++names}` })
        const shown = (await buyer.client.api('GET', `/v1/materials/${id}?world=de`)).json<MaterialDetail>()
        expect(shown.finalPrice).toBe(each)
        await buyer.client.api('POST', '/v1/cart/items', { materialId: id })
        ids.push(id)
      }
      const total = prices.reduce((all, each) => all + each, 0)
      const { cart } = (await buyer.client.api('GET', '/v1/cart/view')).json<{ items: { cart: Cart } }>()
        .items
      expect(cart.finalPrice).toBe(total)
      expect(cart.cartItems.map(({ finalPrice }) => finalPrice).toSorted()).toEqual(prices.toSorted())

      const context = contextOf(buyer)
      const payment = await paymentView(context, lives)
      expect([payment.country, payment.cart.finalPrice]).toEqual([lives, total])
      expect(payment.net + payment.tax).toBe(total)

      const reference = await pay(buyer, { country: lives, total })
      const order = (await buyer.client.api('GET', `/v1/orders/${reference}`)).json<Order>()
      expect([order.status, order.total, order.tax, order.taxRate]).toEqual([
        ...['paid', total],
        ...[payment.tax, payment.taxRate],
      ])
      expect(order.items.map((item) => item.price).toSorted()).toEqual(prices.toSorted())
      expect((await thankYou(context, reference))?.order).toEqual(order)

      const shares = await sharesOf(order.number ?? '')
      const netOf = (gross: number) => (gross * 10_000) / (10_000 + order.taxRate)
      expect(shares.length).toBe(prices.length)
      for (const { price: gross, authorShare } of shares)
        expect(authorShare).toBeLessThanOrEqual(netOf(gross) + 1)
      await expectMails(
        order,
        shares.map(({ authorShare }) => authorShare),
      )
    }),
    { numRuns: 12 },
  )
})

async function newBuyer(): Promise<Person> {
  names += 1
  return await member(app, `buyer-${names}`)
}

function contextOf(person: Person): Context {
  return {
    ...app.deps,
    world: 'de',
    visitor: { kind: 'member', accountId: person.id },
    country: undefined,
  } as unknown as Context
}

/** Orders and pays; answers the reference. */
async function pay(buyer: Person, { country: lives, total }: { country: string; total: number }) {
  const answer = await buyer.client.api('POST', '/v1/orders', {
    ...{ country: lives, consentImmediate: true, consentWaiver: true, expectedTotal: total },
  })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  const asked = await buyer.client.get(new URL(redirectUrl).pathname)
  expect(asked.text).toContain(formatPrice(total, 'EUR'))
  const providerReference = redirectUrl.split('/').at(-1) ?? ''
  const settlement = { provider: 'sandbox', providerReference, status: 'succeeded', currency: 'EUR' } as const
  await settlePayment(app.deps, 'de', { ...settlement, amountCents: total })
  return reference
}

async function sharesOf(orderNumber: string): Promise<Sale[]> {
  const { sales } = (await seller.client.api('GET', '/v1/sales')).json<{ sales: Sale[] }>()
  return sales.filter((sale) => sale.orderNumber === orderNumber)
}

/** The buyer is told what was paid, the author what is theirs. */
async function expectMails(order: Order, shares: readonly number[]): Promise<void> {
  const mails = await app.deps.db
    .selectFrom('mail')
    .select(['template', 'text'])
    .where('text', 'like', `%${order.number}%`)
    .execute()
  const text = (template: string) => mails.find((mail) => mail.template === template)?.text ?? ''
  for (const { price: each } of order.items)
    expect(text('order-paid')).toContain(formatPrice(each, order.currency))
  expect(text('order-paid')).toContain(formatPrice(order.total, order.currency))
  expect(text('order-paid')).toContain(formatPrice(order.tax, order.currency))
  const sum = shares.reduce((all, share) => all + share, 0)
  for (const amount of [...shares, sum])
    expect(text('sale-made')).toContain(formatPrice(amount, order.currency))
}
