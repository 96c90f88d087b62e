import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'form_draft', account: 'account_id', export: true, erase: 'delete' },
]
