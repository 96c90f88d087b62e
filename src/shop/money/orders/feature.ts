import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { sandboxWebhookJob } from '#platform/gateways/payments/sandbox-job.ts'
import { sendSandboxWebhook } from '#platform/gateways/payments/sandbox-page.ts'
import { worker } from '#platform/jobs/worker.ts'
import { creditMoved } from '#shop/buying/credits/server/service.ts'
import { accountErased, accountSignedIn } from '#shop/people/identity/server/service.ts'
import { schoolPlaceChanged } from '#shop/schools/schools/server/service.ts'
import { bundleGrew, materialTaken } from '#shop/selling/materials/server/events.ts'
import { chooseCountry, claim, place, takeForSchool } from './server/actions.ts'
import { giveAdded } from './server/checkout/claim.ts'
import { countWaitingSales } from './server/checkout/counting.ts'
import { giveUp, markInvoice, openInvoiceList } from './server/checkout/invoice-purchase-actions.ts'
import { bookCredit } from './server/checkout/reductions.ts'
import { keepSchoolLicences, leaveSchoolLicences } from './server/checkout/school-licences.ts'
import { invoiceReminderMail, transferBookedMail } from './server/documents/invoice-mails.ts'
import { remindInvoices } from './server/documents/invoice-reminders.ts'
import {
  orderCancelled,
  orderDeclined,
  orderExpired,
  orderPaid,
  orderRefunded,
  ownedMaterialRenewed,
  refundRuleChanged,
  transferReceived,
} from './server/events.ts'
import { handlers } from './server/handlers.ts'
import {
  closeLedgerJob,
  countSalesJob,
  expireOrdersJob,
  mailNewVersionsJob,
  payRefundJob,
  paySecondBackJob,
  proveClosingsJob,
  reconcilePaymentsJob,
  remindInvoicesJob,
  tellUnderWayJob,
} from './server/jobs.ts'
import { proveClosings } from './server/ledger/closing-proof.ts'
import { closeLedger } from './server/ledger/ledger.ts'
import { noteDownloaded } from './server/library/library.ts'
import { mailNewVersions } from './server/library/version-news.ts'
import {
  newVersionMail,
  orderPaidMail,
  orderRefundedMail,
  paymentFailedMail,
  paymentUnderWayMail,
  saleMadeMail,
  saleRefundedMail,
  secondPaymentMail,
  withdrawalReceivedMail,
} from './server/mails.ts'
import { tellUnderWay } from './server/payment/awaited.ts'
import { closeLost } from './server/payment/dispute-actions.ts'
import { claimOnTheWay } from './server/payment/download-after-login.ts'
import { options, reconciliationList } from './server/payment/payment-reads.ts'
import { reconcileYesterday } from './server/payment/reconcile.ts'
import { expireOrders, settlementsState } from './server/payment/settlement.ts'
import { paySecondBack } from './server/payment/unexpected.ts'
import { paymentWebhook } from './server/payment/webhook.ts'
import { ordersPersonalData } from './server/personal-data.ts'
import { bought, order, ownSales, ownSalesFile, ownStatement } from './server/reads.ts'
import { refund, withdraw } from './server/refund/refund-actions.ts'
import {
  askRefund,
  declineRefund,
  grantRefund,
  refundRequestList,
  saveRule,
} from './server/refund/refund-request-actions.ts'
import {
  refundAskedMail,
  refundClosedMail,
  refundDeclinedMail,
} from './server/refund/refund-request-mails.ts'
import { payRefund } from './server/refund/refunds.ts'

/** From the cart to what is owned: orders, payments, bought materials, sales. */
export const orders = feature({
  name: 'orders',
  actions: [
    ...[place, chooseCountry, claim, refund, withdraw, markInvoice, giveUp, paymentWebhook],
    closeLost,
    takeForSchool,
    ...[saveRule, askRefund, grantRefund, declineRefund],
  ],
  reads: [
    order,
    bought,
    ownSales,
    ownSalesFile,
    ownStatement,
    options,
    openInvoiceList,
    reconciliationList,
    refundRequestList,
  ],
  handlers,
  jobs: [
    worker(expireOrdersJob, expireOrders, { cron: '7 * * * *' }),
    worker(tellUnderWayJob, tellUnderWay),
    worker(sandboxWebhookJob, sendSandboxWebhook),
    worker(payRefundJob, payRefund),
    worker(paySecondBackJob, paySecondBack),
    worker(reconcilePaymentsJob, reconcileYesterday, { cron: '23 4 * * *' }),
    worker(mailNewVersionsJob, mailNewVersions, { cron: '*/15 * * * *' }),
    worker(remindInvoicesJob, remindInvoices, { cron: '37 6 * * *' }),
    worker(countSalesJob, countWaitingSales, { cron: '* * * * *' }),
    worker(proveClosingsJob, proveClosings, { cron: '11 3 * * *' }),
    worker(closeLedgerJob, closeLedger, { cron: '41 * * * *' }),
  ],
  on: [
    on(accountSignedIn, 'if-possible', 'orders.claim-on-the-way', claimOnTheWay, {
      onlyIf: (_context, { next }) => next !== undefined,
    }),
    on(schoolPlaceChanged, 'now', 'orders.leave-school-licences', leaveSchoolLicences),
    on(accountErased, 'now', 'orders.keep-school-licences', keepSchoolLicences),
    on(creditMoved, 'now', 'orders.book-credit', bookCredit),
    on(bundleGrew, 'later', 'orders.give-added', giveAdded),
    on(materialTaken, 'now', 'orders.note-taken', noteDownloaded),
  ],
  mails: [
    newVersionMail,
    orderPaidMail,
    paymentUnderWayMail,
    paymentFailedMail,
    saleMadeMail,
    orderRefundedMail,
    secondPaymentMail,
    refundAskedMail,
    refundClosedMail,
    refundDeclinedMail,
    withdrawalReceivedMail,
    saleRefundedMail,
    invoiceReminderMail,
    transferBookedMail,
  ],
  events: [
    orderPaid,
    orderRefunded,
    ownedMaterialRenewed,
    orderExpired,
    orderDeclined,
    orderCancelled,
    transferReceived,
    refundRuleChanged,
  ],
  states: [settlementsState],
  tables: [
    'number_series',
    'purchase_order',
    'order_item',
    'payment',
    'payment_event',
    'invoice_purchase',
    'invoice_transfer',
    'payment_dispute',
    'reconciliation',
    'sandbox_payment',
    'entitlement',
    'sale_waiting',
    'refund',
    'refund_item',
    'refund_rule',
    'refund_request',
    'sandbox_refund',
    'ledger_transaction',
    'ledger_entry',
    'ledger_closing',
  ],
  personalData: ordersPersonalData,
})
