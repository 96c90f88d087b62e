import { on } from '../../events/event.ts'
import { feature } from '../manifest.ts'
import { orderPaid, orderRefunded } from '../orders/events.ts'
import { issueCancellation, issueInvoice } from './issue.ts'
import { invoicesPersonalData } from './personal-data.ts'
import { file, list } from './reads.ts'

/** Invoices and what corrects them: written once with the payment, drawn when somebody wants the paper. */
export const invoices = feature({
  name: 'invoices',
  reads: [list, file],
  on: [
    on(orderPaid, 'now', 'invoices.invoice', issueInvoice),
    on(orderRefunded, 'now', 'invoices.cancellation', issueCancellation),
  ],
  tables: ['tax_document'],
  personalData: invoicesPersonalData,
})
