import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'data_export', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'idempotency_key',
    account: 'owner',
    export: { no: 'answers to repeated calls, for two days' },
    erase: 'delete',
  },
]
