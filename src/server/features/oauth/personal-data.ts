import type { PersonalTable } from '../personal-data.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'authorization_code',
    account: 'account_id',
    export: { no: 'hashes of secrets only' },
    erase: 'delete',
  },
]
