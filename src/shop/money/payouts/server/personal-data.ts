import type { PersonalTable } from '#platform/context/personal-table.ts'

const books = { keep: 'books of payouts are kept for ten years (HGB 257, AO 147 and their like)' }

/** Where the money goes is forgotten with the account; what went there, and to whom, is the state's to see. */
export const payoutsPersonalData: readonly PersonalTable[] = [
  { table: 'seller_bank', account: 'account_id', export: true, erase: 'delete' },
  { table: 'seller_connect', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'seller_tax',
    account: 'account_id',
    export: true,
    erase: { keep: 'what was reported of sellers is kept for ten years (directive 2021/514, annex V, IV B)' },
  },
  { table: 'seller_payout_setting', account: 'account_id', export: true, erase: 'delete' },
  { table: 'payout', account: 'account_id', export: true, erase: books },
  {
    table: 'payout_batch',
    account: 'made_by',
    export: { no: 'what somebody of finance did is about the sellers' },
    erase: 'detach',
  },
  {
    table: 'payout_event',
    account: 'actor_id',
    export: { no: 'what somebody of finance did is about the sellers' },
    erase: 'detach',
  },
]
