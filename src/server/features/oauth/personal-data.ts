import type { PersonalTable } from '../../ports/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'authorization_code',
    account: 'account_id',
    export: true,
    erase: 'delete',
  },
]
