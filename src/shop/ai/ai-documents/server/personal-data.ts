import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'ai_document', account: 'account_id', export: true, erase: 'delete' },
]
