import { feature } from '#platform/features/manifest.ts'
import { forget, save } from './server/actions.ts'
import { billingPersonalData } from './server/personal-data.ts'
import { view } from './server/reads.ts'

/** Who a member is for the books: what stands on their invoices. */
export const billing = feature({
  name: 'billing',
  actions: [save, forget],
  reads: [view],
  tables: ['billing_address'],
  personalData: billingPersonalData,
})
