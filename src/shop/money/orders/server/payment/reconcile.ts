import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { ReportLine } from '#platform/gateways/payments/payment-provider.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { type Difference, differencesOf } from '../../rules/reconciliation.ts'
import { type Reconciliation, reconciliationSchema } from '../../rules/reconciliation-contract.ts'
import {
  bookedMovements,
  insertReconciliation,
  orderOfMovement,
  reconciliationRows,
} from './reconcile-queries.ts'

const dayMs = 86_400_000
/** A payment is booked by its webhook, which a provider repeats for days. */
const marginMs = 7 * dayMs
const shownReports = 14
/** Where a difference belongs that names nothing of ours. */
const homeWorld: LiveWorldCode = 'de'

/** The job `reconcile_payments`: compares yesterday's payments at the provider with the ledger. */
export async function reconcileYesterday(deps: Deps): Promise<void> {
  const to = new Date(Math.floor(Date.now() / dayMs) * dayMs)
  await reconcile(deps, { from: new Date(to.getTime() - dayMs), to })
}

/**
 * Compares the provider's report with the ledger. Everything of a span of time that one side has and the other has not, or
 * has with another sum, is kept for finance, and each difference becomes a task, once.
 */
export async function reconcile(deps: Deps, span: { from: Date; to: Date }): Promise<Difference[]> {
  const { db, payments } = deps
  // Further than asked for on both sides: what was booked at midnight was paid before, and refunds go out later.
  const lines: ReportLine[] = []
  for await (const line of payments.report(new Date(span.from.getTime() - marginMs), new Date()))
    lines.push(line)
  const due = new Set(
    lines.filter(({ at }) => at >= span.from && at < span.to).map((line) => `${line.kind} ${line.reference}`),
  )
  const named = (kind: ReportLine['kind']) => [
    ...new Set(lines.filter((line) => line.kind === kind).map(({ reference }) => reference)),
  ]
  const all = { provider: payments.name, ...span }
  const books = await bookedMovements(db, all, {
    payment: named('payment'),
    refund: named('refund'),
    dispute: named('dispute'),
  })
  const differences = differencesOf(lines, books, ({ kind, reference }) => due.has(`${kind} ${reference}`))
  const worldOf = new Map(books.map(({ kind, reference, world }) => [`${kind} ${reference}`, world]))
  await transaction(db, async (tx) => {
    await insertReconciliation(tx, { ...all, compared: due.size, differences })
    for (const difference of differences) {
      const { kind, reference, currency, providerCents, booksCents } = difference
      const order = await orderOfMovement(tx, { provider: payments.name, kind, reference })
      const world = order?.world ?? worldOf.get(`${kind} ${reference}`) ?? homeWorld
      const context = strangerContext(deps, isLiveWorld(world) ? world : homeWorld)
      await openTask(tx, context, {
        kind: 'reconciliation',
        cause: `${payments.name}:${kind}:${reference}:${currency}`,
        detail: {
          ...{ provider: payments.name, providerReference: reference, reason: kind, currency },
          ...(order && {
            orderNumber: order.number,
            orderReference: order.reference,
            buyerId: order.buyer_id,
          }),
          ...(providerCents === null ? {} : { amount: providerCents }),
          ...(booksCents === null ? {} : { expected: booksCents }),
        },
      })
    }
  })
  return differences
}

/** What the last comparisons found, for finance. */
export async function reconciliations(context: Context): Promise<Reconciliation[]> {
  const rows = await reconciliationRows(context.db, shownReports)
  return rows.map((row) =>
    reconciliationSchema.parse({
      provider: row.provider,
      from: row.from_at.toISOString(),
      to: row.to_at.toISOString(),
      madeAt: row.made_at.toISOString(),
      compared: row.compared,
      differences: row.differences,
    }),
  )
}
