import type { PersonalTable } from '../personal-data.ts'

/** What lies in a cart goes with it. */
export const cartPersonalData: readonly PersonalTable[] = [
  { table: 'cart', account: 'account_id', export: true, erase: 'delete' },
]
