import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  { table: 'school_wish', account: 'wished_by', export: true, erase: 'detach' },
  {
    table: 'school_wish',
    account: 'decided_by',
    export: { no: 'who of the school decided about a wish' },
    erase: 'detach',
  },
  { table: 'school_wish_vote', account: 'account_id', export: true, erase: 'delete' },
]
