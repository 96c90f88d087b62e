import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'course', account: 'owner_id', export: true, erase: 'delete' },
]
