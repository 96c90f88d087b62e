import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'course', account: 'owner_id', export: true, erase: 'delete' },
]
