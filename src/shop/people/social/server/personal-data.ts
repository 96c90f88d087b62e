import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'social_identity', account: 'account_id', export: true, erase: 'delete' },
  { table: 'social_link', account: 'email', export: true, erase: 'delete' },
]
