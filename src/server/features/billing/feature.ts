import { feature } from '../manifest.ts'
import { forget, save } from './actions.ts'
import { billingPersonalData } from './personal-data.ts'
import { view } from './reads.ts'

/** Who a member is for the books: what stands on their invoices. */
export const billing = feature({
  name: 'billing',
  actions: [save, forget],
  reads: [view],
  tables: ['billing_address'],
  personalData: billingPersonalData,
})
