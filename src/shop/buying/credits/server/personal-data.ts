import type { PersonalTable } from '#platform/context/personal-table.ts'

const books = { keep: 'books of money owed are kept for ten years (HGB 257, AO 147 and their like)' }

export const creditsPersonalData: readonly PersonalTable[] = [
  { table: 'credit_lot', account: 'account_id', export: true, erase: books },
  {
    table: 'gift_card',
    account: 'redeemed_by',
    export: { no: 'what the member had of it is in credit_lot' },
    erase: books,
  },
  {
    table: 'gift_card',
    account: 'created_by',
    export: { no: 'who at the platform issued it; what a member bought is in gift_card_sale' },
    erase: books,
  },
]
