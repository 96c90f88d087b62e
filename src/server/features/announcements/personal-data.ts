import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'author_announcement', account: 'author_id', export: true, erase: 'delete' },
]
