import type { PersonalTable } from '../../ports/personal-table.ts'

/** What lies in a cart goes with it. */
export const cartPersonalData: readonly PersonalTable[] = [
  { table: 'cart', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'cart_awaited',
    account: 'account_id',
    export: { no: 'what is being paid for, for some days; the order itself is exported' },
    erase: 'delete',
  },
]
