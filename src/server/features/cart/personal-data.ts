import type { PersonalTable } from '../../ports/personal-table.ts'

/** What lies in a cart goes with it. */
export const cartPersonalData: readonly PersonalTable[] = [
  { table: 'cart', account: 'account_id', export: true, erase: 'delete' },
]
