import type Stripe from 'stripe'
import type { ReportLine } from './payment-provider.ts'
import { refundMetadata } from './stripe-events.ts'
import { orderMetadata } from './stripe-state.ts'

/** What moved on the account between two moments: Stripe's balance transactions with what made each. */
export async function* linesOf(stripe: Stripe, from: Date, to: Date): AsyncIterable<ReportLine> {
  // Stripe counts in whole seconds: the last one, which is not over yet, belongs to it.
  const created = { gte: seconds(from), lt: seconds(to) + 1 }
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
  const at = new Date(row.created * 1000)
  // The account may be kept in another currency than the buyer paid in: the thing itself has the buyer's.
  if (source.object === 'charge') {
    const reference = source.metadata[orderMetadata] ?? source.id
    return { ...movedOf(source), at, kind: 'payment', reference }
  }
  if (source.object === 'refund') {
    // A refund that fails comes back as a second, opposite row.
    const reference = source.metadata?.[refundMetadata] ?? source.id
    return { ...movedOf(source, row.amount > 0 ? -1 : 1), at, kind: 'refund', reference }
  }
  if (source.object === 'dispute')
    return { ...movedOf(source, row.amount > 0 ? -1 : 1), at, kind: 'dispute', reference: source.id }
  return undefined
}

function movedOf({ amount, currency }: { amount: number; currency: string }, sign: 1 | -1 = 1) {
  return { amountCents: sign * amount, currency: currency.toUpperCase() }
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
