import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'ai_run', account: 'account_id', export: true, erase: 'delete' },
  { table: 'ai_favorite', account: 'account_id', export: true, erase: 'delete' },
]
