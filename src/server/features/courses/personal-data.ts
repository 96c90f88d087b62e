import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'course', account: 'owner_id', export: true, erase: 'delete' },
]
