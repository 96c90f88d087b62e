import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOrders } from '#demo/orders.ts'
import { transaction } from '#platform/db/transaction.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { materialRow, member, openTestApp, type TestApp } from '../support/app.ts'

/** What the demonstration bought can be given back, so that a refund can be shown on it. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('the sandbox knows the payments of the demonstration and sends their money back', async () => {
  const { db } = app.deps
  const author = await member(app, 'author', { isSeller: true })
  const buyer = await member(app, 'buyer')
  const finance = await member(app, 'finance', { role: 'finance' })
  const id = await materialRow(app, { authorId: author.id, price: 390 })
  const item = { id, authorId: author.id, title: 'Brüche', priceCents: 390 }
  const termsVersion = app.deps.termsVersion('de')
  await transaction(db, (tx) =>
    insertOrders(tx, { world: 'de', termsVersion }, [{ accountId: buyer.id, daysAgo: 3, items: [item] }]),
  )
  const { reference } = await db
    .selectFrom('purchase_order')
    .select('reference')
    .where('account_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const refunded = await finance.client.api('POST', `/v1/orders/${reference}/refunds`, {
    reason: 'Vorführung',
  })
  expect(refunded.status).toBe(201)
  const { id: refundId } = await db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  await payRefund(app.deps, { world: 'de', refundId })
  const { status } = await db.selectFrom('refund').select('status').executeTakeFirstOrThrow()
  expect(status).toBe('succeeded')
})
