import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'recommendation', account: 'account_id', export: true, erase: 'delete' },
]
