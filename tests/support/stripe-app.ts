import { member, openTestApp, type Person, type TestApp } from './app.ts'
import { type Answer, send } from './http-client.ts'
import { FakeStripe } from './stripe.ts'
import type { Sale } from './till.ts'

/** An app that is paid through Stripe, with somebody who sells and somebody who refunds. */
export interface StripeApp {
  stripe: FakeStripe
  app: TestApp
  seller: Person
  finance: Person
  /** Delivers an event to our webhook. */
  deliver(event: object, headers?: Record<string, string>): Promise<Answer>
  /** What became of an order, of its payments and of what was bought. */
  stateOf(sale: Sale): Promise<{ order: string; payment: string; owned: number }>
  /** What somebody has to look at about an order. */
  tasksOf(sale: Sale): Promise<string[]>
  close(): Promise<void>
}

export async function openStripeApp(): Promise<StripeApp> {
  const stripe = await new FakeStripe().start()
  const app = await openTestApp({ environment: stripe.environment })
  const { db } = app.deps
  return {
    stripe,
    app,
    seller: await member(app, 'seller', { isSeller: true }),
    finance: await member(app, 'finance', { role: 'finance' }),
    deliver(event, headers) {
      const body = JSON.stringify(event)
      const path = '/api/v1/payments/webhook/stripe'
      return send(app.base, { method: 'POST', path, headers: headers ?? stripe.sign(body), body })
    },
    async stateOf({ orderId, buyer }) {
      const order = await db
        .selectFrom('purchase_order')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const payments = await db
        .selectFrom('payment')
        .select('status')
        .where('order_id', '=', orderId)
        .execute()
      const owned = await db
        .selectFrom('entitlement')
        .select('material_id')
        .where('account_id', '=', buyer.id)
        .execute()
      return {
        order: order.status,
        payment: payments.map(({ status }) => status).join(),
        owned: owned.length,
      }
    },
    async tasksOf({ reference }) {
      const rows = await db.selectFrom('operator_task').select(['kind', 'detail']).orderBy('id').execute()
      return rows.filter(({ detail }) => JSON.stringify(detail).includes(reference)).map(({ kind }) => kind)
    },
    async close() {
      await app.close()
      await stripe.stop()
    },
  }
}
