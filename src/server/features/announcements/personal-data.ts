import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'author_announcement', account: 'author_id', export: true, erase: 'delete' },
]
