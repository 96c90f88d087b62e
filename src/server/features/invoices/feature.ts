import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { orderPaid, orderRefunded, transferReceived } from '../orders/events.ts'
import { reissueInvoice, reverseInvoice } from './actions.ts'
import { reviewTax } from './evidence.ts'
import { issueCancellation, issueInvoice } from './issue.ts'
import { issueAuthorDocumentsJob } from './jobs.ts'
import { issueAuthorDocuments } from './month-job.ts'
import { invoicesPersonalData } from './personal-data.ts'
import { file, list, oss } from './reads.ts'
import { receiptOfTransfer } from './receipt.ts'

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
