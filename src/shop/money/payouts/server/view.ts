import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Payout, QueuedPayout } from '../rules/contract.ts'
import type { PayoutRow, QueuedRow } from './queries.ts'

export function toPayout(row: PayoutRow): Payout {
  return {
    reference: row.reference,
    world: row.world as LiveWorldCode,
    status: row.status,
    period: row.period,
    amount: row.amount_cents,
    currency: row.currency,
    note: row.note,
    lastFour: row.last_four,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

export function toQueued(row: QueuedRow): QueuedPayout {
  return {
    ...toPayout(row),
    seller: { id: row.account_id, name: row.public_name, email: row.email },
    facts: {
      hasBank: row.has_bank,
      bankChangedAt: row.bank_changed_at?.toISOString() ?? null,
      ...{ tax: row.tax, sales: row.sales, refunds: row.refunds, disputes: row.disputes },
    },
    approvedBy: row.approved_by,
    batch: row.batch_id,
    isUnderWay: row.stripe_account !== null && row.status === 'sent',
  }
}
