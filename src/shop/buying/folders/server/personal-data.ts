import type { PersonalTable } from '#platform/context/personal-table.ts'

export const foldersPersonalData: readonly PersonalTable[] = [
  { table: 'folder_material', account: 'account_id', export: true, erase: 'delete' },
  { table: 'folder', account: 'account_id', export: true, erase: 'delete' },
]
