import type { PersonalTable } from '#platform/context/personal-table.ts'

const books = { keep: 'a discount is part of the books of its order (HGB 257, AO 147 and their like)' }

export const vouchersPersonalData: readonly PersonalTable[] = [
  { table: 'voucher', account: 'account_id', export: true, erase: books },
  {
    table: 'voucher',
    account: 'author_id',
    export: true,
    erase: books,
  },
  {
    table: 'voucher',
    account: 'created_by',
    export: { no: 'who at the platform made the code' },
    erase: books,
  },
  { table: 'voucher_use', account: 'account_id', export: true, erase: books },
]
