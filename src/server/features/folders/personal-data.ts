import type { PersonalTable } from '../../ports/personal-table.ts'

export const foldersPersonalData: readonly PersonalTable[] = [
  { table: 'folder_material', account: 'account_id', export: true, erase: 'delete' },
  { table: 'folder', account: 'account_id', export: true, erase: 'delete' },
]
