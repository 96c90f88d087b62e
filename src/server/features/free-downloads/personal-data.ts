import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'free_download', account: 'email', export: true, erase: 'delete' },
]
