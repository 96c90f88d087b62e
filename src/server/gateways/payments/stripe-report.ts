import type Stripe from 'stripe'
import type { ReportLine } from './payment-provider.ts'
import { orderMetadata, refundMetadata } from './stripe-events.ts'

/** What moved on the account between two moments: Stripe's balance transactions with what made each. */
export async function* linesOf(stripe: Stripe, from: Date, to: Date): AsyncIterable<ReportLine> {
  const created = { gte: seconds(from), lt: seconds(to) }
  const rows = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
  for await (const row of rows) {
    const line = lineOf(row)
    if (line !== undefined) yield line
  }
}

/** Undefined for what is no concern of buyers: fees, payouts, our own corrections. */
function lineOf(row: Stripe.BalanceTransaction): ReportLine | undefined {
  const { source } = row
  if (source === null || typeof source === 'string') return undefined
  const moved = { at: new Date(row.created * 1000), currency: row.currency.toUpperCase() }
  if (source.object === 'charge') {
    const reference = source.metadata[orderMetadata] ?? source.id
    return { ...moved, kind: 'payment', reference, amountCents: row.amount }
  }
  if (source.object === 'refund') {
    // A refund that fails comes back as a second, opposite row.
    const reference = source.metadata?.[refundMetadata] ?? source.id
    return { ...moved, kind: 'refund', reference, amountCents: 0 - row.amount }
  }
  if (source.object === 'dispute')
    return { ...moved, kind: 'dispute', reference: source.id, amountCents: 0 - row.amount }
  return undefined
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
