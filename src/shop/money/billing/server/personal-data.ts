import type { PersonalTable } from '#platform/context/personal-table.ts'

/** Invoices that were written keep their own copy; this row is only for those to come. */
export const billingPersonalData: readonly PersonalTable[] = [
  { table: 'billing_address', account: 'account_id', export: true, erase: 'delete' },
]
