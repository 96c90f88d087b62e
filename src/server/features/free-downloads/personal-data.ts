import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'free_download', account: 'email', export: true, erase: 'delete' },
]
