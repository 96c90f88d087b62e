import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'mail', account: 'recipient', export: true, erase: 'delete' },
  { table: 'mail_recipient', account: 'email', export: true, erase: 'delete' },
]
