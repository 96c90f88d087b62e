import type { Db } from '#platform/db/pool.ts'
import type { ReportLine } from './payment-provider.ts'

/** What the sandbox took and gave back, by its own books. */
export async function* sandboxReport(db: Db, from: Date, to: Date): AsyncIterable<ReportLine> {
  const payments = await db
    .selectFrom('sandbox_payment')
    .select(['reference', 'order_reference', 'amount_cents', 'currency', 'created_at'])
    .where('status', '=', 'succeeded')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  for (const row of payments)
    yield {
      kind: 'payment',
      reference: row.order_reference ?? row.reference,
      ...{ amountCents: row.amount_cents, currency: row.currency, at: row.created_at },
    }
  const refunds = await db
    .selectFrom('sandbox_refund')
    .innerJoin('sandbox_payment', 'sandbox_payment.reference', 'sandbox_refund.payment_reference')
    .select([
      'sandbox_refund.reference',
      'sandbox_refund.amount_cents',
      'sandbox_payment.currency',
      'sandbox_refund.created_at',
    ])
    .where('sandbox_refund.created_at', '>=', from)
    .where('sandbox_refund.created_at', '<', to)
    .execute()
  for (const row of refunds)
    yield {
      kind: 'refund',
      reference: row.reference,
      ...{ amountCents: row.amount_cents, currency: row.currency, at: row.created_at },
    }
}
