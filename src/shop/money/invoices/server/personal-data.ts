import type { PersonalTable } from '#platform/context/personal-table.ts'

/** The buyer's to have, and the state's to see. */
export const invoicesPersonalData: readonly PersonalTable[] = [
  {
    table: 'tax_document',
    account: 'account_id',
    export: true,
    erase: { keep: 'invoices are kept for ten years, unchanged (UStG 14b, AO 147 and their like)' },
  },
]
