import { on } from '../../events/event.ts'
import { sandboxWebhookJob } from '../../gateways/payments/sandbox-job.ts'
import { sendSandboxWebhook } from '../../gateways/payments/sandbox-page.ts'
import { worker } from '../../workers/worker.ts'
import { creditMoved } from '../credits/service.ts'
import { accountErased, accountSignedIn, schoolPlaceChanged } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { bundleGrew, materialTaken } from '../materials/events.ts'
import { chooseCountry, claim, place } from './actions.ts'
import { tellUnderWay } from './awaited.ts'
import { giveAdded } from './bundle-growth.ts'
import { proveClosings } from './closing-proof.ts'
import { countWaitingSales } from './counting.ts'
import { closeLost } from './dispute-actions.ts'
import {
  orderCancelled,
  orderDeclined,
  orderExpired,
  orderPaid,
  orderRefunded,
  ownedMaterialRenewed,
  refundRuleChanged,
  transferReceived,
} from './events.ts'
import { handlers } from './handlers.ts'
import { invoiceReminderMail, transferBookedMail } from './invoice-mails.ts'
import { giveUp, markInvoice, openInvoiceList } from './invoice-purchase-actions.ts'
import { remindInvoices } from './invoice-reminders.ts'
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
} from './jobs.ts'
import { closeLedger } from './ledger.ts'
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
} from './mails.ts'
import { claimOnTheWay } from './on-the-way.ts'
import { options, reconciliationList } from './payment-reads.ts'
import { ordersPersonalData } from './personal-data.ts'
import { bought, order, ownSales, ownSalesFile, ownStatement } from './reads.ts'
import { reconcileYesterday } from './reconcile.ts'
import { bookCredit } from './reductions.ts'
import { refund, withdraw } from './refund-actions.ts'
import {
  askRefund,
  declineRefund,
  grantRefund,
  refundRequestList,
  saveRule,
} from './refund-request-actions.ts'
import { refundAskedMail, refundClosedMail, refundDeclinedMail } from './refund-request-mails.ts'
import { payRefund } from './refunds.ts'
import { keepSchoolLicences, leaveSchoolLicences } from './school-licences.ts'
import { paySecondBack } from './second-payments.ts'
import { expireOrders } from './settlement.ts'
import { noteTaken } from './taken.ts'
import { settlementsState } from './under-way.ts'
import { mailNewVersions } from './version-news.ts'
import { paymentWebhook } from './webhook.ts'

/** From the cart to what is owned: orders, payments, bought materials, sales. */
export const orders = feature({
  name: 'orders',
  actions: [
    ...[place, chooseCountry, claim, refund, withdraw, markInvoice, giveUp, paymentWebhook],
    closeLost,
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
    on(materialTaken, 'now', 'orders.note-taken', noteTaken),
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
