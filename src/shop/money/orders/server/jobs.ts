import { job } from '#platform/jobs/job.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Asks the provider to send a refund. */
export const payRefundJob = job<{ world: LiveWorldCode; refundId: number }>('pay_refund', {
  concurrency: 2,
  retryLimit: 12,
  retryDelay: 30,
  retryDelayMax: 3600,
})

/** Asks the provider to send the second payment of one order back. */
export const paySecondBackJob = job<{ world: LiveWorldCode; paymentId: number }>(
  'pay_second_back',
  payRefundJob.rules,
)

/** Compares the provider's report with the books. */
export const reconcilePaymentsJob = job('reconcile_payments', { expireInSeconds: 3600 })

/** Sums up old bookings. */
export const closeLedgerJob = job('close_ledger')

/** Whether the sums of old bookings are what they add up to. */
export const proveClosingsJob = job('prove_closings', { expireInSeconds: 3600 })

/** Sales that stand on no material yet. */
export const countSalesJob = job('count_sales')

/** Unfinished payments. */
export const expireOrdersJob = job('expire_orders')

/** Says that a payment is under way, where that takes longer. */
export const tellUnderWayJob = job<{ world: LiveWorldCode; orderId: number }>('tell_under_way')

/** Overdue school invoices. */
export const remindInvoicesJob = job('remind_invoices')

/** New versions of owned materials. */
export const mailNewVersionsJob = job('mail_new_versions', { expireInSeconds: 3600 })
