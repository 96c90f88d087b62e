import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'author_announcement', account: 'author_id', export: true, erase: 'delete' },
]
