import type { PersonalTable } from '#platform/context/personal-table.ts'

export const personalData: readonly PersonalTable[] = [
  {
    table: 'help_vote',
    account: 'owner',
    export: true,
    erase: 'delete',
  },
]
