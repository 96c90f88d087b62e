import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'mail', account: 'recipient', export: true, erase: 'delete' },
  { table: 'mail_recipient', account: 'email', export: true, erase: 'delete' },
]
