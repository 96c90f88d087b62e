import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { orderPaid, orderRefunded, transferReceived } from '#shop/money/orders/server/events.ts'
import { reissueInvoice, reverseInvoice } from './server/actions.ts'
import { reviewTax } from './server/evidence.ts'
import { issueCancellation, issueInvoice } from './server/issue.ts'
import { issueAuthorDocumentsJob } from './server/jobs.ts'
import { issueAuthorDocuments } from './server/month-job.ts'
import { invoicesPersonalData } from './server/personal-data.ts'
import { file, list, oss } from './server/reads.ts'
import { receiptOfTransfer } from './server/receipt.ts'

/** Invoices and what corrects them: written once with the payment, drawn when somebody wants the paper. */
export const invoices = feature({
  name: 'invoices',
  actions: [reissueInvoice, reverseInvoice],
  reads: [list, file, oss],
  jobs: [worker(issueAuthorDocumentsJob, issueAuthorDocuments, { cron: '26 3 2 * *' })],
  on: [
    on(orderPaid, 'now', 'invoices.invoice', issueInvoice),
    on(orderPaid, 'now', 'invoices.evidence', reviewTax),
    on(orderRefunded, 'now', 'invoices.cancellation', issueCancellation),
    on(transferReceived, 'now', 'invoices.receipt', receiptOfTransfer),
  ],
  tables: ['tax_document'],
  personalData: invoicesPersonalData,
})
