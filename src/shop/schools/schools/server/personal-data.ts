import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'school_account', account: 'account_id', export: true, erase: 'delete' },
  {
    table: 'school',
    account: 'decided_by',
    export: { no: 'who of the platform decided about a school' },
    erase: 'detach',
  },
]
