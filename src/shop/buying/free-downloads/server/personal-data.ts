import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'free_download', account: 'email', export: true, erase: 'delete' },
]
