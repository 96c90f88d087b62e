import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'saved_search', account: 'account_id', export: true, erase: 'delete' },
]
