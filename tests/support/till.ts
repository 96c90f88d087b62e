import { moveSandboxPayment } from '#platform/gateways/payments/sandbox.ts'
import { countWaitingSales } from '#shop/money/orders/server/checkout/counting.ts'
import { settlePayment } from '#shop/money/orders/server/payment/settlement.ts'
import { materialRow, member, type Person, type TestApp } from './app.ts'

/** What was bought, from cart to payment, as a buyer's program would do it. */
export interface Sale {
  buyer: Person
  orderId: number
  reference: string
  providerReference: string
  materialIds: number[]
  total: number
}

let names = 0

/** Puts materials of these prices into the cart of a new (or the given) member and orders them; nothing is paid yet. */
export async function orderOf(
  app: TestApp,
  input: {
    sellers: readonly Person[]
    prices: readonly number[]
    buyer?: Person
    world?: 'de' | 'es' | 'fr' | 'gr' | 'it' | 'en'
    body?: Record<string, unknown>
  },
): Promise<Sale> {
  const { sellers, prices, world = 'de' } = input
  names += 1
  const buyer = input.buyer ?? (await member(app, `till-${names}`, { world }))
  const materialIds: number[] = []
  for (const [index, price] of prices.entries()) {
    const authorId = sellers[index % sellers.length]?.id ?? 0
    const materialId = await materialRow(app, { authorId, price, world, title: `Material ${index + 1}` })
    materialIds.push(materialId)
    await buyer.client.api('POST', `/v1/cart/items?world=${world}`, { materialId })
  }
  const total = prices.reduce((all, price) => all + price, 0)
  const answer = await buyer.client.api('POST', `/v1/orders?world=${world}`, {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: total },
    ...input.body,
  })
  if (answer.status !== 201) throw new Error(`no order: ${answer.status} ${answer.text}`)
  const { reference, redirectUrl } = answer.json<{ reference: string; redirectUrl: string }>()
  const { id } = await app.deps.db
    .selectFrom('purchase_order')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const providerReference = redirectUrl.split('/').at(-1) ?? ''
  return { buyer, orderId: id, reference, providerReference, materialIds, total }
}

/** The provider's word that it was paid. */
export async function pay(
  app: TestApp,
  sale: Pick<Sale, 'providerReference' | 'total'>,
  {
    world = 'de' as const,
    currency = 'EUR',
  }: { world?: 'de' | 'es' | 'fr' | 'gr' | 'it' | 'en'; currency?: string } = {},
): Promise<void> {
  const { providerReference, total: amountCents } = sale
  await moveSandboxPayment(app.deps.db, { reference: providerReference, from: 'open', to: 'succeeded' })
  await settlePayment(app.deps, world, {
    ...{ provider: 'sandbox', providerReference, status: 'succeeded', amountCents, currency },
  })
}

/** The same, paid. */
export async function sold(app: TestApp, input: Parameters<typeof orderOf>[1]): Promise<Sale> {
  const sale = await orderOf(app, input)
  const { world = 'de' } = input
  await pay(app, sale, { world, currency: world === 'en' ? 'GBP' : 'EUR' })
  // The job of a minute later, which this app has no worker for.
  await countWaitingSales(app.deps)
  return sale
}
