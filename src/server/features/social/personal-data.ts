import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'social_identity', account: 'account_id', export: true, erase: 'delete' },
  { table: 'social_link', account: 'email', export: { no: 'gone within a day' }, erase: 'delete' },
]
